/* SPDX-License-Identifier: MIT */
#ifndef CLI_VERBS_RECORD_BOARD_H
#define CLI_VERBS_RECORD_BOARD_H

/* `tally record` on a target that is stopped where a counter runs over. */
int record_board(int argc, char **argv);

#endif
