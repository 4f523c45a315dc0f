// What the keyboard does. Every page works without this file.
"use strict";
