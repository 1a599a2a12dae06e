/* The page for an unknown address: its search box has the shortcuts of the other pages. */

import "./shortcut.js";
