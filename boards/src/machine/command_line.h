/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_COMMAND_LINE_H
#define BOARD_MACHINE_COMMAND_LINE_H

/*
 * The guest's command line as one text, and the words in it.  The rule is that
 * of newlib's start-up code for ARM, which every board follows: blanks part
 * words; a word that begins with ' or " goes to the next of the same; there is
 * no escape.
 */

/*
 * The longest that a board's own start-up code takes: boards/firmware/lib/virt
 * has room for it and a zero; a boot loader for Power leaves as much (ppc.c).
 */
enum { COMMAND_LINE_LONGEST = 4095 };

/*
 * "program", then the arguments; NULL: no memory.  Start-up code goes over the
 * name byte by byte, so that a program under its file's own name would take
 * more cycles the longer that is.
 */
char *command_line_new(const char *arguments);

/*
 * Ends each word of `line` with a zero and puts its address into `word`, up to
 * `room` of them; how many.
 */
unsigned command_line_split(char *line, char **word, unsigned room);

#endif
