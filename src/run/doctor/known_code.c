/* SPDX-License-Identifier: MIT */
/*
 * Code of known counts.  Tables of instructions, which a test holds to what an
 * assembler makes of the comments: a piece is what sets it up, which is not
 * counted, and what is counted.
 */
#include "run/doctor/known.h"

#include <string.h>

#include "program/machine.h"

/* In the order of enum doctor_kind. */
const struct doctor_piece doctor_pieces[KNOWN_PIECES] = {
	{ "32 instructions that do nothing", { 32, 0, 0, 0, 0, 0 } },
	{ "16 loads", { 16, 0, 0, 16, 0, 0 } },
	{ "16 stores", { 16, 0, 0, 0, 16, 0 } },
	{ "8 branches taken", { 8, 8, 8, 0, 0, 0 } },
	{ "8 branches not taken", { 8, 8, 0, 0, 0, 0 } },
	{ "a loop of 100 turns", { 200, 100, 99, 0, 0, 0 } },
	{ "5 software increments", { 5, 0, 0, 0, 0, 5 } },
};

enum { BEFORE = 3, BODY = 2 };

struct body {
	uint32_t before[BEFORE];
	uint32_t body[BODY];
	uint8_t befores, bodies, times;
};

/* Loads and stores are of a word that is 1 KiB further on. */
static const struct body arm[KNOWN_PIECES] = {
	/* mov r0, r0 */
	{ { 0 }, { 0xe1a00000 }, 0, 1, 32 },
	/* add r0, pc, #0x400; ldr r1, [r0] */
	{ { 0xe28f0b01 }, { 0xe5901000 }, 1, 1, 16 },
	/* add r0, pc, #0x400; str r1, [r0] */
	{ { 0xe28f0b01 }, { 0xe5801000 }, 1, 1, 16 },
	/* b . + 4 */
	{ { 0 }, { 0xeaffffff }, 0, 1, 8 },
	/* cmp r0, r0; bne . + 4 */
	{ { 0xe1500000 }, { 0x1affffff }, 1, 1, 8 },
	/* mov r1, #100; subs r1, r1, #1; bne . - 4 */
	{ { 0xe3a01064 }, { 0xe2511001, 0x1afffffd }, 1, 2, 1 },
	/* mvn r1, #0x80000000; mcr p15, 0, r1, c9, c12, 4 */
	{ { 0xe3e01102 }, { 0xee091f9c }, 1, 1, 5 },
};

static const struct body aarch64[KNOWN_PIECES] = {
	/* nop */
	{ { 0 }, { 0xd503201f }, 0, 1, 32 },
	/* adr x0, . + 0x400; ldr x1, [x0] */
	{ { 0x10002000 }, { 0xf9400001 }, 1, 1, 16 },
	/* adr x0, . + 0x400; str x1, [x0] */
	{ { 0x10002000 }, { 0xf9000001 }, 1, 1, 16 },
	/* b . + 4 */
	{ { 0 }, { 0x14000001 }, 0, 1, 8 },
	/* cmp x0, x0; b.ne . + 4 */
	{ { 0xeb00001f }, { 0x54000021 }, 1, 1, 8 },
	/* mov x1, #100; subs x1, x1, #1; b.ne . - 4 */
	{ { 0xd2800c81 }, { 0xf1000421, 0x54ffffe1 }, 1, 2, 1 },
	/* mov w1, #0x7fffffff; msr pmswinc_el0, x1 */
	{ { 0x12b00001 }, { 0xd51b9c81 }, 1, 1, 5 },
};

static const struct body power[KNOWN_PIECES] = {
	/* nop */
	{ { 0 }, { 0x60000000 }, 0, 1, 32 },
	/* bl . + 4; mflr r4; addi r4, r4, 0x400; lwz r5, 0(r4) */
	{ { 0x48000005, 0x7c8802a6, 0x38840400 }, { 0x80a40000 }, 3, 1, 16 },
	/* bl . + 4; mflr r4; addi r4, r4, 0x400; stw r5, 0(r4) */
	{ { 0x48000005, 0x7c8802a6, 0x38840400 }, { 0x90a40000 }, 3, 1, 16 },
	/* b . + 4 */
	{ { 0 }, { 0x48000004 }, 0, 1, 8 },
	/* cmpw r4, r4; bne . + 4 */
	{ { 0x7c042000 }, { 0x40820004 }, 1, 1, 8 },
	/* li r5, 100; mtctr r5; nop; bdnz . - 4 */
	{ { 0x38a00064, 0x7ca903a6 }, { 0x60000000, 0x4200fffc }, 2, 2, 1 },
	/* No instruction of an e500 does that. */
	{ { 0 }, { 0 }, 0, 0, 0 },
};

/* Instructions fill whole words, and %rdi has the address of the data. */
static const struct body x86_64[KNOWN_PIECES] = {
	/* nopl 8(%rax) */
	{ { 0 }, { 0x08401f0f }, 0, 1, 32 },
	/* mov 8(%rdi), %rax */
	{ { 0 }, { 0x08478b48 }, 0, 1, 16 },
	/* mov %rax, 8(%rdi) */
	{ { 0 }, { 0x08478948 }, 0, 1, 16 },
	/* jmp . + 4; nop; nop */
	{ { 0 }, { 0x909002eb }, 0, 1, 8 },
	/* cmp %eax, %eax; nop; nop; jne . + 2; jne . + 2 */
	{ { 0x9090c039 }, { 0x00750075 }, 1, 1, 4 },
	/* mov $100, %ecx; nopl (%rax); dec %ecx; jne . - 2 */
	{ { 0x000064b9, 0x001f0f00 }, { 0xfc75c9ff }, 2, 1, 1 },
	/* No instruction does that. */
	{ { 0 }, { 0 }, 0, 0, 0 },
};

/* Machines by the names that programs have for them. */
static const struct code {
	const char *machine;
	const struct body *body;
	/* A branch: what it is, the bits of where to, so many a word, and how
	 * many words the pc is ahead; 0: no program is made of it. */
	uint32_t branch, bits, word, ahead;
	uint32_t back; /* a function's return */
	bool all_branches;
} codes[] = {
	{ "ARM", arm, 0xea000000, 0xffffff, 1, 2, 0xe12fff1e, false },
	{ "AArch64", aarch64, 0x14000000, 0x3ffffff, 1, 0, 0xd65f03c0, false },
	{ "PowerPC", power, 0x48000000, 0x3fffffc, 4, 0, 0x4e800020, false },
	{ "x86-64", x86_64, 0, 0, 0, 0, 0x909090c3, true },
};

static const struct code *code_of(uint16_t machine)
{
	const char *name = program_machine(machine, 0)->name;

	for (unsigned i = 0; i < sizeof codes / sizeof codes[0]; i++)
		if (name && !strcmp(codes[i].machine, name))
			return &codes[i];
	return NULL;
}

static void put(struct doctor_known *k, const uint32_t *word, unsigned words)
{
	for (unsigned i = 0; i < words; i++)
		k->code[k->words++] = word[i];
}

void doctor_known_make(const struct catalog_monitor *m, uint16_t machine,
		       struct doctor_known *known)
{
	const struct code *c = code_of(machine);

	*known = (struct doctor_known){ .words = 0 };
	for (unsigned i = 0; c && i < KNOWN_PIECES; i++) {
		const struct body *b = &c->body[i];

		/* A core before ARMv7 does not know that instruction. */
		if (doctor_pieces[i].count[KNOWN_INCREMENTS] &&
		    !doctor_known_event(m, KNOWN_INCREMENTS))
			continue;
		known->piece[i].before = known->words;
		put(known, b->before, b->befores);
		known->piece[i].from = known->words;
		for (unsigned n = 0; n < b->times; n++)
			put(known, b->body, b->bodies);
		known->piece[i].to = known->words;
	}
	if (c) {
		known->back = c->back;
		known->all_branches = c->all_branches;
	}
	if (c && c->branch) {
		known->code[known->words] =
			c->branch |
			((0u - known->words - c->ahead) * c->word & c->bits);
		known->words++;
	}
}

unsigned doctor_known_words(const struct doctor_known *known, unsigned piece,
			    bool empty, uint32_t word[KNOWN_WORDS])
{
	const uint16_t *count = doctor_pieces[piece].count;
	const bool data = count[KNOWN_LOADS] || count[KNOWN_STORES];
	const unsigned from =
		data ? known->piece[piece].from : known->piece[piece].before;
	const unsigned to =
		empty ? known->piece[piece].from : known->piece[piece].to;

	memcpy(word, known->code + from, (to - from) * sizeof *word);
	return to - from;
}

const struct catalog_event *doctor_known_event(const struct catalog_monitor *m,
					       enum doctor_kind kind)
{
	enum { NAMES = 5 };
	/* Not those that count speculatively, or may fold. */
	static const char *const names[KNOWN_KINDS][NAMES] = {
		[KNOWN_INSTRUCTIONS] = { "instr_exec", "instruction",
					 "INST_RETIRED", "INSTR_COMPLETED",
					 "instructions" },
		[KNOWN_BRANCHES] = { "br_exec", "branch", "BR_IMMED_RETIRED",
				     "BRANCH_INSTR_COMPLETED", "branches" },
		[KNOWN_TAKEN] = { "PC_WRITE_RETIRED" },
		[KNOWN_LOADS] = { "LD_RETIRED", "LOAD_UOPS_COMPLETED" },
		[KNOWN_STORES] = { "ST_RETIRED", "STORE_UOPS_COMPLETED" },
		[KNOWN_INCREMENTS] = { "SW_INCR" },
	};

	for (unsigned i = 0; i < NAMES; i++) {
		const struct catalog_event *e =
			catalog_event_named(m, names[kind][i]);

		if (e)
			return e;
	}
	return NULL;
}
