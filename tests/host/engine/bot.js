// A bot that plays Mycelia through `tablekeeper engine` to the end: node bot.js SEATS SEED COMMAND...
const { spawn } = require("child_process");
const [seats, seed, command, ...args] = process.argv.slice(2);
const engine = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const lines = require("readline").createInterface({ input: engine.stdout })[Symbol.asyncIterator]();

async function ask(request) {
  engine.stdin.write(JSON.stringify(request) + "\n");
  const reply = JSON.parse((await lines.next()).value);
  if (!reply.ok) throw new Error(reply.error.reason);
  return reply;
}

// The first that can be done: hire, then play, then whatever comes first; never leave anything out if there is a choice.
function choose(options) {
  const by = (verb) => options.find((option) => option.answer[0] === verb);
  const last = options.filter((option) => option.answer[0] !== "skip")[0] || options[0];
  return (by("hire") || by("play") || by("remove_all") || by("remove") || last).answer;
}

async function main() {
  const { match, ...began } = await ask({ op: "new", game: "mycelia", seats: Number(seats), seed: Number(seed) });
  let reply = began;
  while (!reply.over) {
    const { line, ticket, options } = reply.questions[0];
    reply = await ask({ op: "answer", match, line, ticket, answer: choose(options) });
  }
  console.log(JSON.stringify({ answers: reply.number, result: reply.result }));
  await ask({ op: "quit" });
}

main().catch((error) => {
  console.error(error.message);
  engine.kill();
  process.exitCode = 1;
});
