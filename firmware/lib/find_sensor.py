"""Which accelerometer is on the bus: the one that was named, or whichever answers at its own address."""

from adxl345 import Adxl345
from lis3dh import Lis3dh
from mpu6050 import Mpu6050

KINDS = (Lis3dh, Adxl345, Mpu6050)
ANY = "auto"
# A bus that has just got power may refuse the first calls.
_ATTEMPTS = 3


def find_sensor(i2c, wanted: str = ANY):
    """The accelerometer `wanted` ("lis3dh", "adxl345", "mpu6050") or, with "auto", any; None if none answers.

    One whose id is known goes before one whose id is not. Raises ValueError, in words, for a name nobody knows.
    """
    kinds = [kind for kind in KINDS if wanted in (ANY, kind.NAME)]
    if not kinds:
        raise ValueError(f"there is no sensor {wanted}")
    odd = None
    for _ in range(_ATTEMPTS):
        for kind in kinds:
            for address in kind.ADDRESSES:
                try:
                    sensor = kind(i2c, address)
                except OSError:
                    continue
                if sensor.known:
                    return sensor
                odd = odd or sensor
        if odd is not None:
            break
    return odd
