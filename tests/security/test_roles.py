"""Every route and every role: who may do what. A route that is not in the table fails."""

import pytest

from qipan.web.desk.old_addresses import OLD_ACTIONS
from qipan.web.desk.pages import desk_pages
from security.conftest import NOBODY

CHIEF, ARBITER, ORGANISER = "chief-arbiter", "arbiter", "organiser"
EVERYBODY = {NOBODY, "spectator", "player", ORGANISER, ARBITER, CHIEF}
ARBITERS, STAFF = {ARBITER, CHIEF}, {ARBITER, CHIEF, ORGANISER}
SIGNED_IN, GIVERS = EVERYBODY - {NOBODY}, {CHIEF, ORGANISER}
DENIED = 403

SECTION = "/c/{competition:str}/{section:str}"
API_SECTION = "/api/competitions/{competition:str}/{section:str}"
ROUTES = {
    # method and route                                     who, and a request that shows it
    ("GET", "/"): (EVERYBODY, "/"),
    ("GET", "/c/{competition:str}"): (EVERYBODY, "/c/demo"),
    ("GET", "/c/{competition:str}/{section:str}"): (EVERYBODY, "/c/demo/women"),
    ("GET", "/c/{competition:str}/{section:str}/why"): (EVERYBODY, "/c/demo/women/why?a=e1"),
    ("GET", "/c/{competition:str}/live"): (EVERYBODY, None),  # never ends; see test_operations
    ("GET", "/language/{code:str}"): (EVERYBODY, "/language/en"),
    ("GET", "/sign-in"): (EVERYBODY, "/sign-in"),
    ("POST", "/sign-in"): (EVERYBODY, "/sign-in"),
    ("GET", "/sign-in/{token:str}"): (EVERYBODY, "/sign-in/none"),
    ("POST", "/sign-in/{token:str}"): (EVERYBODY, "/sign-in/none"),
    ("POST", "/sign-out"): (EVERYBODY, None),  # ends the session this table needs
    ("POST", "/c/{competition:str}/{section:str}/{action:str}"): (STAFF, None),  # see DESK
    ("POST", "/new"): ({CHIEF, ORGANISER}, "/new"),
    ("GET", "/organise"): (EVERYBODY, "/organise"),
    ("POST", "/organise"): ({CHIEF}, "/organise"),  # who makes a competition and pairs it
    ("GET", "/organise/done"): (EVERYBODY, "/organise/done"),
    # nobody's outside the demo; tests/web/test_demo.py
    ("GET", "/demo"): (set(), None),
    ("GET", "/demo/bar"): (set(), None),
    ("POST", "/demo/be/{name:str}"): (set(), None),
    ("POST", "/demo/reset"): (set(), None),
    ("GET", "/start"): (GIVERS, "/start"),
    ("POST", "/start"): (set(), "/start"),  # the first sign-in only; see web/test_first_start
    ("POST", "/start/demo"): (GIVERS, "/start/demo"),
    ("POST", "/start/stop"): (GIVERS, "/start/stop"),
    ("GET", "/api/competitions"): (EVERYBODY, "/api/competitions"),
    ("GET", "/api/competitions/{competition:str}/{section:str}"): (
        EVERYBODY,
        "/api/competitions/demo/women",
    ),
    ("GET", "/api/competitions/{competition:str}/{section:str}/why"): (
        EVERYBODY,
        "/api/competitions/demo/women/why?a=e1",
    ),
    ("POST", "/api/competitions/{competition:str}/{section:str}/import"): (
        STAFF,
        "/api/competitions/demo/women/import",
    ),
    ("POST", "/api/competitions/{competition:str}/{section:str}/results"): (
        ARBITERS,
        "/api/competitions/demo/women/results",
    ),
    ("GET", f"{SECTION}/record"): (EVERYBODY, "/c/demo/women/record?round=9&board=1"),
    ("GET", "/api/competitions/{competition:str}/{section:str}/records"): (
        EVERYBODY,
        "/api/competitions/demo/women/records",
    ),
    ("POST", "/api/competitions/{competition:str}/{section:str}/records"): (
        ARBITERS,
        None,  # tests/web/test_records.py
    ),
    ("GET", f"{SECTION}/names"): (EVERYBODY, "/c/demo/women/names"),
    ("GET", f"{SECTION}/pairing"): (EVERYBODY, "/c/demo/women/pairing?round=1&board=1"),
    ("GET", f"{SECTION}/pictures"): (EVERYBODY, "/c/demo/women/pictures"),
    ("GET", f"{SECTION}/projector"): (EVERYBODY, "/c/demo/women/projector"),
    ("GET", "/c/{competition:str}/projector"): (EVERYBODY, "/c/demo/projector"),
    ("GET", f"{SECTION}/player/{{who:str}}"): (EVERYBODY, "/c/demo/women/player/e1"),
    ("GET", f"{SECTION}/player/{{who:str}}/calendar.ics"): (
        EVERYBODY,
        "/c/demo/women/player/e1/calendar.ics",
    ),
    ("GET", f"{SECTION}/games"): (EVERYBODY, "/c/demo/women/games"),
    ("GET", f"{SECTION}/prizes"): (EVERYBODY, "/c/demo/women/prizes"),
    ("GET", "/help"): (EVERYBODY, "/help?q=a"),
    ("GET", "/help/{name:str}"): (EVERYBODY, "/help/arbiter"),
    ("GET", "/help/reference/{name:str}"): (EVERYBODY, "/help/reference/tour"),
    ("GET", f"{SECTION}/tables"): (EVERYBODY, "/c/demo/women/tables"),
    ("GET", f"{SECTION}/teams"): (EVERYBODY, "/c/demo/women/teams"),
    ("GET", "/c/{competition:str}/live-boards"): (EVERYBODY, "/c/demo/live-boards"),
    ("GET", "/search"): (EVERYBODY, "/search?q=a"),
    ("GET", f"{SECTION}/documents"): (EVERYBODY, "/c/demo/women/documents"),
    # public documents here; slips and cards are for the staff: tests/web/test_documents.py
    ("GET", f"{SECTION}/documents/{{file:str}}"): (
        EVERYBODY,
        "/c/demo/women/documents/entries.csv",
    ),
    # long work, for the browser that asked for it alone: tests/web/test_work.py
    ("GET", "/jobs/{job:str}"): (EVERYBODY, "/jobs/none"),
    ("GET", "/jobs/{job:str}/state"): (EVERYBODY, "/jobs/none/state"),
    ("POST", "/jobs/{job:str}/give-up"): (EVERYBODY, "/jobs/none/give-up"),
    # a record of one's own, judged by the computer: tests/web/test_review_with_computer.py
    ("POST", "/play/review/computer"): (EVERYBODY, "/play/review/computer"),
    ("POST", "/api/review"): (EVERYBODY, "/api/review"),
    # figures about people: the chief arbiter's alone; tests/web/test_fair_play.py
    ("GET", f"{SECTION}/fair-play"): ({CHIEF}, "/c/demo/women/fair-play"),
    ("POST", f"{SECTION}/fair-play"): ({CHIEF}, "/c/demo/women/fair-play"),
    ("GET", f"{API_SECTION}/fair-play"): ({CHIEF}, "/api/competitions/demo/women/fair-play"),
    ("POST", f"{API_SECTION}/fair-play"): ({CHIEF}, "/api/competitions/demo/women/fair-play"),
    ("GET", "/c/{competition:str}/desk"): (STAFF, "/c/demo/desk"),
    ("GET", "/c/{competition:str}/desk/particulars"): (STAFF, "/c/demo/desk/particulars"),
    ("POST", "/c/{competition:str}/desk/describe"): ({CHIEF, ORGANISER}, "/c/demo/desk/describe"),
    ("GET", "/c/{competition:str}/logo"): (EVERYBODY, "/c/demo/logo"),
    ("GET", f"{SECTION}/desk"): (EVERYBODY, None),  # leads to the first page
    ("GET", f"{SECTION}/desk/{{name:str}}"): (STAFF, "/c/demo/women/desk/results"),
    ("POST", f"{SECTION}/desk/{{name:str}}/{{action:str}}"): (STAFF, None),  # see DESK_PAGES
    ("POST", f"{SECTION}/import"): (STAFF, "/c/demo/women/import"),
    ("GET", f"{SECTION}/import/template.xlsx"): (STAFF, "/c/demo/women/import/template.xlsx"),
    ("GET", f"{SECTION}/lot"): (EVERYBODY, "/c/demo/women/lot?lot=numbers"),
    ("GET", f"{SECTION}/lot.json"): (EVERYBODY, "/c/demo/women/lot.json?lot=numbers"),
    ("GET", "/new"): ({CHIEF, ORGANISER}, "/new?book=my-2018"),
    ("POST", "/new/competition"): ({CHIEF, ORGANISER}, "/new/competition"),
    # events of other programs: who may open competitions; tests/web/test_take_over.py
    ("GET", "/take-over"): (GIVERS, "/take-over"),
    ("POST", "/take-over"): (GIVERS, "/take-over"),
    ("POST", "/api/take-over"): (GIVERS, "/api/take-over"),
    # rating lists of federations: kept for everybody here, read by who works; web/test_rating_lists
    ("GET", "/rating-lists"): (STAFF, "/rating-lists"),
    ("POST", "/rating-lists"): (GIVERS, "/rating-lists"),
    ("POST", "/rating-lists/remove"): (GIVERS, "/rating-lists/remove"),
    ("GET", "/api/rating-lists"): (STAFF, "/api/rating-lists"),
    ("POST", "/api/rating-lists"): (GIVERS, "/api/rating-lists"),
    ("DELETE", "/api/rating-lists/{name:str}/{date:str}"): (GIVERS, "/api/rating-lists/x/2026"),
    ("GET", "/api/rating-lists/{name:str}/find"): (STAFF, "/api/rating-lists/x/find?q=li"),
    ("GET", f"{SECTION}/rating-file/{{form:str}}"): (STAFF, "/c/demo/women/rating-file/h9"),
    ("GET", f"{API_SECTION}/rating-file/{{form:str}}"): (
        STAFF,
        "/api/competitions/demo/women/rating-file/h9",
    ),
    ("GET", f"{API_SECTION}/start-groups"): (
        STAFF,
        "/api/competitions/demo/women/start-groups",
    ),
    ("GET", f"{API_SECTION}/start-groups/{{entrant:str}}"): (
        {CHIEF, ORGANISER},
        "/api/competitions/demo/women/start-groups/e1?points=3",
    ),
    ("GET", f"{API_SECTION}/list-check"): (STAFF, "/api/competitions/demo/women/list-check"),
    ("POST", f"{API_SECTION}/refresh-ratings"): (
        STAFF,
        "/api/competitions/demo/women/refresh-ratings",
    ),
    # persons, ratings and seasons across competitions; web/test_kept_ratings
    ("GET", "/ratings"): (EVERYBODY, "/ratings"),
    ("GET", "/ratings/{name:str}"): (EVERYBODY, "/ratings/none"),
    ("GET", "/ratings/{name:str}/{person:str}"): (EVERYBODY, "/ratings/none/p"),
    ("GET", "/season/{name:str}"): (EVERYBODY, "/season/none"),
    ("GET", "/season/{name:str}/{person:str}"): (EVERYBODY, "/season/none/p"),
    ("GET", "/register"): (GIVERS, "/register"),
    ("POST", "/register/merge"): (GIVERS, "/register/merge"),
    ("POST", "/register/unmerge"): (GIVERS, "/register/unmerge"),
    ("GET", "/arbiters"): (GIVERS, "/arbiters"),
    ("POST", "/arbiters/norms/add"): (GIVERS, "/arbiters/norms/add"),
    ("POST", "/arbiters/norms/remove"): (GIVERS, "/arbiters/norms/remove"),
    ("GET", "/keep"): (GIVERS, "/keep"),
    ("POST", "/keep/ratings"): (GIVERS, "/keep/ratings"),
    ("GET", "/keep/ratings/{name:str}"): (GIVERS, "/keep/ratings/none"),
    ("POST", "/keep/ratings/{name:str}/rate"): (GIVERS, "/keep/ratings/none/rate"),
    ("POST", "/keep/ratings/{name:str}/take-back"): (GIVERS, "/keep/ratings/none/take-back"),
    ("POST", "/keep/ratings/{name:str}/check"): (GIVERS, "/keep/ratings/none/check"),
    ("POST", "/keep/seasons"): (GIVERS, "/keep/seasons"),
    ("GET", "/keep/seasons/{name:str}"): (GIVERS, "/keep/seasons/none"),
    ("POST", "/keep/seasons/{name:str}/add"): (GIVERS, "/keep/seasons/none/add"),
    ("POST", "/keep/seasons/{name:str}/drop"): (GIVERS, "/keep/seasons/none/drop"),
    ("GET", "/api/ratings"): (EVERYBODY, "/api/ratings"),
    ("POST", "/api/ratings"): (GIVERS, "/api/ratings"),
    ("GET", "/api/ratings/{name:str}"): (EVERYBODY, "/api/ratings/none"),
    ("GET", "/api/ratings/{name:str}/people/{person:str}"): (
        EVERYBODY,
        "/api/ratings/none/people/p",
    ),
    ("POST", "/api/ratings/{name:str}/seasons"): (GIVERS, "/api/ratings/none/seasons"),
    ("POST", "/api/ratings/{name:str}/take-back"): (GIVERS, "/api/ratings/none/take-back"),
    ("GET", "/api/ratings/{name:str}/check"): (GIVERS, "/api/ratings/none/check"),
    ("GET", "/api/seasons"): (EVERYBODY, "/api/seasons"),
    ("POST", "/api/seasons"): (GIVERS, "/api/seasons"),
    ("GET", "/api/seasons/{name:str}"): (EVERYBODY, "/api/seasons/none"),
    ("GET", "/api/seasons/{name:str}/people/{person:str}"): (
        EVERYBODY,
        "/api/seasons/none/people/p",
    ),
    ("POST", "/api/seasons/{name:str}/stops"): (GIVERS, "/api/seasons/none/stops"),
    ("DELETE", "/api/seasons/{name:str}/stops/{competition:str}/{section:str}"): (
        GIVERS,
        "/api/seasons/none/stops/demo/women",
    ),
    ("GET", "/api/register"): (GIVERS, "/api/register"),
    ("GET", "/api/register/doubles"): (GIVERS, "/api/register/doubles"),
    ("POST", "/api/register/merges"): (GIVERS, "/api/register/merges"),
    ("DELETE", "/api/register/merges/{number:str}"): (GIVERS, "/api/register/merges/99"),
    ("GET", "/api/arbiters"): (GIVERS, "/api/arbiters"),
    ("POST", "/api/arbiters/norms"): (GIVERS, "/api/arbiters/norms"),
    # own regulations: who may open competitions; tests/web/test_own_books.py
    ("GET", "/api/books"): (EVERYBODY, "/api/books"),
    ("GET", "/added-boards/{script:str}"): (EVERYBODY, "/added-boards/none.js"),
    ("GET", "/books"): (GIVERS, "/books"),
    ("GET", "/books/{book:str}"): (GIVERS, "/books/none"),
    ("GET", "/books/{book:str}/book.toml"): (GIVERS, "/books/none/book.toml"),
    ("GET", "/books/{book:str}/clauses"): (GIVERS, "/books/none/clauses"),
    ("GET", "/books/{book:str}/events/{event:str}"): (GIVERS, "/books/none/events/none"),
    ("POST", "/books/import"): (GIVERS, "/books/import"),
    ("POST", "/books/new"): (GIVERS, "/books/new"),
    ("POST", "/books/{book:str}/check"): (GIVERS, "/books/none/check"),
    ("POST", "/books/{book:str}/events"): (GIVERS, "/books/none/events"),
    ("POST", "/books/{book:str}/publish"): (GIVERS, "/books/none/publish"),
    ("POST", "/books/{book:str}/sheet"): (GIVERS, "/books/none/sheet"),
    ("POST", "/books/{book:str}/try"): (GIVERS, "/books/none/try"),
    ("POST", "/books/{book:str}/withdraw"): (GIVERS, "/books/none/withdraw"),
    # contests: check-in is for the entrant alone, the rest by command: tests/web/test_contest.py
    ("GET", f"{SECTION}/contest"): (EVERYBODY, "/c/demo/women/contest"),
    ("POST", f"{SECTION}/contest/{{action:str}}"): (STAFF, None),
    ("GET", f"{SECTION}/boards"): (EVERYBODY, "/c/demo/women/boards"),
    ("GET", f"{SECTION}/boards/live"): (EVERYBODY, None),  # never ends
    # beside a board: whoever has the board's key, whatever the role: tests/web/test_contest.py
    ("GET", f"{SECTION}/board/{{board:int}}"): (EVERYBODY, None),
    ("GET", f"{SECTION}/board/{{board:int}}/state"): (EVERYBODY, None),
    ("POST", f"{SECTION}/board/{{board:int}}"): (EVERYBODY, None),
    ("GET", "/lobby"): (EVERYBODY, "/lobby"),
    ("POST", "/lobby"): (STAFF, "/lobby"),
    ("POST", "/api/lobbies/{name:str}/player"): (EVERYBODY, None),
    ("GET", "/lobby/{name:str}"): (EVERYBODY, None),  # needs a lobby: tests/web/test_contest.py
    ("POST", "/lobby/{name:str}/{action:str}"): (EVERYBODY, None),
    ("GET", "/boards"): (EVERYBODY, "/boards"),
    ("POST", "/boards/{name:str}"): (EVERYBODY, None),  # samples: tests/web/test_boards.py
    # watching, and what robots and telephones read: tests/web/test_watch.py
    ("GET", "/watch"): (EVERYBODY, "/watch"),
    ("GET", "/watch/live"): (EVERYBODY, None),  # never ends
    ("GET", "/robots.txt"): (EVERYBODY, "/robots.txt"),
    ("GET", "/sitemap.xml"): (EVERYBODY, "/sitemap.xml"),
    ("GET", "/manifest.webmanifest"): (EVERYBODY, "/manifest.webmanifest"),
    ("GET", "/icon.png"): (EVERYBODY, "/icon.png"),
    # what other sites and telephones without a line get: tests/web/test_publish.py
    ("GET", "/card.png"): (EVERYBODY, "/card.png"),
    ("GET", "/c/{competition:str}/card.png"): (EVERYBODY, "/c/demo/card.png"),
    ("GET", f"{SECTION}/card.png"): (EVERYBODY, "/c/demo/women/card.png"),
    ("GET", f"{SECTION}/record/card.png"): (EVERYBODY, None),
    ("GET", "/t/{name:str}/card.png"): (EVERYBODY, None),
    ("GET", "/t/{name:str}/review/card.png"): (EVERYBODY, None),
    ("GET", f"/embed{SECTION}/standings"): (EVERYBODY, "/embed/c/demo/women/standings"),
    ("GET", f"/embed{SECTION}/pairings"): (EVERYBODY, "/embed/c/demo/women/pairings"),
    ("GET", f"/embed{SECTION}/wall"): (EVERYBODY, "/embed/c/demo/women/wall"),
    ("GET", "/embed/t/{name:str}"): (EVERYBODY, "/embed/t/none"),
    ("GET", "/embed/t/{name:str}/live"): (EVERYBODY, "/embed/t/none/live"),
    ("GET", "/oembed"): (EVERYBODY, "/oembed?url=http://testserver.local/c/demo/women"),
    ("GET", "/feed.atom"): (EVERYBODY, "/feed.atom"),
    ("GET", "/feed.rss"): (EVERYBODY, "/feed.rss"),
    ("GET", "/c/{competition:str}/feed.atom"): (EVERYBODY, "/c/demo/feed.atom"),
    ("GET", "/c/{competition:str}/feed.rss"): (EVERYBODY, "/c/demo/feed.rss"),
    # profiles go by their owner's choice: tests/web/test_profiles.py
    ("GET", "/people/{name:str}"): (EVERYBODY, "/people/none"),
    ("GET", "/people/{name:str}/card.png"): (EVERYBODY, "/people/none/card.png"),
    ("GET", "/api/people/{name:str}"): (EVERYBODY, "/api/people/none"),
    ("GET", "/account/profile"): (SIGNED_IN, "/account/profile"),
    ("POST", "/account/profile"): (SIGNED_IN, "/account/profile"),
    ("GET", "/service-worker.js"): (EVERYBODY, "/service-worker.js"),
    ("GET", "/offline"): (EVERYBODY, "/offline"),
    # registering oneself: tests/web/test_register.py
    ("GET", f"{SECTION}/register"): (EVERYBODY, "/c/demo/women/register"),
    ("POST", f"{SECTION}/register"): (EVERYBODY, "/c/demo/women/register"),
    ("POST", f"{SECTION}/register/{{name:str}}/{{action:str}}"): (
        GIVERS,
        "/c/demo/women/register/section/terms",
    ),
    # playing as a guest: seats go by the browser, tests/web/test_play.py
    ("GET", "/play"): (EVERYBODY, "/play"),
    ("POST", "/play/{way:str}"): (EVERYBODY, "/play/none"),
    ("GET", "/play/invite/{name:str}"): (EVERYBODY, "/play/invite/none"),
    ("GET", "/play/join/{name:str}"): (EVERYBODY, "/play/join/none"),
    ("POST", "/play/join/{name:str}"): (EVERYBODY, "/play/join/none"),
    ("GET", "/play/seat/{name:str}"): (EVERYBODY, "/play/seat/none"),
    ("GET", "/play/mine.json"): (EVERYBODY, "/play/mine.json"),
    ("POST", "/play/forget"): (EVERYBODY, "/play/forget"),
    ("GET", "/play/review"): (EVERYBODY, "/play/review"),
    ("POST", "/play/review"): (EVERYBODY, None),  # an upload: tests/web/test_boards.py
    ("POST", "/play/review/file"): (EVERYBODY, None),
    ("POST", "/play/review/picture"): (EVERYBODY, None),  # tests/web/test_review.py
    ("POST", "/play/review/choice"): (EVERYBODY, None),
    ("POST", "/play/review/notes"): (EVERYBODY, None),  # tests/web/test_readers_notes.py
    ("GET", "/play/review/sample/picture.png"): (EVERYBODY, None),
    ("GET", "/play/review/sample/picture.svg"): (
        EVERYBODY,
        "/play/review/sample/picture.svg?sample=go",
    ),
    ("GET", f"{SECTION}/record/picture.png"): (EVERYBODY, None),
    ("GET", f"{SECTION}/record/picture.svg"): (EVERYBODY, None),
    ("GET", f"{SECTION}/record/sheet"): (EVERYBODY, "/c/demo/women/record/sheet?round=9&board=1"),
    ("GET", f"{SECTION}/record/game.pgn"): (EVERYBODY, None),
    ("GET", f"{SECTION}/record/game.sgf"): (EVERYBODY, None),
    ("GET", f"{SECTION}/record/game.json"): (EVERYBODY, None),
    ("GET", "/t/{name:str}/review/picture.png"): (EVERYBODY, None),
    ("GET", "/t/{name:str}/review/picture.svg"): (EVERYBODY, None),
    # live tables go by seat tokens and roles: tests/web/test_sockets.py, tests/play
    ("GET", "/t/{name:str}"): (EVERYBODY, None),
    ("GET", "/t/{name:str}/review"): (EVERYBODY, None),
    ("GET", "/t/{name:str}/onward"): (EVERYBODY, None),  # by the seat held: test_onward.py
    ("POST", "/t/{name:str}/rematch"): (EVERYBODY, None),  # by the seat held: test_rematch.py
    ("GET", "/api/tables/{name:str}"): (EVERYBODY, None),
    ("GET", "/api/tables/{name:str}/evidence"): (ARBITERS, None),
    ("POST", "/api/tables"): (ARBITERS, None),
    ("POST", "/api/tables/{name:str}/moves"): (EVERYBODY, None),  # by the token of a seat
    ("POST", "/api/practice"): (EVERYBODY, None),
    ("GET", "/api/lobbies/{name:str}"): (EVERYBODY, None),
    ("POST", "/api/lobbies"): (STAFF, None),
    ("POST", "/api/lobbies/{name:str}/leave"): (EVERYBODY, None),
    ("POST", "/api/lobbies/{name:str}/wait"): (EVERYBODY, None),
    # making an account, and getting it back: tests/web/test_accounts.py
    ("GET", "/sign-up"): (EVERYBODY, "/sign-up"),
    ("POST", "/sign-up"): (EVERYBODY, "/sign-up"),
    ("GET", "/recover"): (EVERYBODY, "/recover"),
    ("GET", "/recover/{token:str}"): (EVERYBODY, "/recover/none"),
    ("POST", "/recover/{token:str}"): (EVERYBODY, "/recover/none"),
    ("POST", "/recover/code"): (EVERYBODY, "/recover/code"),
    ("POST", "/recover/letter"): (EVERYBODY, "/recover/letter"),
    ("GET", "/account/email/{token:str}"): (EVERYBODY, "/account/email/none"),
    ("POST", "/account/email/{token:str}"): (EVERYBODY, "/account/email/none"),
    ("POST", "/account/email"): (SIGNED_IN, "/account/email"),
    ("POST", "/account/name"): (SIGNED_IN, "/account/name"),
    ("POST", "/account/recovery"): (SIGNED_IN, None),  # makes a new code every time
    ("POST", "/account/erase"): (SIGNED_IN, "/account/erase"),
    ("GET", "/account/export.json"): (SIGNED_IN, "/account/export.json"),
    # one's own account, and who may what in a competition: tests/web/test_access.py
    ("GET", "/account"): (SIGNED_IN, "/account"),
    ("POST", "/account/sessions/end"): (SIGNED_IN, None),  # ends the sessions this table needs
    ("POST", "/account/password"): (SIGNED_IN, "/account/password"),
    ("POST", "/account/passkeys/begin"): (SIGNED_IN, "/account/passkeys/begin"),
    ("POST", "/account/passkeys"): (SIGNED_IN, "/account/passkeys"),
    ("POST", "/account/passkeys/{name:str}/remove"): (SIGNED_IN, "/account/passkeys/x/remove"),
    ("POST", "/account/tokens"): (SIGNED_IN, "/account/tokens"),
    ("POST", "/account/tokens/{name:str}/revoke"): (SIGNED_IN, "/account/tokens/x/revoke"),
    ("POST", "/passkey/begin"): (EVERYBODY, "/passkey/begin"),
    ("POST", "/passkey"): (EVERYBODY, "/passkey"),
    ("GET", "/invitation/{token:str}"): (EVERYBODY, "/invitation/none"),
    ("POST", "/invitation/{token:str}/accept"): (EVERYBODY, "/invitation/none/accept"),
    ("GET", "/c/{competition:str}/access"): (GIVERS, "/c/demo/access"),
    ("POST", "/c/{competition:str}/access/invite"): (GIVERS, "/c/demo/access/invite"),
    ("POST", "/c/{competition:str}/access/take-back"): (GIVERS, "/c/demo/access/take-back"),
    ("POST", "/c/{competition:str}/access/take-role"): (GIVERS, "/c/demo/access/take-role"),
    ("POST", "/c/{competition:str}/access/end-sessions"): (GIVERS, "/c/demo/access/end-sessions"),
    ("GET", "/c/{competition:str}/audit"): (STAFF, "/c/demo/audit"),
    # a player's page goes by the card a phone took, not by a role: tests/web/test_players.py
    ("GET", "/me"): (EVERYBODY, "/me"),
    ("GET", f"{SECTION}/me/{{who:str}}"): (set(), "/c/demo/women/me/e1"),
    ("GET", f"{SECTION}/me/{{who:str}}/card"): (set(), "/c/demo/women/me/e1/card"),
    ("POST", f"{SECTION}/me/{{who:str}}/photo"): (set(), "/c/demo/women/me/e1/photo"),
    ("POST", f"{SECTION}/me/{{who:str}}/{{action:str}}"): (set(), "/c/demo/women/me/e1/sign"),
    ("GET", f"{SECTION}/photos/{{name:str}}"): (ARBITERS, "/c/demo/women/photos/none"),
    ("GET", "/card/{competition:str}/{section:str}/{who:str}/{signature:str}"): (
        EVERYBODY,
        "/card/demo/women/e1/none",
    ),
    ("POST", "/card/{competition:str}/{section:str}/{who:str}/{signature:str}/take"): (
        EVERYBODY,
        "/card/demo/women/e1/none/take",
    ),
    ("GET", f"{SECTION}/cards"): (STAFF, "/c/demo/women/cards"),
    ("GET", f"{SECTION}/cards/{{who:str}}"): (STAFF, "/c/demo/women/cards/e1"),
    ("POST", f"{SECTION}/cards/renew"): (STAFF, "/c/demo/women/cards/renew"),
    ("GET", "/c/{competition:str}/notices"): (EVERYBODY, "/c/demo/notices"),
    ("POST", "/c/{competition:str}/notices/post"): (STAFF, "/c/demo/notices/post"),
    # for other sites: tests/web/test_stream.py
    ("GET", "/api/competitions/{competition:str}"): (EVERYBODY, "/api/competitions/demo"),
    ("GET", "/api/competitions/{competition:str}/changes"): (
        EVERYBODY,
        "/api/competitions/demo/changes",
    ),
    ("GET", "/api/competitions/{competition:str}/events"): (EVERYBODY, None),  # never ends
    ("POST", "/api/competitions/{competition:str}/commands"): (
        STAFF,
        "/api/competitions/demo/commands",
    ),
    ("POST", f"{API_SECTION}/entries"): (STAFF, "/api/competitions/demo/women/entries"),
    ("POST", f"{API_SECTION}/lots"): ({CHIEF}, "/api/competitions/demo/women/lots"),
    ("POST", f"{API_SECTION}/pair"): (ARBITERS, "/api/competitions/demo/women/pair"),
    ("GET", "/c/{competition:str}/hooks"): (GIVERS, "/c/demo/hooks"),
    ("POST", "/c/{competition:str}/hooks/add"): (GIVERS, "/c/demo/hooks/add"),
    ("POST", "/c/{competition:str}/hooks/remove"): (GIVERS, "/c/demo/hooks/remove"),
    ("POST", "/c/{competition:str}/hooks/again"): (GIVERS, "/c/demo/hooks/again"),
    ("GET", "/c/{competition:str}/travel"): (GIVERS, "/c/demo/travel"),
    ("GET", "/c/{competition:str}/travel/unsent"): (GIVERS, "/c/demo/travel/unsent"),
    ("POST", "/c/{competition:str}/travel/file"): (GIVERS, "/c/demo/travel/file"),
    ("POST", "/c/{competition:str}/travel/take-over"): (GIVERS, "/c/demo/travel/take-over"),
    ("POST", "/c/{competition:str}/travel/mirrors"): (GIVERS, "/c/demo/travel/mirrors"),
    ("POST", "/c/{competition:str}/travel/mirrors/remove"): (
        GIVERS,
        "/c/demo/travel/mirrors/remove",
    ),
    ("GET", "/travel"): (GIVERS, "/travel"),
    ("POST", "/travel/file"): (GIVERS, "/travel/file"),
    ("POST", "/travel/take"): (GIVERS, "/travel/take"),
    ("POST", "/travel/token"): (GIVERS, "/travel/token"),
    # by a token for one copy only: tests/web/test_travel.py
    ("POST", "/api/mirror/{competition:str}/heads"): (set(), None),
    ("POST", "/api/mirror/{competition:str}/events"): (set(), None),
    ("POST", "/api/mirror/{competition:str}/further"): (set(), None),
    # who asked is told; whose wish it is decides, not a role: tests/web/test_reach.py
    ("GET", "/c/{competition:str}/reach"): (GIVERS, "/c/demo/reach"),
    ("POST", "/c/{competition:str}/reach/{action:str}"): (GIVERS, "/c/demo/reach/again"),
    ("GET", f"{SECTION}/reach"): (EVERYBODY, "/c/demo/women/reach"),
    ("POST", f"{SECTION}/reach"): (EVERYBODY, "/c/demo/women/reach"),
    ("POST", "/reach/{name:str}/stop"): (set(), "/reach/none/stop"),
    ("GET", "/reach/prove/{token:str}"): (EVERYBODY, "/reach/prove/none"),
    ("POST", "/reach/prove/{token:str}"): (EVERYBODY, "/reach/prove/none"),
    ("GET", "/reach/stop/{name:str}/{signature:str}"): (EVERYBODY, "/reach/stop/none/none"),
    ("POST", "/reach/stop/{name:str}/{signature:str}"): (EVERYBODY, "/reach/stop/none/none"),
    ("GET", "/health"): (EVERYBODY, "/health"),
    ("GET", "/ready"): (EVERYBODY, "/ready"),
    ("GET", "/record"): (EVERYBODY, "/record"),
    ("GET", "/api/record"): (EVERYBODY, "/api/record"),
    ("GET", "/metrics"): (EVERYBODY, None),  # by address or token, not by role: test_operations
    ("GET", "/static/{file_path:path}"): (EVERYBODY, "/static/style.css"),
    ("GET", "/schema"): (EVERYBODY, "/schema"),
    ("GET", "/schema/openapi.json"): (EVERYBODY, "/schema/openapi.json"),
    ("GET", "/schema/{path:str}"): (EVERYBODY, None),  # always 404
}
BODIES = {
    "/c/demo/desk/describe": {"files": {"logo": ("x.png", b"no picture")}},
    "/organise": {"data": {"names": "only one"}},
    "/new": {"data": {"id": "x", "title": "X", "event": "wx-14/none"}},
    "/new/competition": {"data": {"id": "x", "title": "X", "book": "wx-14", "event": "none"}},
    "/take-over": {"files": {"file": ("x.trf", b"012 X\n")}},
    "/api/take-over": {"json": {"competition": "x", "text": "012 X\n", "dry_run": True}},
    "/rating-lists": {"files": {"file": ("x.csv", b"name\nN. N.\n")}},
    "/rating-lists/remove": {"data": {"name": "x", "date": "2026"}},
    "/api/rating-lists": {
        "json": {"name": "x", "date": "2026", "text": "name\nN", "dry_run": True}
    },
    "/api/competitions/demo/women/refresh-ratings": {"json": {"list": "x"}},
    "/register/merge": {"data": {"one": "x", "other": "y", "reason": "r"}},
    "/register/unmerge": {"data": {"merge": "99"}},
    "/arbiters/norms/add": {"data": {"title": ""}},
    "/arbiters/norms/remove": {"data": {"norm": "99"}},
    "/keep/ratings": {"data": {"name": "x y", "ready": "egf"}},
    "/keep/ratings/none/rate": {"data": {"season": "x"}},
    "/keep/ratings/none/take-back": {"data": {"reason": "r"}},
    "/keep/ratings/none/check": {"data": {"x": "y"}},
    "/keep/seasons": {"data": {"name": "x y"}},
    "/keep/seasons/none/add": {"data": {"section": "demo/women"}},
    "/keep/seasons/none/drop": {"data": {"section": "demo/women"}},
    "/api/arbiters/norms": {"json": {"rules": "norm = 3"}},
    "/api/ratings": {"json": {"name": "x y", "rules": "egf"}},
    "/api/ratings/none/seasons": {"json": {"season": "1", "sections": []}},
    "/api/ratings/none/take-back": {"json": {"reason": "r"}},
    "/api/seasons": {"json": {"name": "x y", "rules": ""}},
    "/api/seasons/none/stops": {"json": {"competition": "demo", "section": "women"}},
    "/api/register/merges": {"json": {"people": ["x", "y"], "reason": "r"}},
    "/c/demo/women/import": {"files": {"file": ("x.csv", b"name\nN. N.\n")}},
    "/sign-in": {"data": {"name": "x", "password": "x"}},
    "/account/password": {"data": {"old": "wrong", "password": "x"}},
    "/play/none": {"data": {"game": "go"}},
    "/play/review/computer": {"data": {"record": "none"}},
    "/api/review": {"json": {"record": "none"}},
    "/c/demo/women/register": {"data": {"name": ""}},
    "/c/demo/women/reach": {"data": {"way": "none"}},
    "/c/demo/reach/again": {"data": {"wish": "none"}},
    "/c/demo/women/register/section/terms": {"data": {"open": "no"}},
    "/lobby": {"data": {"name": "Not a name", "event": "none/none"}},
    "/sign-up": {"data": {"name": "x"}},
    "/recover/none": {"data": {"password": "x"}},
    "/recover/code": {"data": {"name": "x", "code": "x", "password": "x"}},
    "/recover/letter": {"data": {"who": "x"}},
    "/account/email": {"data": {"email": "no address"}},
    "/account/name": {"data": {"display": ""}},
    "/account/erase": {"data": {"password": "wrong", "name": "wrong"}},
    "/account/passkeys": {"json": {"credential": {}}},
    "/account/tokens": {"data": {"competition": "none", "scope": "read", "label": "x"}},
    "/passkey": {"json": {"credential": {"id": "none"}}},
    "/invitation/none/accept": {"data": {"way": "new"}},
    "/c/demo/women/me/e1/photo": {"files": {"photo": ("x.png", b"x", "image/png")}},
    "/c/demo/women/cards/renew": {"data": {"entrant": "none"}},
    "/c/demo/notices/post": {"data": {"text": ""}},
    "/api/competitions/demo/women/import": {"json": {"text": "name\nN. N.\n", "dry_run": True}},
    "/api/competitions/demo/commands": {
        "json": {"command": "PostNotice", "text": "", "at": "2026-01-01"}
    },
    "/api/competitions/demo/women/entries": {"json": {"name": "N. N."}},
    "/api/competitions/demo/women/lots": {"json": {"draw": True}},
    "/c/demo/hooks/add": {"data": {"url": "https://127.0.0.1/"}},
    "/c/demo/hooks/remove": {"data": {"hook": "none"}},
    "/c/demo/hooks/again": {"data": {"hook": "none"}},
    "/c/demo/travel/file": {"data": {"password": "short"}},
    "/c/demo/travel/take-over": {"data": {"because": "x"}},
    "/c/demo/travel/mirrors": {"data": {"url": "x", "token": "x"}},
    "/c/demo/travel/mirrors/remove": {"data": {"mirror": "none"}},
    "/travel/file": {"files": {"file": ("x.qipan", b"no event")}},
    "/travel/take": {"data": {"kept": "none"}},
    "/travel/token": {"data": {"competition": "?"}},
    "/c/demo/access/invite": {"data": {"role": "none"}},
    "/c/demo/access/take-back": {"data": {"invitation": "none"}},
    "/c/demo/access/take-role": {"data": {"account": "none"}},
    "/c/demo/access/end-sessions": {"data": {"account": "none"}},
    "/api/competitions/demo/women/results": {"json": {"round": 9, "board": 1, "result": "1-0"}},
}
DESK = {
    "enter": (STAFF, {"name": "N. N."}),
    "withdraw": (STAFF, {"entrant": "e99"}),
    "close": ({CHIEF, ORGANISER}, {}),
    "commit": ({CHIEF}, {"lot": "numbers"}),
    "draw": ({CHIEF}, {}),
    "pair": (ARBITERS, {}),
    "publish": (ARBITERS, {"round": "9"}),
    "change-pairing": ({CHIEF}, {"round": "9", "steps": "reverse:1", "reason": "x"}),
    "pair-by-hand": ({CHIEF}, {"pairs": "e1:e2", "reason": "x"}),
    "withdraw-round": ({CHIEF}, {"round": "9", "reason": "x"}),
    "result": (ARBITERS, {"round": "9", "board": "1", "result": "1-0"}),
    "play-off-lot": ({CHIEF}, {"round": "9", "board": "1"}),
    "attach-record": (
        ARBITERS,
        {"round": "9", "board": "1", "ending": ".pgn", "record": "1. h2e2 *"},
    ),
    "score-deal": (ARBITERS, {"round": "9", "board": "1", "banker": "0", "points": "0"}),
    "correct-deal": (
        ARBITERS,
        {"round": "9", "board": "1", "banker": "0", "points": "0", "deal": "1", "reason": "x"},
    ),
    "call-time": (ARBITERS, {"round": "9", "board": "1"}),
    "rule-game": (ARBITERS, {"round": "9", "board": "1", "ruling": "draw", "reason": "x"}),
    "settle-record": (ARBITERS, {"round": "9", "board": "1", "reason": "x"}),
    "approve": ({CHIEF}, {}),
}
AT_BOARD = {"round": "9", "board": "1", "entrant": "e1"}
DESK_PAGES = {
    ("records", "show-photo"): (ARBITERS, {"round": "9", "board": "1", "hash": "x"}),
    ("results", "lines"): (ARBITERS, {"round": "9", "lines": "1 1-0"}),
    ("results", "correct"): (ARBITERS, {**AT_BOARD, "result": "1-0", "reason": "r"}),
    ("results", "signed"): (ARBITERS, AT_BOARD),
    ("results", "try-correct"): (ARBITERS, {**AT_BOARD, "result": "1-0", "reason": "r"}),
    ("results", "clear"): (ARBITERS, {**AT_BOARD, "reason": "r"}),
    ("results", "move"): (ARBITERS, {**AT_BOARD, "to": "2", "reason": "r"}),
    ("results", "confirm"): (ARBITERS, AT_BOARD),
    ("results", "try-penalty"): (ARBITERS, {**AT_BOARD, "whom": "e1 p", "offence": "x"}),
    ("results", "penalty"): (ARBITERS, {**AT_BOARD, "whom": "e1 p", "offence": "x"}),
    ("results", "try-late"): (ARBITERS, {**AT_BOARD, "whom": "e1 p", "minutes": "5"}),
    ("results", "late"): (ARBITERS, {**AT_BOARD, "whom": "e1 p", "minutes": "5"}),
    ("results", "end-round"): (ARBITERS, {"round": "9"}),
    # who may do a thing may undo it: tests/web/test_repairs.py
    ("log", "undo"): (STAFF, {"act": "99999"}),
    ("section", "rename"): (GIVERS, {"title": ""}),
    ("section", "split"): (GIVERS, {"new": "x"}),
    ("section", "merge"): (GIVERS, {"into": "none", "reason": "r"}),
    ("section", "cancel"): (GIVERS, {"reason": "r"}),
    ("section", "lift"): ({CHIEF}, {"reason": "r"}),
    ("list-check", "refresh"): (STAFF, {"list": "none"}),
    ("list-check", "take"): (STAFF, {"list": "none", "entrant": "e99", "number": "1"}),
    ("amend", "try"): (STAFF, {"entrant": "e99"}),
    ("amend", "save"): (STAFF, {"entrant": "e99"}),
    ("amend", "return"): (STAFF, {"entrant": "e99"}),
    ("amend", "reopen"): ({CHIEF, ORGANISER}, {}),
    ("amend", "rest"): (STAFF, {"entrant": "e99", "round": "99"}),
    ("play-off", "nominate"): (ARBITERS, {**AT_BOARD, "person": "p9"}),
    ("play-off", "choose"): (ARBITERS, {**AT_BOARD, "chosen": "first"}),
    ("pairing", "try-change"): ({CHIEF}, {**AT_BOARD, "reason": "r"}),
    ("pairing", "change"): ({CHIEF}, {**AT_BOARD, "reason": "r"}),
    ("pairing", "try-lay"): ({CHIEF}, {"pairs": "1 2", "reason": "r"}),
    ("pairing", "lay"): ({CHIEF}, {"pairs": "1 2", "reason": "r"}),
    ("pairing", "take-back"): ({CHIEF}, {"round": "9", "reason": "r"}),
    ("go-boards", "nigiri"): (ARBITERS, {**AT_BOARD, "hides": "e1", "hidden": "7", "guess": "1"}),
    ("go-boards", "count"): (
        ARBITERS,
        {**AT_BOARD, "black": "e1", "black-points": "1", "white-points": "1"},
    ),
    ("go-boards", "stone"): (ARBITERS, {**AT_BOARD, "ruling": "agreed"}),
    ("go-boards", "pause"): (ARBITERS, {**AT_BOARD, "stones": "5", "left": "1"}),
    ("go-boards", "handicap"): (ARBITERS, {**AT_BOARD, "handicap": "2"}),
    ("start-groups", "set"): ({CHIEF, ORGANISER}, {"bar": "4d", "floor": "20k"}),
    ("start-groups", "set-one"): ({CHIEF, ORGANISER}, {"entrant": "e99", "points": "3"}),
    ("members", "replace"): (
        {CHIEF, ORGANISER},
        {"entrant": "e99", "left": "p9", "name": "x", "reason": "r"},
    ),
    ("late", "absent"): (ARBITERS, AT_BOARD),
    ("late", "here"): (ARBITERS, {**AT_BOARD, "entrant": "e99"}),
    ("late", "try"): (ARBITERS, {**AT_BOARD, "minutes": "5"}),
    ("late", "came"): (ARBITERS, {**AT_BOARD, "minutes": "5"}),
    ("late", "never"): (ARBITERS, {**AT_BOARD, "minutes": "99"}),
    ("conduct", "punish"): (ARBITERS, {**AT_BOARD, "offence": "none"}),
    ("conduct", "record"): (ARBITERS, {**AT_BOARD, "run": "1", "total": "1"}),
    ("conduct", "try-annul"): ({CHIEF}, {"entrant": "e99", "reason": "r"}),
    ("conduct", "annul"): ({CHIEF}, {"entrant": "e99", "reason": "r"}),
    ("conduct", "try"): (ARBITERS, {**AT_BOARD, "offence": "none"}),
    ("conduct", "take-back"): (ARBITERS, {"penalty": "f9", "reason": "r"}),
    ("conduct", "try-record"): (ARBITERS, {**AT_BOARD, "run": "1", "total": "1"}),
    ("conduct", "clock"): (ARBITERS, {**AT_BOARD, "left-first": "1:00", "left-second": "1:00"}),
    ("conduct", "swap"): ({CHIEF}, {**AT_BOARD, "other": "2"}),
    ("appeals", "lodge"): (ARBITERS, {**AT_BOARD, "text": "x"}),
    ("appeals", "accept"): ({CHIEF}, {"appeal": "a9"}),
    ("appeals", "refuse"): ({CHIEF}, {"appeal": "a9", "reason": "r"}),
    ("appeals", "withdraw"): (ARBITERS, {"appeal": "a9"}),
    ("appeals", "uphold"): ({CHIEF}, {"appeal": "a9", "reason": "r"}),
    ("appeals", "dismiss"): ({CHIEF}, {"appeal": "a9", "reason": "r"}),
    ("appeals", "committee"): ({CHIEF, ORGANISER}, {"names": "a"}),
    ("appeals", "conflict"): (STAFF, {"official": "none", "entrant": "e99"}),
    ("lots", "commit"): ({CHIEF}, {"lot": "none"}),
    ("lots", "draw"): ({CHIEF}, {"lot": "none"}),
    ("entries", "try-withdraw"): (STAFF, {"entrant": "e99"}),
    ("entries", "unit"): ({CHIEF, ORGANISER}, {"unit": "", "kind": "x"}),
    ("entries", "declare"): (STAFF, {}),
    ("entries", "open-to-all"): ({CHIEF, ORGANISER}, {}),
    ("entries", "copy"): (STAFF, {"source": "demo/women"}),
    ("identity", "verify"): (STAFF, {"entrant": "e99"}),
    ("identity", "drop"): ({CHIEF, ORGANISER}, {}),
    ("line-ups", "hand-in"): (ARBITERS, AT_BOARD),
    ("invitations", "look"): ({CHIEF, ORGANISER}, {"list": "A; 2000"}),
    ("invitations", "invite"): ({CHIEF, ORGANISER}, {"list": "A; 2000"}),
    ("invitations", "enter-invited"): (STAFF, {"person": "none"}),
    ("money", "pay"): ({CHIEF, ORGANISER}, {"entrant": "e99"}),
    ("money", "post"): ({CHIEF, ORGANISER}, {"entrant": "e99", "reason": "fee", "amount": "1"}),
    ("schedule", "set"): ({CHIEF, ORGANISER}, {"round": "0", "start": "2026-01-01T10:00"}),
    ("schedule", "fill"): (
        {CHIEF, ORGANISER},
        {"start": "2026-01-01T10:00", "minutes": "0", "a-day": "9", "rounds": "2"},
    ),
    ("closing", "award"): ({CHIEF, ORGANISER}, {"on": "2026-01-01"}),
    ("closing", "finish"): ({CHIEF}, {}),
    ("options", "change"): ({CHIEF, ORGANISER}, {"option": "none"}),
    ("editions", "move"): ({CHIEF}, {"reason": "new book"}),
    ("check-in", "arrive"): (STAFF, {"entrant": "e99"}),
    ("check-in", "all"): (STAFF, {"version": "1"}),
    ("check-in", "expect"): (STAFF, {"entrant": "e99", "round": "1"}),
    ("check-in", "undo"): (STAFF, {"entrant": "e99"}),
}
# behind an old address is one action of one page, for the same roles
DESK_PAGES = {OLD_ACTIONS[name]: row for name, row in DESK.items()} | DESK_PAGES


def routes_of(app):
    for route in app.open_everything().routes:
        for method in getattr(route, "methods", ["WEBSOCKET"]):
            if method not in ("OPTIONS", "HEAD"):
                yield method, route.path


def test_every_route_is_in_the_table(secured):
    assert sorted(set(routes_of(secured.app)) - set(ROUTES)) == []


def test_every_action_of_the_desk_is_in_the_table():
    assert set(OLD_ACTIONS) == set(DESK)
    assert {page for page, _ in OLD_ACTIONS.values()} <= set(desk_pages())


def test_every_action_of_the_desks_pages_is_in_the_table():
    found = {(page.name, action) for page in desk_pages().values() for action in page.actions}
    assert found == set(DESK_PAGES)


@pytest.mark.parametrize("role", sorted(EVERYBODY))
def test_a_role_may_do_what_the_table_says_and_nothing_else(secured, role):
    client = secured.asking(role)
    wrong = []
    for (method, route), (allowed, path) in ROUTES.items():
        if path is None:
            continue
        answer = client.request(method, path, follow_redirects=False, **BODIES.get(path, {}))
        assert answer.status_code < 500, (method, route, answer.text)
        if (answer.status_code == DENIED) is (role in allowed):
            wrong.append((method, route, answer.status_code))
    assert wrong == []


@pytest.mark.parametrize("role", sorted(EVERYBODY))
def test_a_form_of_the_desk_obeys_the_table(secured, role):
    client = secured.asking(role)
    version = secured.house.office.state("demo").version
    wrong = []
    for action, (allowed, fields) in DESK.items():
        answer = client.post(f"/c/demo/women/{action}", data=fields, follow_redirects=False)
        assert answer.status_code < 500, (action, answer.text)
        if (answer.status_code == DENIED) is (role in allowed):
            wrong.append((action, answer.status_code))
    assert wrong == []
    assert secured.house.office.state("demo").version == version  # refused or denied, all of it


@pytest.mark.parametrize("role", sorted(EVERYBODY))
def test_a_page_of_the_desk_obeys_the_table(secured, role):
    client = secured.asking(role)
    version = secured.house.office.state("demo").version
    wrong = []
    for (page, action), (allowed, fields) in DESK_PAGES.items():
        path = f"/c/demo/women/desk/{page}/{action}"
        answer = client.post(path, data=fields, follow_redirects=False)
        assert answer.status_code < 500, (path, answer.text)
        if (answer.status_code == DENIED) is (role in allowed):
            wrong.append((path, answer.status_code))
    assert wrong == []
    assert secured.house.office.state("demo").version == version  # refused or denied, all of it


def test_a_role_counts_only_where_it_was_given(secured):
    house = secured.house
    house.accounts.create("elsewhere", "elsewhere", None)
    house.accounts.grant("elsewhere", "other", secured_role())
    house.accounts.open_session("elsewhere", "session-of-elsewhere", 2**40)
    client = secured.asking("elsewhere")
    answer = client.post("/c/demo/women/approve", follow_redirects=False)
    assert answer.status_code == DENIED
    version, tried, wrong = house.office.state("demo").version, 0, []
    pages = [
        ("POST", f"/c/demo/women/desk/{page}/{action}", allowed, {"data": fields})
        for (page, action), (allowed, fields) in DESK_PAGES.items()
    ]
    rows = [
        (method, path, allowed, BODIES.get(path, {}))
        for (method, _), (allowed, path) in ROUTES.items()
        if path and "/demo" in path
    ]
    for method, path, allowed, body in rows + pages:
        if "spectator" in allowed:
            continue  # for everybody
        tried += 1
        answer = client.request(method, path, follow_redirects=False, **body)
        if answer.status_code != DENIED:
            wrong.append((method, path, answer.status_code))
    assert wrong == []
    assert tried > 100
    assert house.office.state("demo").version == version


def secured_role():
    from qipan.desk.roles import Role

    return Role.CHIEF_ARBITER


def test_pairings_are_for_the_staff_until_they_are_published(tmp_path):
    from qipan.desk.competition import OpenSection
    from qipan.desk.entries.commands import CloseEntries
    from qipan.desk.entries.newcomer import Newcomer
    from qipan.journal.people import Person
    from security.conftest import Site

    site = Site(str(tmp_path / "j.sqlite"))
    office = site.house.office
    office.create("c", "t", "C", "wx-14")
    office.carry_out("c", "t", OpenSection(section="women", title="W", under="women"))
    for number in range(4):
        office.enter("c", "women", "t", Newcomer(Person(name=f"n{number}")))
    office.carry_out("c", "t", CloseEntries(section="women"))
    office.commit_lot("c", "women", "t")
    office.draw_numbers("c", "women", "t")
    office.pair("c", "women", "t")
    path = "/api/competitions/c/women"
    seen = {role: len(site.asking(role).get(path).json()["rounds"]) for role in EVERYBODY}
    assert seen == {role: int(role in ARBITERS) for role in EVERYBODY}
    site.house.close()
