"""Shapes of a few points that make only one eye when they are taken: what kills from inside."""

from collections.abc import Sequence


def fills_one_eye(points: Sequence[int], near: Sequence[Sequence[int]]) -> bool:
    """Say whether a connected shape, once captured, leaves room for one eye only.

    Up to three points always; of four the square and the T; of five the bulky five and the cross;
    of six the bulky five with a sixth point at its heart. Straight and bent fours give two.
    """
    count = len(points)
    if count < 4:
        return True
    if count > 6:
        return False
    shape = set(points)
    degrees = sorted((sum(by in shape for by in near[at]) for at in points), reverse=True)
    edges = sum(degrees) // 2
    if count == 4:
        return edges == 4 or degrees[0] == 3
    if count == 5:
        return degrees[0] == 4 or edges == 5
    return degrees[0] == 4 and edges >= 6
