"""Lots: secrets are made, committed to, kept, and revealed where a command draws."""

import msgspec

from qipan.desk.decide import decide
from qipan.desk.lots import (
    NUMBERS,
    CommitLot,
    DrawNumbers,
    DrawTie,
    lots_needed,
    lots_waiting,
    round_lot,
)
from qipan.desk.play_offs.commands import DrawPlayOff
from qipan.desk.play_offs.games import lot_to_draw
from qipan.desk.results.commands import DrawNigiri
from qipan.desk.results.nigiri import game_to_draw, nigiri_lot
from qipan.desk.rounds.by_hand.commands import PairByHand
from qipan.desk.rounds.commands import PairRound
from qipan.desk.sheets.commands import CallTime
from qipan.desk.sheets.deals import lot_decides, time_lot
from qipan.journal.state import Competition
from qipan.kernel.errors import Conflict
from qipan.kernel.ids import BoardNo, CompetitionId, EntrantId, RoundNo, SectionId
from qipan.kernel.lots import SECRET_BYTES, commit
from qipan.office.clerk import Clerk, stream_of
from qipan.office.planned_acts import PlannedActs
from qipan.sections.matches import match_of


class Drawing(Clerk):
    """Commits to lots and draws them, for numbers, rounds, play-offs and ties."""

    def commit_lot(
        self, competition: CompetitionId, section: SectionId, actor: str, lot: str = NUMBERS
    ) -> str:
        """Make a secret, keep it, publish its commitment; give the commitment."""
        secret = self.around.random_bytes(SECRET_BYTES)
        command = CommitLot(section=section, lot=lot, commitment=commit(secret))
        state = self.state(competition)
        self.require_held(state)
        decide(state, command)
        self.around.secrets.keep(f"{competition}/{section}/{lot}/{commit(secret)}", secret)
        self.carry_out(competition, actor, command)
        return commit(secret)

    def secret_of(self, competition: CompetitionId, section: SectionId, lot: str) -> bytes:
        """Give the secret of a committed lot. Raises Unknown."""
        found = self.state(competition).sections[section].commitments.get(lot, "")
        return self.around.secrets.reveal(f"{competition}/{section}/{lot}/{found}")

    def draw_numbers(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        entropy: tuple[str, ...] = (),
    ) -> Competition:
        """Reveal the lot for numbers and draw them; by rating, no lot is needed."""
        secret = b""
        found = self.state(competition).sections.get(section)
        if found is not None and NUMBERS in found.commitments:
            secret = self.secret_of(competition, section, NUMBERS)
        command = DrawNumbers(section=section, secret=secret or b"\0" * 32, entropy=entropy)
        return self.carry_out(competition, actor, command)

    def pair(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        entropy: tuple[str, ...] = (),
        expected: int | None = None,
        special: tuple[tuple[EntrantId, EntrantId], ...] = (),
    ) -> Competition:
        """Pair the next round, with its lot committed to and drawn where the system needs one."""
        plan = PlannedActs(self, competition, actor, expected)
        plan_round(plan, section, entropy, special)
        return plan.carry_out()

    def pair_by_hand(
        self,
        competition: CompetitionId,
        actor: str,
        command: PairByHand,
        expected: int | None = None,
    ) -> Competition:
        """Pair the next round by hand, with its lot drawn as if the system had paired it."""
        plan = PlannedActs(self, competition, actor, expected)
        secret = _round_secret(plan, command.section)
        plan.add(msgspec.structs.replace(command, secret=secret))
        return plan.carry_out()

    def expect(self, competition: CompetitionId, expected: int | None) -> None:
        """Raise Conflict unless the competition has the version that somebody saw."""
        version = self.state(competition).version
        if expected is not None and expected != version:
            raise Conflict(stream_of(competition), expected, version)

    def draw_play_off(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        at: tuple[RoundNo, BoardNo],
        entropy: tuple[str, ...] = (),
    ) -> Competition:
        """Commit to and draw the lot of the next game of a play-off. Raises Refused."""
        state = self.state(competition)
        match = match_of(state, state.sections[section], *at)
        plan = PlannedActs(self, competition, actor)
        secret = plan.secret(section, lot_to_draw(match))
        plan.add(
            DrawPlayOff(section=section, round=at[0], board=at[1], secret=secret, entropy=entropy)
        )
        return plan.carry_out()

    def draw_nigiri(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        asked: DrawNigiri,
    ) -> Competition:
        """Commit to and draw the lot of who has Black on a board. Raises Refused."""
        state = self.state(competition)
        match = match_of(state, state.sections[section], asked.round, asked.board)
        game = game_to_draw(match, asked.hides, asked.game, asked.round, asked.board)
        plan = PlannedActs(self, competition, actor)
        secret = plan.secret(section, nigiri_lot(asked.round, asked.board, game))
        plan.add(msgspec.structs.replace(asked, game=game, secret=secret))
        return plan.carry_out()

    def call_time(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        at: tuple[RoundNo, BoardNo],
        expected: int | None = None,
        entropy: tuple[str, ...] = (),
    ) -> Competition:
        """End a match of deals by the clock, with a lot where nothing else decides."""
        plan = PlannedActs(self, competition, actor, expected)
        command = CallTime(section=section, round=at[0], board=at[1], entropy=entropy)
        if lot_decides(plan.state, section, *at):
            secret = plan.secret(section, time_lot(*at))
            command = msgspec.structs.replace(command, secret=secret)
        plan.add(command)
        return plan.carry_out()

    def draw_tie(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        lot: str,
        entropy: tuple[str, ...] = (),
    ) -> Competition:
        """Reveal a committed lot and separate who is level."""
        command = DrawTie(
            section=section,
            lot=lot,
            secret=self.secret_of(competition, section, lot),
            entropy=entropy,
        )
        return self.carry_out(competition, actor, command)

    def draw_lot(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        lot: str,
        entropy: tuple[str, ...] = (),
    ) -> Competition:
        """Commit to a lot unless that was done, and draw it. Raises Refused if none is due."""
        plan = PlannedActs(self, competition, actor)
        if lot == NUMBERS:
            plan_numbers(plan, section, entropy)
        else:
            secret = plan.secret(section, lot)
            plan.add(DrawTie(section=section, lot=lot, secret=secret, entropy=entropy))
        return plan.carry_out()

    def draw_waiting(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        entropy: tuple[str, ...] = (),
    ) -> list[str]:
        """Draw every lot that waits, also those that only now wait; give their names in order."""
        drawn: list[str] = []
        while waiting := self._waiting(competition, section, drawn):
            self.draw_lot(competition, section, actor, waiting[0], entropy)
            drawn.append(waiting[0])
        return drawn

    def _waiting(
        self, competition: CompetitionId, section: SectionId, drawn: list[str]
    ) -> list[str]:
        state = self.state(competition)
        return [lot for lot in lots_waiting(state, state.sections[section]) if lot not in drawn]


def plan_numbers(
    plan: PlannedActs, section: SectionId, entropy: tuple[str, ...] = ()
) -> Competition:
    """Add the drawing of numbers to acts that belong together. Raises Refused."""
    secret = plan.secret(section, NUMBERS)
    return plan.add(DrawNumbers(section=section, secret=secret, entropy=entropy))


def plan_round(
    plan: PlannedActs,
    section: SectionId,
    entropy: tuple[str, ...] = (),
    special: tuple[tuple[EntrantId, EntrantId], ...] = (),
) -> Competition:
    """Add the pairing of the next round to acts that belong together. Raises Refused."""
    secret = _round_secret(plan, section)
    return plan.add(PairRound(section=section, secret=secret, entropy=entropy, special=special))


def _round_secret(plan: PlannedActs, section: SectionId) -> bytes:
    """Commit to the lot of the next round if it needs one; give its secret."""
    found = plan.state.sections.get(section)
    if found is None:
        return b""
    lot = round_lot(len(found.rounds) + 1)
    if lots_needed(plan.state, found) or lot in found.commitments:
        return plan.secret(section, lot)
    return b""
