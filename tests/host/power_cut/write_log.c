/* Logs what a process does to one journal's files, for the tests of power cuts. Loaded by LD_PRELOAD.
 *
 * WRITE_LOG names the log, WRITE_LOG_OF the journal's file. A record is: what ('W'rite, 'S'ync, 'T'runcate, 'D'elete), which file
 * (0 the journal, 1 -wal, 2 -journal, 3 -mark, 4 -acks), the place, the number of bytes, and these bytes for a write.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define MOST_FILES 1024
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static const char *const ENDS[] = {"", "-wal", "-journal", "-mark", "-acks"};
static int file_of[MOST_FILES]; /* which file a descriptor is, plus one; 0 is none of them */

static int which(const char *path)
{
    const char *journal = getenv("WRITE_LOG_OF");
    size_t length = journal ? strlen(journal) : 0;
    if (!length || strncmp(path, journal, length) != 0)
        return -1;
    for (int i = 0; i < 5; i++)
        if (strcmp(path + length, ENDS[i]) == 0)
            return i;
    return -1;
}

static int known(int fd) { return fd >= 0 && fd < MOST_FILES ? file_of[fd] - 1 : -1; }

static void note(char what, int file, int64_t place, const void *data, uint32_t length)
{
    static int log = -1;
    char head[14] = {what, (char)file};
    if (log < 0)
        log = (int)syscall(SYS_openat, AT_FDCWD, getenv("WRITE_LOG"), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0644);
    memcpy(head + 2, &place, 8);
    memcpy(head + 10, &length, 4);
    syscall(SYS_write, log, head, sizeof head);
    if (data && length)
        syscall(SYS_write, log, data, (size_t)length);
}

static int opened(int fd, const char *path)
{
    if (fd >= 0 && fd < MOST_FILES)
        file_of[fd] = which(path) + 1;
    return fd;
}

static mode_t mode_in(int flags, va_list rest) { return flags & O_CREAT ? va_arg(rest, mode_t) : 0; }

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_in(flags, rest);
    va_end(rest);
    return opened(NEXT(open)(path, flags, mode), path);
}

int open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_in(flags, rest);
    va_end(rest);
    return opened(NEXT(open64)(path, flags, mode), path);
}

int close(int fd)
{
    if (fd >= 0 && fd < MOST_FILES)
        file_of[fd] = 0;
    return NEXT(close)(fd);
}

ssize_t write(int fd, const void *data, size_t length)
{
    ssize_t done = NEXT(write)(fd, data, length);
    if (done > 0 && known(fd) >= 0)
        note('W', known(fd), lseek(fd, 0, SEEK_CUR) - done, data, (uint32_t)done);
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t place)
{
    ssize_t done = NEXT(pwrite)(fd, data, length, place);
    if (done > 0 && known(fd) >= 0)
        note('W', known(fd), place, data, (uint32_t)done);
    return done;
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t place)
{
    ssize_t done = NEXT(pwrite64)(fd, data, length, place);
    if (done > 0 && known(fd) >= 0)
        note('W', known(fd), place, data, (uint32_t)done);
    return done;
}

int ftruncate(int fd, off_t size)
{
    int failed = NEXT(ftruncate)(fd, size);
    if (!failed && known(fd) >= 0)
        note('T', known(fd), size, NULL, 0);
    return failed;
}

int ftruncate64(int fd, off64_t size)
{
    int failed = NEXT(ftruncate64)(fd, size);
    if (!failed && known(fd) >= 0)
        note('T', known(fd), size, NULL, 0);
    return failed;
}

int fsync(int fd)
{
    int failed = NEXT(fsync)(fd);
    if (!failed && known(fd) >= 0)
        note('S', known(fd), 0, NULL, 0);
    return failed;
}

int fdatasync(int fd)
{
    int failed = NEXT(fdatasync)(fd);
    if (!failed && known(fd) >= 0)
        note('S', known(fd), 0, NULL, 0);
    return failed;
}

int unlink(const char *path)
{
    int failed = NEXT(unlink)(path);
    if (!failed && which(path) >= 0)
        note('D', which(path), 0, NULL, 0);
    return failed;
}
