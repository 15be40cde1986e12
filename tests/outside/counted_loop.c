/* SPDX-License-Identifier: MIT */
/*
 * A loop of known length, counted by the program itself with libtally-linux:
 * whether without a system call, and by how much the count of instructions went
 * on around the loop, once and twice as long.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <tally/linux.h>

enum { TURNS = 1000000, INST_RETIRED = 8 };

static const struct tally_slot slot[] = {
	{ 0, 0, INST_RETIRED, 0, TALLY_EL0, false, NULL },
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
TALLY_STORE(store, LINUX, slot);

__attribute__((noinline)) static void loop(uint64_t turns)
{
	__asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b"
			 : "+r"(turns)
			 :
			 : "cc");
}

static uint64_t counted(struct tally_session *s, uint64_t turns)
{
	const uint64_t before = tally_session_count(s, 0);

	loop(turns);
	return tally_session_count(s, 0) - before;
}

int main(void)
{
	static struct tally_linux here;
	static struct tally_session s;

	tally_linux_init(&here, 0);
	if (tally_session_open(&s, &tally_linux_monitor, &here.bus, &setup,
			       &store, false)) {
		puts(tally_linux_text(&here));
		return 1;
	}
	(void)tally_session_start(&s);
	(void)counted(&s, 1);
	printf("direct %d", tally_linux_direct(&s, 0));
	printf(" once %" PRIu64, counted(&s, TURNS));
	printf(" twice %" PRIu64 "\n", counted(&s, 2 * TURNS));
	return tally_session_close(&s) ? 1 : 0;
}
