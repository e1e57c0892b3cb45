"""The numbers of the network, read from their file: whole ones, and a scale for each row.

The file's second line tells the shape and the scales, the rest is one byte a weight. It is written
by ``benchmarks/opponents learn network``.
"""

from base64 import b85decode
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

FILE: Final = "network.txt"
UNIT: Final = 32.0
"""What a layer says is told in so many parts of one, 255 of them at most."""
WHOLE: Final = 1 << 24
"""Up to here single precision counts without a rounding, in whatever order it adds."""

Numbers = npt.NDArray[np.float32]


class Shape(msgspec.Struct, frozen=True):
    """The second line of the file."""

    planes: int
    channels: int
    blocks: int
    scales: list[list[float]]
    """For each layer in turn, what a weight of each row is worth."""
    biases: list[list[float]]
    spread: list[float]
    """What is added to and multiplied with the doubt about points, for the doubt of a margin."""


class Layer(msgspec.Struct, frozen=True):
    """One layer: whole weights, what a whole sum is worth by channel, and what is added to it."""

    weights: Numbers
    scale: Numbers
    bias: Numbers


class Weights(msgspec.Struct, frozen=True):
    """The network."""

    channels: int
    first: Layer
    blocks: list[tuple[Layer, Layer]]
    overall: Layer
    """What the mean over the board adds to every point, in the middle block."""
    head: Layer
    """Two rows: how likely a move is, and whose the point will be."""
    spread: tuple[float, float]


@cache
def weights() -> Weights:
    """Read the network."""
    _, head, *lines = files("qipan.games.go.network").joinpath(FILE).read_text("ascii").splitlines()
    shape = msgspec.json.decode(head, type=Shape)
    raw = np.frombuffer(b85decode("".join(lines)), dtype=np.int8)
    scales, biases, at = iter(shape.scales), iter(shape.biases), 0

    def layer(inputs: int, outputs: int) -> Layer:
        nonlocal at
        part = raw[at : at + inputs * outputs].reshape(inputs, outputs)
        at += inputs * outputs
        scale, bias = (np.array(next(each), dtype=np.float32) for each in (scales, biases))
        return Layer(part.astype(np.float32), scale, bias)

    channels = shape.channels
    first = layer(9 * shape.planes, channels)
    blocks = [
        (layer(9 * channels, channels), layer(9 * channels, channels)) for _ in range(shape.blocks)
    ]
    return Weights(
        channels,
        first,
        blocks,
        layer(channels, channels),
        layer(channels, 2),
        (shape.spread[0], shape.spread[1]),
    )
