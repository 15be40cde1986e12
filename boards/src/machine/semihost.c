/* SPDX-License-Identifier: MIT */

/*
 * Arm semihosting, the calls of Semihosting for AArch32 and AArch64, release
 * 2.0.  A guest reaches the console, a clock that follows the
 * machine's own cycles (so that two runs are equal), its command line and
 * the way out; of files, only ":tt" and ":semihosting-features" exist.  With
 * the latter, newlib's librdimon uses SYS_EXIT_EXTENDED and the program's
 * real exit status gets out.
 *
 * librdimon tests results against -1 and then asks SYS_ERRNO, hence -1 also
 * from calls whose specification has "bytes not done" for a failure.
 */
#include "boards/src/machine/semihost.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SYS_EXIT = 0x18, SYS_EXIT_EXTENDED = 0x20 };

/* The reason that means the program came to its own end. */
enum { STOPPED_APPLICATION_EXIT = 0x20026 };

/* newlib's numbers. */
enum {
	GUEST_ENOENT = 2,
	GUEST_EBADF = 9,
	GUEST_EINVAL = 22,
	GUEST_EMFILE = 24
};

enum { HANDLES = 32, NAME_SIZE = 32 };

/* A write longer than this is done in part, which the call allows for. */
static const uint32_t WRITE_MAX = UINT32_C(1) << 20;

/* The features file: a magic, then EXIT_EXTENDED and separate stderr. */
static const uint8_t FEATURES[] = { 'S', 'H', 'F', 'B', 0x03 };

enum what { CLOSED, CONSOLE_IN, CONSOLE_OUT, FEATURES_FILE };

struct semihost {
	struct semihost_machine m;
	struct {
		enum what what;
		uint32_t at; /* of the features file */
	} handle[HANDLES];   /* the guest's number is the index plus one */
	uint32_t error;
	bool asked; /* for what somebody would have typed */
	char why[96];
};

/* One call on its way. */
struct call {
	struct semihost *s;
	uint32_t op;
	uint64_t arg;
	uint64_t r0;
	uint64_t word[4]; /* of the parameter block, as far as read */
};

struct semihost *semihost_new(const struct semihost_machine *machine)
{
	struct semihost *s = calloc(1, sizeof *s);

	if (s)
		s->m = *machine;
	return s;
}

void semihost_free(struct semihost *s)
{
	free(s);
}

bool semihost_asked(const struct semihost *s)
{
	return s->asked;
}

static bool bad_address(struct call *c, uint64_t addr)
{
	snprintf(c->s->why, sizeof c->s->why,
		 "semihosting call 0x%02x with a bad address, 0x%08llx", c->op,
		 (unsigned long long)addr);
	return false;
}

static bool get(struct call *c, uint64_t addr, void *to, size_t n)
{
	return (addr <= UINT32_MAX &&
		c->s->m.read(c->s->m.ctx, (uint32_t)addr, to, n)) ||
	       bad_address(c, addr);
}

static bool put(struct call *c, uint64_t addr, const void *from, size_t n)
{
	return (addr <= UINT32_MAX &&
		c->s->m.write(c->s->m.ctx, (uint32_t)addr, from, n)) ||
	       bad_address(c, addr);
}

/* Bytes of a field, and of an address, in a parameter block. */
static size_t field(const struct call *c)
{
	return c->s->m.wide ? 8 : 4;
}

static uint64_t minus_1(const struct call *c)
{
	return c->s->m.wide ? UINT64_MAX : UINT32_MAX;
}

static uint64_t word_of(const uint8_t *b, size_t size)
{
	uint64_t word = 0;

	for (size_t i = 0; i < size; i++)
		word |= (uint64_t)b[i] << 8 * i;
	return word;
}

static void to_bytes(uint8_t *b, uint64_t word, size_t size)
{
	for (size_t i = 0; i < size; i++)
		b[i] = (uint8_t)(word >> 8 * i);
}

static bool get_words(struct call *c, unsigned count)
{
	uint8_t raw[sizeof c->word];
	size_t size = field(c);

	if (count && !get(c, c->arg, raw, size * count))
		return false;
	for (unsigned i = 0; i < count; i++)
		c->word[i] = word_of(raw + size * i, size);
	return true;
}

static bool fail(struct call *c, uint32_t error)
{
	c->s->error = error;
	c->r0 = minus_1(c);
	return true;
}

static enum what what_of(const struct call *c, uint64_t handle)
{
	return handle - 1 < HANDLES ? c->s->handle[handle - 1].what : CLOSED;
}

static bool sys_open(struct call *c)
{
	char name[NAME_SIZE] = "";
	enum what what = CLOSED;
	uint64_t mode;

	mode = c->word[1];
	if (mode > 11)
		return fail(c, GUEST_EINVAL);
	if (c->word[2] < sizeof name && !get(c, c->word[0], name, c->word[2]))
		return false;
	if (strcmp(name, ":tt") == 0)
		what = mode < 4 ? CONSOLE_IN : CONSOLE_OUT;
	else if (strcmp(name, ":semihosting-features") == 0 && mode < 4)
		what = FEATURES_FILE;
	if (what == CLOSED)
		return fail(c, GUEST_ENOENT);
	for (uint32_t i = 0; i < HANDLES; i++) {
		if (c->s->handle[i].what != CLOSED)
			continue;
		c->s->handle[i].what = what;
		c->s->handle[i].at = 0;
		c->r0 = i + 1;
		return true;
	}
	return fail(c, GUEST_EMFILE);
}

static bool sys_close(struct call *c)
{
	if (what_of(c, c->word[0]) == CLOSED)
		return fail(c, GUEST_EBADF);
	c->s->handle[c->word[0] - 1].what = CLOSED;
	return true;
}

static bool say(struct call *c, uint64_t addr, uint64_t count)
{
	uint8_t piece[4096];

	while (count) {
		size_t n = count < sizeof piece ? (size_t)count : sizeof piece;

		if (!get(c, addr, piece, n))
			return false;
		c->s->m.console(c->s->m.ctx, piece, n);
		addr += n;
		count -= n;
	}
	return true;
}

static bool sys_write(struct call *c)
{
	uint64_t count;

	if (what_of(c, c->word[0]) != CONSOLE_OUT)
		return fail(c, GUEST_EBADF);
	count = c->word[2] < WRITE_MAX ? c->word[2] : WRITE_MAX;
	c->r0 = c->word[2] - count;
	return say(c, c->word[1], count);
}

static bool sys_write0(struct call *c)
{
	uint8_t piece[256];
	uint32_t n = 0;

	/* Byte by byte: what follows the NUL may be no memory at all. */
	for (uint32_t i = 0; i < WRITE_MAX; i++) {
		if (!get(c, c->arg + i, &piece[n], 1))
			return false;
		if (piece[n] == '\0')
			break;
		if (++n == sizeof piece) {
			c->s->m.console(c->s->m.ctx, piece, n);
			n = 0;
		}
	}
	if (n)
		c->s->m.console(c->s->m.ctx, piece, n);
	return true;
}

static bool sys_read(struct call *c)
{
	uint32_t at, n;

	c->r0 = c->word[2]; /* all missing: the end */
	switch (what_of(c, c->word[0])) {
	case CONSOLE_IN:
		c->s->asked = true;
		return true;
	case FEATURES_FILE:
		at = c->s->handle[c->word[0] - 1].at;
		n = (uint32_t)sizeof FEATURES - at;
		if (n > c->word[2])
			n = (uint32_t)c->word[2];
		if (n && !put(c, c->word[1], FEATURES + at, n))
			return false;
		c->s->handle[c->word[0] - 1].at += n;
		c->r0 -= n;
		return true;
	case CONSOLE_OUT:
	case CLOSED:
		break;
	}
	return fail(c, GUEST_EBADF);
}

static bool sys_istty(struct call *c)
{
	enum what what;

	what = what_of(c, c->word[0]);
	if (what == CLOSED)
		return fail(c, GUEST_EBADF);
	c->r0 = what != FEATURES_FILE;
	return true;
}

static bool sys_seek(struct call *c)
{
	switch (what_of(c, c->word[0])) {
	case FEATURES_FILE:
		if (c->word[1] > sizeof FEATURES)
			return fail(c, GUEST_EINVAL);
		c->s->handle[c->word[0] - 1].at = (uint32_t)c->word[1];
		return true;
	case CONSOLE_IN:
	case CONSOLE_OUT:
		return fail(c, GUEST_EINVAL);
	case CLOSED:
		break;
	}
	return fail(c, GUEST_EBADF);
}

static bool sys_flen(struct call *c)
{
	enum what what;

	what = what_of(c, c->word[0]);
	if (what == CLOSED)
		return fail(c, GUEST_EBADF);
	/* Were it -1 for a console, newlib would not buffer by lines. */
	c->r0 = what == FEATURES_FILE ? (uint32_t)sizeof FEATURES : 0;
	return true;
}

static bool sys_get_cmdline(struct call *c)
{
	const char *line = c->s->m.command_line ? c->s->m.command_line : "";
	size_t n = strlen(line);
	uint8_t length[8];

	if (n >= c->word[1])
		return fail(c, GUEST_EINVAL);
	to_bytes(length, n, sizeof length);
	return put(c, c->word[0], line, n + 1) &&
	       put(c, c->arg + field(c), length, field(c));
}

static bool sys_heapinfo(struct call *c)
{
	const struct semihost_machine *m = &c->s->m;
	const uint32_t values[] = { m->heap_base, m->heap_limit, m->stack_base,
				    m->stack_limit };
	uint8_t block[4 * 8];
	size_t size = field(c);

	for (unsigned i = 0; i < 4; i++)
		to_bytes(block + size * i, values[i], size);
	return put(c, c->word[0], block, 4 * size);
}

static bool sys_elapsed(struct call *c)
{
	uint8_t block[8];

	to_bytes(block, c->s->m.cycles(c->s->m.ctx), sizeof block);
	return put(c, c->arg, block, sizeof block);
}

/* Time since reset in parts of a second; the epoch is reset. */
static uint32_t parts(const struct call *c, uint32_t per_second)
{
	uint64_t cycles = c->s->m.cycles(c->s->m.ctx);
	uint32_t hz = c->s->m.clock_hz ? c->s->m.clock_hz : 1;

	return (uint32_t)(cycles / hz * per_second +
			  cycles % hz * per_second / hz);
}

static bool sys_writec(struct call *c)
{
	return say(c, c->arg, 1);
}

/* Nobody types. */
static bool sys_readc(struct call *c)
{
	c->s->asked = true;
	c->r0 = minus_1(c);
	return true;
}

/* There is no shell. */
static bool minus_one(struct call *c)
{
	c->r0 = minus_1(c);
	return true;
}

static bool sys_iserror(struct call *c)
{
	c->r0 = c->word[0] >> (8 * field(c) - 1);
	return true;
}

/* Temporary names, removing, renaming: there are no files. */
static bool no_such_file(struct call *c)
{
	return fail(c, GUEST_ENOENT);
}

static bool sys_clock(struct call *c)
{
	c->r0 = parts(c, 100);
	return true;
}

static bool sys_time(struct call *c)
{
	c->r0 = parts(c, 1);
	return true;
}

static bool sys_errno(struct call *c)
{
	c->r0 = c->s->error;
	return true;
}

static bool sys_tickfreq(struct call *c)
{
	c->r0 = c->s->m.clock_hz;
	return true;
}

static bool carry_out(struct call *c)
{
	static const struct {
		uint8_t op;
		uint8_t words; /* of the parameter block that r1 points to */
		bool (*fn)(struct call *c);
	} calls[] = {
		{ 0x01, 3, sys_open },        { 0x02, 1, sys_close },
		{ 0x03, 0, sys_writec },      { 0x04, 0, sys_write0 },
		{ 0x05, 3, sys_write },       { 0x06, 3, sys_read },
		{ 0x07, 0, sys_readc },       { 0x08, 1, sys_iserror },
		{ 0x09, 1, sys_istty },       { 0x0a, 2, sys_seek },
		{ 0x0c, 1, sys_flen },        { 0x0d, 0, no_such_file },
		{ 0x0e, 0, no_such_file },    { 0x0f, 0, no_such_file },
		{ 0x10, 0, sys_clock },       { 0x11, 0, sys_time },
		{ 0x12, 0, minus_one },       { 0x13, 0, sys_errno },
		{ 0x15, 2, sys_get_cmdline }, { 0x16, 1, sys_heapinfo },
		{ 0x30, 0, sys_elapsed },     { 0x31, 0, sys_tickfreq },
	};

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (calls[i].op == c->op)
			return get_words(c, calls[i].words) && calls[i].fn(c);
	snprintf(c->s->why, sizeof c->s->why,
		 "semihosting call 0x%02x, which does not exist", c->op);
	return false;
}

/* For reasons other than the program's own end, 1 as QEMU has it. */
static int status_of(uint64_t reason, uint64_t own)
{
	return reason == STOPPED_APPLICATION_EXIT ? (int)(int32_t)own : 1;
}

enum semihost_result semihost_call(struct semihost *s, uint32_t op,
				   uint64_t arg, uint64_t *r0, int *status,
				   const char **why)
{
	struct call c = { .s = s, .op = op, .arg = arg };

	/* AArch64 passes a block to both, and 32-bit ARM a value to one. */
	if (op == SYS_EXIT && !s->m.wide) {
		*status = status_of(arg, 0);
		return SEMIHOST_EXIT;
	}
	if ((op == SYS_EXIT_EXTENDED || op == SYS_EXIT) && get_words(&c, 2)) {
		*status = status_of(c.word[0], c.word[1]);
		return SEMIHOST_EXIT;
	}
	if (op == SYS_EXIT_EXTENDED || op == SYS_EXIT || !carry_out(&c)) {
		*why = s->why;
		return SEMIHOST_FAULT;
	}
	*r0 = c.r0;
	return SEMIHOST_CONTINUE;
}
