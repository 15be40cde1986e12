/* SPDX-License-Identifier: MIT */
#ifndef TARGET_DIALOGUE_DIALOGUE_H
#define TARGET_DIALOGUE_DIALOGUE_H

#include <stdio.h>

#include "target/target.h"

/*
 * A dialogue is what was asked of a target, and what it answered, as text: a
 *file that tests play instead of a target.  One run is open at a time.
 *
 *	tally dialogue 1
 *	name board:pb1176
 *	title board pb1176
 *	monitor arm1176 core
 *	clock 200000000 0
 *	is simulated knows_cycles
 *	has registers control
 *	> open 0
 *	< ok
 *	> read 0 cp15:0xfc0:32
 *	< ok 0x0
 *	> write 0 cp15:0xfc0:32 0x7
 *	< failed a register access failed
 *	> go 0
 *	< ok
 *	! hello\n
 *	> wait
 *	< stop exit pc=0x8000 status=0 instructions=7 cycles=9 broken=0 ...
 *
 * A line that begins with '>' was asked, and those with '<' behind it are the
 * answer; '!' is what the program said on its console.  What is not in it:
 *memory, windows that the target opens itself, how far it was, and looks at a
 *target that ran on.
 */

/*
 * `inner`, and each word with it goes to `to`, which stays the caller's.
 * target_close() closes `inner` as well.  NULL and `err`: out of memory.
 */
struct target *dialogue_record(struct target *inner, FILE *to,
			       struct error *err);

/*
 * The target of a recorded dialogue; `name` is that of the file, for messages.
 * It fails at the first question that is another than the recorded one, and
 * from there on always, with the line in its error.  NULL and `err`: that is
 * no dialogue.
 */
struct target *dialogue_replay(FILE *from, const char *name, struct error *err);
/* Was all of it asked, and nothing else?  False: `err` tells where not. */
bool dialogue_done(const struct target *t, struct error *err);

#endif
