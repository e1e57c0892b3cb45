"""``qipan fair-play``: the figures of a section, as the chief arbiter's page has them."""

from typing import Any

import msgspec
import typer

from qipan.cli.house import DEFAULT, Data, SectionName, at
from qipan.cli.output import AsJson, console, print_json
from qipan.cli.progress import progress


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("fair-play")(fair_play)


def fair_play(
    competition: str,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Examine the games of a section; each figure has its false alarms, none is a verdict."""
    from qipan.games import game_named
    from qipan.i18n import say
    from qipan.office.judged.fair_play import judged_here, played_games
    from qipan.sections.lookup import event_of
    from qipan.views.fair_play.contest_figures import contest_figures
    from qipan.views.fair_play.measured import detections_for
    from qipan.views.fair_play.move_facts import asked_here, move_facts

    with at(data, competition, section) as place:
        games = played_games(place.found.log, place.state, place.section)
        judged: dict[Any, Any] = {}
        if judged_here(place.state, place.section):
            with progress("examining games") as tell:
                for done, game in enumerate(games):
                    tell(done, len(games))
                    rules = game_named(game.game)
                    judged[game.key] = tuple(move_facts(rules, game.moves, asked_here(rules)))
        figures = contest_figures(games, judged)
        missed = detections_for(event_of(place.state, place.section).game)
        names = {str(who): person.name for who, person in place.names.items()}
    if as_json:
        found = {"figures": figures, "names": names, "detections": missed}
        print_json(msgspec.to_builtins(found))
        return
    console.print(say("en", "fair.no-verdict", {}), markup=False)
    for player in figures.players:
        console.print(f"{names.get(player.player, player.player)}", markup=False)
        for each in player.figures:
            mark = "!" if each.alarm else " "
            said = say("en", f"fair.figure.{each.code}", each.facts)
            if each.false_alarms is not None:
                said += " " + say("en", f"fair.false-alarms.{each.code}", each.worth)
                said += " " + say("en", "fair.bounds.players", each.worth)
            console.print(f"  {mark} {said}", markup=False)
    for kept in missed:
        facts = {"found": kept.found, "tested": kept.tested, **kept.percent}
        kind, name = f"fair.kind.{kept.kind}", f"fair.name.{kept.figure}"
        said = f"{say('en', kind, {})}, {say('en', name, {})}: {say('en', 'fair.share', facts)}"
        console.print(said, markup=False)
