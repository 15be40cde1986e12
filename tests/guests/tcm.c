/* SPDX-License-Identifier: MIT */
/*
 * Tightly coupled memories: found by their registers, they answer where they
 * are put, over memory or where nothing else is, and keep their contents
 * while they are off.  Code runs from an instruction TCM and not from a data
 * TCM.  The monitor counts accesses of a TCM as cacheable ones, never as
 * misses [DAI0195B 7, 8].
 */
#include "check.h"
#include "common/fw.h"
#include "target.h"

enum {
	ENABLE = 1,
	MOV_R0_1 = 0xE3A00001,
	MOV_R0_2 = 0xE3A00002,
	BX_LR = 0xE12FFF1E,
	WORDS = TARGET_TCM_SIZE / 4,
};

#define GET(crn, crm, op2)                                                     \
	({                                                                     \
		uint32_t v_;                                                   \
		__asm__ volatile("mrc p15, 0, %0, c" #crn ", c" #crm ", " #op2 \
				 : "=r"(v_)                                    \
				 :                                             \
				 : "memory");                                  \
		v_;                                                            \
	})
#define SET(crn, crm, op2, v)                                                  \
	__asm__ volatile("mcr p15, 0, %0, c" #crn ", c" #crm ", " #op2         \
			 :                                                     \
			 : "r"(v)                                              \
			 : "memory")

/* The size as the region registers tell it: 3 is 4 KiB, 4 is 8 KiB ... */
static uint32_t size_field(void)
{
	uint32_t field = 3;

	while (4096u << (field - 3) < TARGET_TCM_SIZE)
		field++;
	return field << 2;
}

/* A TCM covers `under`; nothing else is at `alone`. */
static volatile uint32_t under[WORDS] __attribute__((aligned(TARGET_TCM_SIZE)));
static volatile uint32_t *const alone = (volatile uint32_t *)TARGET_TCM_NOWHERE;

static volatile uint32_t aborts;

static uint32_t here(volatile uint32_t *where)
{
	return (uint32_t)(uintptr_t)where;
}

static void on_data_abort(struct fw_frame *frame)
{
	aborts++;
	frame->pc += 4;
}

/* A call that failed: back to the caller. */
static void on_prefetch_abort(struct fw_frame *frame)
{
	uint32_t back;

	/* The link register of System mode, where the call was made. */
	__asm__ volatile("cps	#0x1f\n"
			 "	mov	%0, lr\n"
			 "	cps	#0x17"
			 : "=r"(back));
	aborts++;
	frame->pc = back;
}

static uint32_t run(volatile uint32_t *where)
{
	uint32_t (*function)(void) = (uint32_t(*)(void))(uintptr_t)where;

	SET(7, 10, 4, 0); /* the stores are done */
	SET(7, 5, 0, 0);  /* nothing old is fetched */
	SET(7, 5, 4, 0);
	return function();
}

static void test_registers(void)
{
	check_equal("TCM type", GET(0, 0, 2),
		    TARGET_TCM_BANKS << 16 | TARGET_TCM_BANKS);
	check_equal("data TCM is off, its size told", GET(9, 1, 0),
		    size_field());
	check_equal("instruction TCM is off, its size told", GET(9, 1, 1),
		    size_field());
}

static void test_alone(void)
{
	aborts = 0;
	(void)alone[0];
	check_equal("nothing there yet", aborts, 1);
	SET(9, 1, 0, here(alone) | ENABLE);
	check_equal("data TCM on", GET(9, 1, 0),
		    here(alone) | size_field() | ENABLE);
	for (uint32_t i = 0; i < WORDS; i++)
		alone[i] = ~i;
	check_equal("first word", alone[0], ~0u);
	check_equal("last word", alone[WORDS - 1], ~(uint32_t)(WORDS - 1));
	check_equal("no abort within", aborts, 1);
	(void)alone[WORDS];
	check_equal("nothing behind its end", aborts, 2);
	SET(9, 1, 0, 0);
	(void)alone[0];
	check_equal("nothing there any more", aborts, 3);
}

/* As far up as an address goes, where no memory is by default. */
static void test_high(void)
{
	volatile uint32_t *high = (volatile uint32_t *)TARGET_TCM_HIGH;

	SET(9, 1, 0, TARGET_TCM_HIGH | ENABLE);
	check_equal("it answers high up, too", high[1], ~1u);
	SET(9, 1, 0, 0);
}

/* The data TCM still holds what test_alone() left in it. */
static void test_over_memory(void)
{
	for (uint32_t i = 0; i < WORDS; i++)
		under[i] = i;
	SET(9, 1, 0, here(under) | ENABLE);
	check_equal("contents kept, first word", under[0], ~0u);
	check_equal("contents kept, last word", under[WORDS - 1],
		    ~(uint32_t)(WORDS - 1));
	under[1] = 0x5EEDF00D;
	SET(9, 1, 0, here(under));
	check_equal("memory untouched below", under[1], 1);
	under[2] = 77;
	SET(9, 1, 0, here(under) | ENABLE);
	check_equal("TCM has what was written to it", under[1], 0x5EEDF00D);
	check_equal("TCM untouched by writes below", under[2], ~2u);
	SET(9, 1, 0, 0);
	check_equal("memory has what was written to it", under[2], 77);
}

static void put_code(volatile uint32_t *where, uint32_t instruction)
{
	where[0] = instruction;
	where[1] = BX_LR;
}

static void test_code(void)
{
	put_code(under, MOV_R0_1);
	check_equal("code in memory runs", run(under), 1);
	SET(9, 1, 1, here(under) | ENABLE);
	put_code(under, MOV_R0_2);
	check_equal("code in the instruction TCM runs", run(under), 2);
	check_equal("the TCM can be read", under[0], MOV_R0_2);
	SET(9, 1, 1, 0);
	check_equal("code in memory is as it was", run(under), 1);
	SET(9, 1, 1, here(under) | ENABLE);
	check_equal("and that in the TCM above it", run(under), 2);
	SET(9, 1, 1, 0);
	SET(9, 1, 1, here(alone) | ENABLE);
	check_equal("code in the TCM is as it was", run(alone), 2);
	SET(9, 1, 1, 0);
	aborts = 0;
	SET(9, 1, 0, here(alone) | ENABLE);
	put_code(alone, MOV_R0_2);
	run(alone);
	check_equal("no code from a data TCM", aborts, 1);
	SET(9, 1, 0, 0);
}

static void test_overlap(void)
{
	SET(9, 1, 0, here(under) | ENABLE);
	under[8] = 100;
	SET(9, 1, 1, here(under) | ENABLE);
	under[8] = 200;
	SET(9, 1, 0, 0);
	check_equal("the instruction TCM is above", under[8], 200);
	SET(9, 1, 0, here(under) | ENABLE);
	SET(9, 1, 1, 0);
	check_equal("the data TCM was below", under[8], 100);
	SET(9, 1, 0, 0);
}

#if TARGET_TCM_BANKS > 1
static void test_banks(void)
{
	SET(9, 2, 0, 1);
	check_equal("second bank selected", GET(9, 2, 0), 1);
	check_equal("second bank is off", GET(9, 1, 0), size_field());
	SET(9, 1, 0, (here(alone) + TARGET_TCM_SIZE) | ENABLE);
	SET(9, 2, 0, 0);
	SET(9, 1, 0, here(alone) | ENABLE);
	alone[WORDS - 1] = 1;
	alone[WORDS] = 2;
	SET(9, 1, 0, 0);
	check_equal("the second bank goes on", alone[WORDS], 2);
	SET(9, 2, 0, 1);
	SET(9, 1, 0, 0);
	SET(9, 2, 0, 0);
	SET(9, 1, 0, (here(alone) + TARGET_TCM_SIZE) | ENABLE);
	check_equal("banks are two memories", alone[2 * WORDS - 1], 1);
	SET(9, 1, 0, 0);
}
#else
static void test_banks(void)
{
}
#endif

enum { LOADS = 64, LINE = 32 };

/* How often both events happen in loads from so many lines. */
static void loads(uint32_t from, uint32_t events, uint32_t count[2])
{
	uint32_t turns = LOADS, value;

	/* Clear all and start; the events stay when it is stopped. */
	__asm__ volatile(
		"	mcr	p15, 0, %[start], c15, c12, 0\n"
		"1:	ldr	%[value], [%[from]], %[line]\n"
		"	subs	%[turns], %[turns], #1\n"
		"	bne	1b\n"
		"	mcr	p15, 0, %[stop], c15, c12, 0"
		: [value] "=&r"(value), [from] "+r"(from), [turns] "+r"(turns)
		: [start] "r"(events | 7), [stop] "r"(events), [line] "i"(LINE)
		: "cc", "memory");
	count[0] = TARGET_READ(2);
	count[1] = TARGET_READ(3);
}

/* 0x09: cacheable access, 0x0A: access, 0x0B: miss; PMN0's event first. */
static void test_counts(void)
{
	uint32_t count[2];

	SET(7, 10, 4, 0);
	SET(7, 14, 0, 0); /* no line of memory is in the data cache */
	loads(here(under), 0x00A0B000, count);
	check_equal("memory: accesses", count[0], LOADS);
	check_equal("memory: misses", count[1], LOADS);
	SET(9, 1, 0, here(under) | ENABLE);
	SET(7, 14, 0, 0);
	loads(here(under), 0x00A0B000, count);
	check_equal("data TCM: accesses", count[0], LOADS);
	check_equal("data TCM: no misses", count[1], 0);
	loads(here(under), 0x0090B000, count);
	check_equal("data TCM: cacheable accesses", count[0], LOADS);
	SET(9, 1, 0, 0);
	SET(9, 1, 1, here(under) | ENABLE);
	loads(here(under), 0x0090B000, count);
	check_equal("instruction TCM: cacheable accesses", count[0], LOADS);
	check_equal("instruction TCM: no misses", count[1], 0);
	SET(9, 1, 1, 0);
}

int main(void)
{
	fw_handler[FW_DATA_ABORT] = on_data_abort;
	fw_handler[FW_PREFETCH_ABORT] = on_prefetch_abort;
	test_registers();
	test_alone();
	test_high();
	test_over_memory();
	test_code();
	test_overlap();
	test_banks();
	test_counts();
	return check_result();
}
