/* SPDX-License-Identifier: MIT */
#ifndef TARGET_INNER_H
#define TARGET_INNER_H

#include "target/target.h"

/* One kind of target: a row of find.c. */
struct target_kind {
	const char *name;   /* before the colon: "board" */
	const char *plural; /* "the simulated boards" */
	const char *form;   /* "board:NAME" */
	/* `rest` is what follows the colon. */
	struct target *(*find)(const char *rest,
			       const struct board_options *machine,
			       struct error *err);
	/* A command of this computer runs there, while its registers are at
	 * hand: target_ops.command. */
	bool commands;
};

extern const struct target_kind target_board_kind;
extern const struct target_kind target_gdb_kind;
extern const struct target_kind target_openocd_kind;
extern const struct target_kind target_linux_kind;
extern const struct target_kind target_devmem_kind;
extern const struct target_kind target_uio_kind;

/* option_words.c: no word of a list with commas is there twice, whatever its
 * value. NULL: there are none. */
bool target_words_once(const char *words, struct error *err);
/* Words that several kinds have.  A number, as in 0x8000, and a clock
 * in cycles a second, as in 400e6. */
bool target_take_number(const char *text, uint64_t *number);
bool target_take_clock(struct target_facts *to, const char *text,
		       struct error *err);

#endif
