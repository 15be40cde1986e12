/* SPDX-License-Identifier: MIT */
#ifndef BASE_STATE_H
#define BASE_STATE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A folder of this user's for what has to be there later, as an absolute path:
 * $XDG_STATE_HOME/tally, ~/.local/state/tally, or where neither can be made a
 * new one among the temporary files.  False: none can be had.
 */
bool state_folder(char *path, size_t room);

#endif
