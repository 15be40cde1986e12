/* SPDX-License-Identifier: MIT */
#ifndef SCRIPT_GDB_H
#define SCRIPT_GDB_H

#include "script/inner.h"

/* Scripts for GDB, in some files: how a register is reached, and all else. */
enum { GDB_PLACE = 3 * SCRIPT_NAME };

/* The words that GDB reads and sets: "$pmnc",
 * "*(unsigned*)($tally_base+0x200)". */
const char *gdb_place(char *text, const struct script *s,
		      const struct catalog_register *r);
/* Is it seen through another, after a select register was set? */
bool gdb_behind(const struct script *s, const struct catalog_register *r,
		struct script_behind *b);
bool gdb_hidden(const struct script *s, const struct catalog_register *r);
/* By an address rather than by a name? */
bool gdb_by_memory(const struct scripts *s);
/* Has the server names for the monitor's registers? */
bool gdb_can(const struct scripts *s, struct error *err);
/* For which server it is, as a comment. */
void gdb_what(FILE *to, const struct scripts *s);

/* Commands that all writes share: the commands NAME_may and NAME_kept. */
void gdb_guards(FILE *to, const char *name);
/* "  NAME_kept PMNC 0x1 0x0 0x6", of the variables NAME_value, NAME_found. */
void gdb_kept(FILE *to, const struct script *s,
	      const struct catalog_register *r);

/* "  echo EVENT ..", of $NAME_EVENT. */
void gdb_print(FILE *to, const struct script *s, unsigned slot);

/* The text of GDB's `help` on a command. */
const char *gdb_phase_help(unsigned phase);
#define GDB_SAVE_HELP    "Remember the monitor as it is, before it is configured."
#define GDB_RESTORE_HELP "Put back what was saved, after the release."

/* The whole script, for functions that are linked into the program. */
bool gdb_calls(FILE *to, const struct scripts *s);
/* And for OpenOCD, by its own commands. */
bool gdb_openocd(FILE *to, const struct scripts *s, struct error *err);

#endif
