"""Small events in the forms of other programs, written by hand; no person in them is real."""
# ruff: noqa: E501 - the forms have long lines

TRF = """\
012 Harbour Open
022 Melaka
032 MAS
042 2026/11/14
052 2026/11/15
062 5
092 Individual: Swiss-System
102 IA Tan
112 FA Lim
122 60 min + 30 s
142 5
152 W
192 FIDE_DUTCH_2026
212 BH/C1,SB,WIN
240 H   3    2
001    1 m GM One, Anna                         2100 MAS   100000001 1990/01/02  2.0    1     3 w 1     2 b 1
001    2 w    Two, Beni                         2050 SGP             1991/00/00  1.0    2     4 b 1     1 w 0
001    3      Three, Chai                       1990 THA                         1.0    3     1 b 0     5 w +
001    4      Four, Dewi                        1900 INA                         1.0    4     2 w 0  0000 - U
001    5      Five, Eng                                                          0.5    5  0000 - H     3 b -
"""

GOTHA = """\
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Tournament dataVersion="201">
 <Players>
  <Player agaId="" club="Rive" country="FR" egfPin="11" firstName="Ada" grade="3D" name="Aube"
   participating="11111111111111111111" rank="3D" rating="2310" registeringStatus="FIN" smmsCorrection="0"/>
  <Player agaId="" club="Lac" country="CH" egfPin="12" firstName="Bo" grade="2D" name="Bise"
   participating="11111111111111111111" rank="2D" rating="2200" registeringStatus="FIN" smmsCorrection="0"/>
  <Player agaId="" club="Lac" country="CH" egfPin="13" firstName="Cy" grade="1K" name="Cime"
   participating="11011111111111111111" rank="1K" rating="2000" registeringStatus="FIN" smmsCorrection="0"/>
 </Players>
 <Games>
  <Game blackPlayer="CIMECY" handicap="0" knownColor="true" result="RESULT_WHITEWINS" roundNumber="1" tableNumber="1" whitePlayer="AUBEADA"/>
  <Game blackPlayer="AUBEADA" handicap="2" knownColor="true" result="RESULT_BLACKWINS_BYDEF" roundNumber="2" tableNumber="1" whitePlayer="BISEBO"/>
 </Games>
 <ByePlayers>
  <ByePlayer player="BISEBO" roundNumber="1"/>
  <ByePlayer player="CIMECY" roundNumber="2"/>
 </ByePlayers>
 <TournamentParameterSet>
  <GeneralParameterSet beginDate="2026-11-14" endDate="2026-11-15" location="Lausanne" name="Lake Cup" numberOfRounds="5"/>
  <PlacementParameterSet><PlacementCriteria><PlacementCriterion name="MMS" number="1"/></PlacementCriteria></PlacementParameterSet>
 </TournamentParameterSet>
</Tournament>
"""

PERFECT = """\
No Name           Feder Intl Id Loc Id Rtg  Loc  Title Total  1   2   3

1  Duta, Dani     MAS           12345       2200 im    2     0:= 3:W 2:D
2  Murai, Mina          1234568        1900            1.5   3:D 0:= 1:D
3  Musang, Mat    SGP   1234567                  gm    0.5   2:D 1:L 0:-
"""

MANAGER = """\
Rk.\tNo.\tName\tRtg\tFED\t1.Rd.\t2.Rd.\tPts.
1\t2\tBeta Budi\t1900\tINA\t1w1\t3b½\t1.5
2\t3\tGama Gita\t1850\tMAS\tbye\t2w½\t1.5
3\t1\tAlfa Ali\t2000\tMAS\t2b0\t-0\t0
"""

VEGA = """\
012 Vega Cup
022 Ipoh
092 Individual: Swiss-System Dutch (JaVaFo)
162 7
001    1 | m | f | ONE Ari | 2291 | ITA | 811394 | 2291 | 121317 | 151265 | 1.5 | 1 | 2 w 1 | 0000 - = |
001    2 | m |  | TWO Bea | 2191 | ITA | 811395 | 2191 | 121318 | 151266 | 0.5 | 2 | 1 b 0 | 3 w 2 |
001    3 | w |  | THREE Cla | 2091 | ITA | 811396 | 2091 | 121319 | 151267 | 1.5 | 3 | 0000 - + | 2 b 2 |
"""


def team_report():
    """Give a report of four teams with two boards after two rounds."""

    def player(number, name, cells):
        row = "  ".join(cells)
        return f"001 {number:4}      {name:33} {2400 - number:4}{'':29}1.0 {number:4}  {row}"

    rows = [
        ("1 One", ["   3 w 1", "   5 b ="]),
        ("1 Two", ["   4 b =", "   6 w 1"]),
        ("2 One", ["   1 b 0", "   7 w 1"]),
        ("2 Two", ["   2 w =", "   8 b 0"]),
        ("3 One", ["   7 w 1", "   1 w ="]),
        ("3 Two", ["   8 b 1", "   2 b 0"]),
        ("4 One", ["   5 b 0", "   3 b 0"]),
        ("4 Two", ["   6 w 0", "   4 w 1"]),
    ]
    lines = [
        "012 Team Cup",
        "142 4",
        "152 W",
        "192 FIDE_TEAM",
        "352 WB",
        "362 TW 2.0   TD 1.0   TL 0.0",
    ]
    for number in range(4):
        first = 2 * number + 1
        head = f"310 {number + 1:3} Team {number + 1:<27} MAS"
        lines.append(f"{head:71} {first:4} {first + 1:4}")
    worth = {"1": 1.0, "=": 0.5, "0": 0.0}
    for number, (name, cells) in enumerate(rows, 1):
        points = sum(worth[cell[-1]] for cell in cells)
        lines.append(player(number, name, cells).replace(" 1.0 ", f"{points:4.1f} ", 1))
    return "\n".join(lines) + "\n"
