"""Attacks in gomoku by plain reading of lines, point by point: slow, and written apart from ours.

A board is a dict from (column, row) to 0 or 1. A side to move *attacks* within so many own moves if
it makes five, or a move after which every reply on the whole board loses to the rest of the attack;
a move that leaves the other side free (it threatens neither five nor a straight four) ends it.
"""

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Lines:
    """A freestyle board: five or more in a row win."""

    def __init__(self, size, stones):
        self.size, self.stones = size, dict(stones)

    def on_board(self, point):
        return 0 <= point[0] < self.size and 0 <= point[1] < self.size

    def free(self):
        every = ((c, r) for c in range(self.size) for r in range(self.size))
        return [point for point in every if point not in self.stones]

    def row(self, side, point, way):
        """Count the stones of a side in a row through a point, the point itself among them."""
        count = 1
        for sign in (1, -1):
            at = (point[0] + sign * way[0], point[1] + sign * way[1])
            while self.stones.get(at) == side:
                count += 1
                at = (at[0] + sign * way[0], at[1] + sign * way[1])
        return count

    def makes_five(self, side, point):
        return any(self.row(side, point, way) >= 5 for way in WAYS)

    def fives(self, side, near=None):
        """List the points that make five, on the whole board or on the lines through a point."""
        points = self.free() if near is None else self.around(near, 4)
        return [point for point in points if self.makes_five(side, point)]

    def around(self, point, reach):
        """List the free points on the eight lines through a point."""
        found = []
        for across, up in WAYS:
            for step in (*range(-reach, 0), *range(1, reach + 1)):
                at = (point[0] + step * across, point[1] + step * up)
                if self.on_board(at) and at not in self.stones:
                    found.append(at)
        return found

    def put(self, side, point):
        self.stones[point] = side

    def take(self, point):
        del self.stones[point]

    def straight_four(self, side, last):
        """Give a point on the lines of the last stone that makes two fives at once, if any."""
        for point in self.around(last, 4):
            self.put(side, point)
            ends = self.fives(side, point)
            self.take(point)
            if len(ends) > 1:
                return point
        return None


def attack(board, side, moves):
    """Give the first move of an attack that wins within so many own moves, if there is one."""
    now = board.fives(side)
    if now:
        return now[0]
    must = board.fives(1 - side)
    if moves <= 1 or len(must) > 1:
        return None
    for point in must or board.free():
        board.put(side, point)
        wins = keeps_winning(board, side, point, moves, forced=bool(must))
        board.take(point)
        if wins:
            return point
    return None


def keeps_winning(board, side, point, moves, forced=False):
    """Say whether a side that has just moved wins against every reply.

    A move that was forced, to stop a five, may leave an older threat standing somewhere else.
    """
    if board.fives(1 - side):
        return False
    ends = board.fives(side, point)
    if len(ends) > 1:
        return True
    if ends:
        return _reply_fails(board, side, ends[0], moves)
    threat = _straight(board, side, everywhere=True) if forced else board.straight_four(side, point)
    if moves <= 2 or not threat:
        return False
    return all(_reply_fails(board, side, reply, moves) for reply in board.free())


def _reply_fails(board, side, reply, moves):
    board.put(1 - side, reply)
    fails = moves > 2 and not board.fives(1 - side) and _straight(board, side)
    fails = fails or attack(board, side, moves - 1) is not None
    board.take(reply)
    return fails


def _straight(board, side, everywhere=False):
    """Say whether a straight four can be made, with no five of the other side to fear.

    On the lines of the last own stone, or of all.
    """
    own = [point for point, who in board.stones.items() if who == side]
    return any(board.straight_four(side, stone) for stone in (own if everywhere else own[-1:]))
