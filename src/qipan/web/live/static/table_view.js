// What stands around the board of a live table. Every part is a file of its own below screen/: it
// watches the model of the table and draws one thing. What a game adds is below screen/rooms/.

import "./screen/model.js";
import "./screen/room.js";
import "./screen/strips.js";
import "./screen/moves_panel.js";
import "./screen/notation_switch.js";
import "./screen/meter.js";
import "./screen/standing.js";
import "./screen/actions.js";
import "./screen/notices.js";
import "./screen/talk.js";
import "./screen/stepping.js";
import "./screen/during.js";
import "./screen/planning.js";
import "./screen/attention.js";
import "./screen/line.js";
import "./screen/absence.js";
import "./screen/ending.js";
import "./screen/onward.js";
import "./screen/board_switches.js";
import "./screen/theme_switch.js";

export { named } from "./screen/names.js";
