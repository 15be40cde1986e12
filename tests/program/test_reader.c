/* SPDX-License-Identifier: MIT */
/*
 * The process that interprets files, with a pretended interpreter in it that
 * does what the file says: it finds something, crashes, tries to get out of
 * its sandbox, hands back what is not in the file.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/powerless.h"
#include "base/sandbox.h"
#include "program/apart.h"
#include "program/inner.h"
#include "test.h"

/* ---- in the process ----------------------------------------------------- */

static struct program_segment segment[1];
static struct program_symbol symbol[8];
static struct extent extent[8];
static char texts[] = "\0what people read";

static void find_something(struct opened *o)
{
	segment[0] =
		(struct program_segment){ 0x8000, 8, 4, o->image + 2, true };
	symbol[0] = (struct program_symbol){ (const char *)o->image + 1, 0x8004,
					     4, texts + 1 };
	for (unsigned i = 1; i < 8; i++)
		symbol[i] = symbol[0];
	o->texts = texts;
	o->texts_size = sizeof texts;
	extent[0] = (struct extent){ 0x8008, 0x8008, true, true };
	o->p.machine = EM_ARM;
	o->p.bits = 32;
	o->p.entry = 0x8004;
	o->p.segments = 1;
	o->p.symbols = 1;
	o->segment = segment;
	o->symbol = symbol;
	o->extent = extent;
}

static bool pretend(struct opened *o, const struct wanted *w, struct error *err)
{
	const char *act = (const char *)o->image;
	volatile uintptr_t nothing_there = 8;

	assert_int_equal(w->machine, EM_ARM);
	find_something(o);
	if (strcmp(act, "refuse") == 0)
		return error_set(err, "is \033 odd");
	if (strcmp(act, "crash") == 0)
		*(volatile int *)nothing_there = 1;
	if (strcmp(act, "leave") == 0)
		_exit(0);
	if (strcmp(act, "open") == 0)
		_exit(open("/etc/passwd", O_RDONLY) < 0);
	if (strcmp(act, "socket") == 0)
		_exit(socket(AF_UNIX, SOCK_STREAM, 0) < 0);
	if (strcmp(act, "bytes-before") == 0)
		segment[0].bytes = o->image - 1;
	if (strcmp(act, "bytes-beyond") == 0)
		segment[0].file_size = segment[0].size = o->size - 1;
	if (strcmp(act, "more-in-file") == 0)
		segment[0].size = 3;
	if (strcmp(act, "wraps") == 0)
		segment[0].addr = UINT64_MAX - 6;
	if (strcmp(act, "name") == 0)
		symbol[0].name = act + o->size;
	if (strcmp(act, "beyond-texts") == 0)
		symbol[0].shown = texts + sizeof texts;
	if (strcmp(act, "endless-texts") == 0)
		texts[sizeof texts - 1] = '!';
	if (strcmp(act, "too-much-text") == 0) {
		o->texts_size = (size_t)PROGRAM_TEXTS + 1;
		o->texts = calloc(1, o->texts_size);
		symbol[0].shown = symbol[0].name;
	}
	if (strcmp(act, "too-many") == 0)
		o->p.symbols = 8; /* in so few bytes */
	return true;
}

/* ---- the tests, in the tool --------------------------------------------- */

static struct error err;

static bool read_by(struct opened *o, const char *act)
{
	static uint8_t image[64];
	const struct wanted w = { EM_ARM, 32, false };

	memset(image, 0, sizeof image);
	memcpy(image, act, strlen(act));
	memset(o, 0, sizeof *o);
	memset(&err, 0, sizeof err);
	o->image = image;
	o->size = sizeof image;
	return reader_interpret(pretend, o, &w, &err);
}

static void release(struct opened *o)
{
	free(o->segment);
	free(o->symbol);
	free(o->extent);
	free(o->datum);
	free(o->texts);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

TEST(hands_back_what_it_found)
{
	struct opened o;

	assert_true(read_by(&o, "find"));
	assert_int_equal(o.p.machine, EM_ARM);
	assert_int_equal(o.p.bits, 32);
	assert_int_equal(o.p.entry, 0x8004);
	assert_int_equal(o.p.segments, 1);
	assert_ptr_equal(o.p.segment[0].bytes, o.image + 2);
	assert_int_equal(o.p.segment[0].size, 8);
	assert_int_equal(o.p.segment[0].file_size, 4);
	assert_true(o.p.segment[0].writable);
	assert_int_equal(o.p.symbols, 1);
	assert_string_equal(o.p.symbol[0].name, "ind");
	assert_string_equal(o.p.symbol[0].shown, "what people read");
	assert_int_equal(o.p.symbol[0].addr, 0x8004);
	assert_int_equal(o.extent[0].end, 0x8008);
	release(&o);
}

static void check_refused(const char *act, const char *text)
{
	struct opened o;

	assert_false(read_by(&o, act));
	assert_string_equal(err.text, text);
	release(&o);
}

TEST(tells_how_it_ended)
{
	check_refused("refuse", "is ? odd");
	check_refused("crash", "cannot be read: its reader ended with signal "
			       "11 (Segmentation fault)");
	check_refused("leave", "cannot be read: its reader failed");
}

TEST(stays_in_its_sandbox)
{
	struct opened o;

	assert_true(read_by(&o, "find"));
	release(&o);
	if (o.p.unguarded) { /* only where the build or the run cannot be */
		if (sandbox_wanted())
			assert_string_equal(o.p.unguarded,
					    sandbox_why(SANDBOX_LEFT_OUT));
		return;
	}
	check_refused("open", "cannot be read: its reader asked the kernel for "
			      "openat and was stopped");
	check_refused("socket", "cannot be read: its reader asked the kernel "
				"for socket and was stopped");
}

static void for_ever(void *ctx, enum sandbox_state sandbox)
{
	volatile unsigned n = 0;

	(void)ctx;
	(void)sandbox;
	for (;;)
		n = n + 1;
}

static void say_and_stay(void *ctx, enum sandbox_state sandbox)
{
	static uint8_t much[1 << 16]; /* more than waits to be sent */

	apart_put(much, sizeof much);
	for_ever(ctx, sandbox);
}

/* Also where root reads a program. */
TEST(has_no_powers)
{
	struct rlimit r;
	struct apart a;
	char byte;

	assert_true(apart_start(&a, say_and_stay, NULL, &err));
	assert_true(apart_get(&a, &byte, 1)); /* it is at work */
	check_powerless(a.pid);
	assert_int_equal(prlimit(a.pid, RLIMIT_CPU, NULL, &r), 0);
	assert_int_equal(r.rlim_max, 60);
	assert_int_equal(prlimit(a.pid, RLIMIT_AS, NULL, &r), 0);
	if (sandbox_wanted())
		assert_int_equal(r.rlim_max >> 30, 4);
	apart_end(&a);
}

TEST(takes_too_long)
{
	struct apart a;
	char byte;

	assert_true(apart_start(&a, for_ever, NULL, &err));
	a.end = 0;
	assert_false(apart_get(&a, &byte, 1));
	assert_false(apart_fail(&a, &err));
	assert_string_equal(err.text,
			    "cannot be read within 60 seconds; it may be "
			    "without its debug information, which `strip -d` "
			    "takes away");
	apart_end(&a);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* A piece may be longer than what waits to be sent. */
enum { MUCH = 3 << 15 };

static void say_much(void *ctx, enum sandbox_state sandbox)
{
	uint8_t *much = ctx;

	(void)sandbox;
	apart_put(much, 1);
	apart_put(much + 1, MUCH - 2);
	apart_put(much + MUCH - 1, 1);
	apart_put(much, 0);
}

TEST(hears_all_of_it)
{
	static uint8_t said[MUCH], heard[MUCH + 1];
	struct apart a;

	for (size_t i = 0; i < MUCH; i++)
		said[i] = (uint8_t)(i * 7 + (i >> 8));
	assert_true(apart_start(&a, say_much, said, &err));
	assert_true(apart_get(&a, heard, MUCH));
	assert_memory_equal(heard, said, MUCH);
	assert_false(apart_get(&a, heard, 1));
	apart_end(&a);
}

/* Nothing that points out of the file gets as far as a board. */
TEST(is_not_believed)
{
	static const char *const lies[] = { "bytes-before", "bytes-beyond",
					    "more-in-file", "wraps",
					    "name",         "too-many",
					    "beyond-texts", "endless-texts",
					    "too-much-text" };

	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
		check_refused(lies[i], "cannot be read: its reader failed");
}
