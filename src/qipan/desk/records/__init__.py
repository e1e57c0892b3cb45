"""Game records: attached to a game of a round, replayed, and compared with the result.

``AttachRecord`` replays the moves with the game's own engine under the rules of the book. An
illegal move is refused by name. What the replay says of the end is kept beside the moves;
``verdict`` compares it with the result that stands, whenever it is asked. A record that differs
holds the approval up until the result is corrected or an arbiter settles it with a reason.
"""
