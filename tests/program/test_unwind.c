/* SPDX-License-Identifier: MIT */
/* Callers by a program's tables: this one's, against what the compiler's own
 * library makes of them, and tables with a bit that is wrong. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <elf.h>
#include <execinfo.h>
#include <link.h>
#include <string.h>
#include <ucontext.h>

#include "program/inner.h"
#include "program/unwind.h"
#include "test.h"

enum { MOST = 64 };

static struct program *self;
static uint64_t base; /* to the program's addresses */

static int find_base(struct dl_phdr_info *info, size_t size, void *to)
{
	(void)size;
	*(uint64_t *)to = info->dlpi_addr;
	return 1; /* the first is the program */
}

static int begin(void **state)
{
	struct error err;

	(void)state;
	(void)dl_iterate_phdr(find_base, &base);
	self = program_open_mapped("/proc/self/exe", "/", &err);
	return !self;
}

static int end(void **state)
{
	(void)state;
	program_close(self);
	return 0;
}

TEST_GROUP(begin, end)

/* Its own memory, which is all there. */
static bool read_memory(const void *ctx, uint64_t addr, uint64_t *value)
{
	(void)ctx;
	memcpy(value, (const void *)(uintptr_t)addr, sizeof *value);
	return true;
}

static bool take_context(const ucontext_t *c, struct unwind *u)
{
#if defined(__x86_64__)
	static const int reg[] = { REG_RAX, REG_RDX, REG_RCX, REG_RBX,
				   REG_RSI, REG_RDI, REG_RBP, REG_RSP,
				   REG_R8,  REG_R9,  REG_R10, REG_R11,
				   REG_R12, REG_R13, REG_R14, REG_R15 };

	for (unsigned i = 0; i < 16; i++)
		u->reg[i] = (uint64_t)c->uc_mcontext.gregs[reg[i]];
	u->pc = (uint64_t)c->uc_mcontext.gregs[REG_RIP];
	u->known = 0xffff;
	return true;
#elif defined(__aarch64__)
	for (unsigned i = 0; i < 31; i++)
		u->reg[i] = c->uc_mcontext.regs[i];
	u->reg[31] = c->uc_mcontext.sp;
	u->pc = c->uc_mcontext.pc;
	u->known = 0xffffffff;
	return true;
#else
	(void)c;
	(void)u;
	return false;
#endif
}

static unsigned walked, same;

__attribute__((noinline)) static void look(unsigned depth)
{
	struct unwind u = { .read = read_memory };
	void *there[MOST];
	ucontext_t context;
	int count;

	assert_int_equal(getcontext(&context), 0);
	count = backtrace(there, MOST);
	assert_true(count > (int)depth);
	walked = same = 0;
	if (!take_context(&context, &u))
		return;
	/* The first of these are in this function, and in what a sanitizer has
	 * between. */
	for (unsigned i = 0; walked < MOST; i++) {
		const uint64_t addr = u.pc - base - (walked > 0);
		const enum unwound how = program_unwind(self, addr, &u);

		if (how != UNWIND_DONE)
			break;
		while (!walked && i + 1 < (unsigned)count &&
		       u.pc != (uint64_t)(uintptr_t)there[i])
			i++;
		walked++;
		same += i < (unsigned)count &&
			u.pc == (uint64_t)(uintptr_t)there[i];
	}
	assert_true(walked > depth);
}

__attribute__((noinline)) static unsigned deeper(unsigned depth,
						 const volatile char *text)
{
	volatile char room[40];

	room[depth % sizeof room] = text[0];
	if (depth)
		return deeper(depth - 1, room) + (unsigned)room[0] * 0u + 1;
	look(9);
	return 1;
}

TEST(callers)
{
	assert_int_equal(deeper(8, "x"), 9);
#if defined(__x86_64__) || defined(__aarch64__)
	assert_int_equal(same, walked);
	assert_true(walked >= 10);
#endif
}

/* Of memory that is not there, and of an address that has no tables. */
static bool read_nothing(const void *ctx, uint64_t addr, uint64_t *value)
{
	(void)ctx;
	(void)addr;
	(void)value;
	return false;
}

TEST(what_is_not_known)
{
	struct unwind u = { .read = read_nothing, .known = UINT64_MAX };
	const struct program_symbol *s = &self->symbol[self->symbols / 2];
	const struct unwind before = u;

	assert_int_equal(program_unwind(self, UINT64_MAX, &u), UNWIND_UNKNOWN);
	assert_int_equal(program_unwind(self, 0, &u), UNWIND_UNKNOWN);
#if defined(__x86_64__)
	assert_int_equal(program_unwind(self, s->addr, &u), UNWIND_UNKNOWN);
#else
	(void)s;
#endif
	assert_memory_equal(&u, &before, sizeof u);
}

/* The offset of the tables in the file, and how long they are. */
static uint64_t tables(const struct opened *o, uint64_t *size)
{
	Elf64_Ehdr eh;
	Elf64_Phdr ph;

	memcpy(&eh, o->image, sizeof eh);
	for (unsigned i = 0; i < eh.e_phnum; i++) {
		memcpy(&ph, o->image + eh.e_phoff + i * sizeof ph, sizeof ph);
		if (ph.p_type != PT_GNU_EH_FRAME)
			continue;
		*size = ph.p_filesz;
		return ph.p_offset;
	}
	fail_msg("there are none");
	return 0;
}

/* Each byte of the first ones wrong in two ways: whatever comes of it ends. */
TEST(wrong_tables)
{
	struct opened *o = (struct opened *)self;
	uint64_t size = 0, from = tables(o, &size);
	unsigned ends = 0;

	for (uint64_t at = from; at < from + size + 400 && at < o->size; at++) {
		const uint8_t was = o->image[at];

		for (unsigned way = 0; way < 2; way++) {
			o->image[at] = way ? 0xff : (uint8_t)(was ^ 0x41);
			for (size_t i = 0; i < self->symbols;
			     i += 1 + self->symbols / 8) {
				struct unwind u = { .read = read_nothing,
						    .known = UINT64_MAX };

				ends += program_unwind(self,
						       self->symbol[i].addr + 1,
						       &u) != UNWIND_DONE;
			}
		}
		o->image[at] = was;
	}
	assert_true(ends > 0);
}
