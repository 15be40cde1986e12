/* SPDX-License-Identifier: MIT */
/*
 * The guest of test_floating.py: a loop that has a value in each vector
 * register is interrupted by the monitor, whose handler logs.  Start-up and
 * vectors are boards/firmware/virt's, which save general registers only.
 */
#include <tally/fixed.h>
#include <tally/log.h>
#include <tally/native.h>
#include <tally/session.h>

#include "virt/virt.h"

enum {
	PERIOD = 997, /* so that interrupts come at other places each time */
	LINE = 23,
	TURNS = 2000,
	VECTORS = 32,
	STEP = VECTORS - 1, /* the register that the others add */
};

static const struct tally_slot slots[] = {
	{ .counter = 0,
	  .event = TALLY_PMUV3_INST_RETIRED,
	  .interrupt = TALLY_IRQ,
	  .period = PERIOD },
};
TALLY_FIXED(m, cortex_a53, slots);
static const struct tally_setup setup = TALLY_SETUP(slots, 0);
TALLY_STORE(store, PMUV3_CORE, slots);
static struct tally_session session;
static TALLY_LOG(ring, 64);
static bool is_folded;
static volatile uint32_t samples;

/* Two numbers in each. */
static double vector[VECTORS][2];

#define UP_TO_30                                                               \
	"0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25," \
	"26,27,28,29,30"

/* All of them go into registers, 31 times TURNS additions are made, and all
 * come back. */
static void add_up(void)
{
	uint32_t turns = TURNS;

	__asm__ volatile(".irp n, " UP_TO_30 ",31\n\t"
			 "ldr q\\n, [%1, #16 * \\n]\n\t"
			 ".endr\n"
			 "1:\n\t"
			 ".irp n, " UP_TO_30 "\n\t"
			 "fadd v\\n\\().2d, v\\n\\().2d, v31.2d\n\t"
			 ".endr\n\t"
			 "subs %w0, %w0, #1\n\t"
			 "b.ne 1b\n\t"
			 ".irp n, " UP_TO_30 ",31\n\t"
			 "str q\\n, [%1, #16 * \\n]\n\t"
			 ".endr\n"
			 : "+r"(turns)
			 : "r"(vector)
			 : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5",
			   "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",
			   "v14", "v15", "v16", "v17", "v18", "v19", "v20",
			   "v21", "v22", "v23", "v24", "v25", "v26", "v27",
			   "v28", "v29", "v30", "v31");
}

/* The user's own part of a handler must keep to general registers, too. */
TALLY_GENERAL static void on_interrupt(unsigned number)
{
	uint32_t whose;

	if (number != LINE)
		return;
	whose = is_folded ? m_overflow() : tally_session_overflow(&session);
	if (whose & 1 && tally_log_write(&ring.log, TALLY_LOG_SAMPLE, 0, 0,
					 virt_read(elr_el1), PERIOD))
		samples = samples + 1;
}

static void interrupts(bool on)
{
	if (on)
		__asm__ volatile("msr daifclr, #2" : : : "memory");
	else
		__asm__ volatile("msr daifset, #2" : : : "memory");
}

static void check(const char *name)
{
	unsigned wrong = 0;

	for (unsigned i = 0; i < VECTORS; i++)
		vector[i][0] = vector[i][1] = i + 0.5;
	samples = 0;
	interrupts(true);
	add_up();
	interrupts(false);
	for (unsigned i = 0; i < VECTORS; i++)
		for (unsigned k = 0; k < 2; k++)
			wrong += vector[i][k] !=
				 i + 0.5 +
					 (i != STEP ? TURNS * (STEP + 0.5) : 0);
	virt_check(name, 0, wrong);
	/* The additions alone are 62,000 instructions. */
	virt_check("it was interrupted and logged", 1,
		   samples >= TURNS * STEP / PERIOD);
}

int main(void)
{
	struct tally_bus bus = TALLY_BUS_A64;

	if (tally_log_open(&ring.log, sizeof ring, false) ||
	    tally_log_overwrite(&ring.log))
		return 1;
	virt_interrupt = on_interrupt;
	virt_line(LINE);
	is_folded = true;
	if (m_open(false))
		return 2;
	m_start();
	check("the folded form leaves vector registers alone");
	m_stop();
	if (m_close())
		return 3;
	is_folded = false;
	if (tally_session_open(&session, &tally_cortex_a53, &bus, &setup,
			       &store, false) ||
	    tally_session_start(&session))
		return 4;
	check("a session leaves vector registers alone");
	(void)tally_session_stop(&session);
	if (tally_session_close(&session))
		return 5;
	return virt_checked();
}
