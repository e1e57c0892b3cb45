"""The seats of a player at live tables that are open: the links to them."""

from qipan.desk.online.seating import tables_of_board
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import EntrantId, Seat
from qipan.play.seats import seat_link
from qipan.web.shared.context import Context


async def own_seats(
    context: Context, state: Competition, section: Section, who: EntrantId
) -> list[str]:
    """Give the links of somebody's seats at tables that are open."""
    found = section.current
    if found is None or not found.published:
        return []
    links = []
    for board in [each.board for each in found.tables if who in each.seats]:
        for each in tables_of_board(state, section, found, board):
            mine = [Seat(seat) for seat, entrant in enumerate(each.seats) if entrant == who]
            try:
                table = await context.tables.look(each.table)
            except Unknown:
                continue  # it opens in a moment
            if not table.over:
                links += [seat_link(context.tables.key, table, seat) for seat in mine]
    return links
