/* SPDX-License-Identifier: MIT */
/*
 * `tally record -- COMMAND` on a kernel whose rings have what a test puts
 * there: from its records to the profile, against one that was looked at.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jansson.h>

#include "cli/cli.h"
#include "cli/linux/on_linux.h"
#include "cli/linux/sampled.h"
#include "cli/screen.h"
#include "kernel/perf.h"
#include "kernel/ring.h"
#include "kernel/root_fixture.h"
#include "program/program.h"
#include "report/page_fixture.h"
#include "run/program_image.h"
#include "target/linux/linux.h"
#include "test.h"

/* ---- the kernel -------------------------------------------------------------
 */

enum { MOST = 64 };

static struct opened {
	struct perf_event_attr attr;
	int fd;
	struct perf_event_mmap_page *page;
} opened[MOST];
static unsigned opens;
static bool user_only;
static void (*play)(struct opened *o); /* what happens once it counts */

static struct opened *of(int fd)
{
	unsigned i = opens;

	while (i-- > 0)
		if (opened[i].fd == fd)
			return &opened[i];
	fail_msg("nobody opened %d", fd);
	return NULL;
}

static int fake_open(struct perf_event_attr *attr, pid_t pid, int cpu,
		     int leader, unsigned long flags)
{
	(void)pid;
	(void)cpu;
	(void)leader;
	(void)flags;
	assert_true(opens < MOST);
	if (attr->type != PERF_TYPE_SOFTWARE ||
	    (user_only && !attr->exclude_kernel)) {
		errno = user_only ? EACCES : ENOENT;
		return -1;
	}
	opened[opens] = (struct opened){ *attr, eventfd(0, EFD_CLOEXEC), NULL };
	return opened[opens++].fd;
}

static int fake_control(int fd, unsigned long request, unsigned long argument)
{
	(void)argument;
	if (request == PERF_EVENT_IOC_ENABLE && of(fd)->page)
		play(of(fd));
	return 0;
}

static ssize_t fake_read(int fd, void *to_words, size_t size)
{
	const uint64_t words[] = { of(fd)->attr.config ==
						   PERF_COUNT_SW_PAGE_FAULTS
					   ? 130000
					   : 12000000,
				   1, 1 };

	assert_int_equal(size, sizeof words);
	memcpy(to_words, words, sizeof words);
	return (ssize_t)size;
}

static int fake_close(int fd)
{
	return close(fd);
}

static void *fake_map(int fd, size_t size, int protection)
{
	assert_int_equal(protection, PROT_READ | PROT_WRITE);
	of(fd)->page = calloc(1, size);
	if (of(fd)->attr.enable_on_exec)
		play(of(fd));
	return of(fd)->page;
}

static void fake_unmap(void *at, size_t size)
{
	(void)size;
	free(at);
}

static const struct tally_linux_doors kernel = {
	.open = fake_open,
	.control = fake_control,
	.read = fake_read,
	.close = fake_close,
	.map = fake_map,
	.unmap = fake_unmap,
	.root = root,
};

/* ---- its records ------------------------------------------------------------
 */

static void put(struct opened *o, unsigned type, unsigned misc,
		const void *body, size_t size)
{
	const struct perf_event_header h = { type, (uint16_t)misc,
					     (uint16_t)(sizeof h + size) };
	char *at = (char *)o->page + sysconf(_SC_PAGESIZE) + o->page->data_head;

	memcpy(at, &h, sizeof h);
	memcpy(at + sizeof h, body, size);
	o->page->data_head += sizeof h + size;
}

/* A file of the root is mapped in process 10 from the beginning. */
static void put_map(struct opened *o, uint64_t addr, const char *file)
{
	struct {
		uint32_t pid, tid;
		uint64_t addr, size, offset, more[4];
		char path[64];
		uint64_t id[3];
	} body = { .pid = 10, .tid = 10, .addr = addr, .size = 0x1000 };

	snprintf(body.path, sizeof body.path, "%s%s",
		 file[0] == '/' ? root : "", file);
	put(o, PERF_RECORD_MMAP2, 0, &body, sizeof body);
}

static void put_name(struct opened *o, uint32_t tid, uint64_t time,
		     const char *name)
{
	struct {
		uint32_t pid, tid;
		char name[16];
		uint64_t id[3];
	} body = { .pid = 10, .tid = tid, .id = { 0, time, 0 } };

	snprintf(body.name, sizeof body.name, "%s", name);
	put(o, PERF_RECORD_COMM, 0, &body, sizeof body);
}

static uint64_t clock_now;
static uint32_t thread = 10;

/* A sample at `ip`, and its callers outside of the kernel, innermost first. */
static void put_sample(struct opened *o, uint64_t ip, uint64_t first,
		       uint64_t second, uint64_t third)
{
	const bool in_kernel = ip >> 63;
	struct {
		uint64_t ip;
		uint32_t pid, tid;
		uint64_t time;
		uint32_t cpu, reserved;
		uint64_t chained, chain[5];
	} body = { ip,     10,
		   thread, clock_now += 10,
		   3,      0,
		   2,      { PERF_CONTEXT_USER, ip, first, second, third } };

	if (in_kernel)
		memmove(body.chain + 1, body.chain + 2, 3 * 8);
	body.chained = 2u - in_kernel + !!first + !!second + !!third;
	put(o, PERF_RECORD_SAMPLE,
	    in_kernel ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER, &body,
	    sizeof body - sizeof body.chain + 8 * body.chained);
}

/* ---- a profile --------------------------------------------------------------
 */

static int begin(void **state)
{
	static const struct image_symbol a[] = { { "main", 0x8100, 0x40 },
						 { "_Z4workv", 0x8140, 0x40 } };
	static const struct image_symbol b[] = { { "helper", 0x8200, 0x40 } };
	char path[64];

	if (root_make(state) || set_up(state))
		return 1;
	root_say("/sys/devices/system/cpu/online", "0\n");
	root_say("/proc/sys/kernel/perf_event_paranoid", "1\n");
	root_say("/proc/kallsyms", "ffffffffffff0000 T schedule\n"
				   "ffffffffffff1000 t map_blocks\t[ext4]\n"
				   "ffffffffffff2000 T last\n");
	snprintf(path, sizeof path, "%s/a.elf", root);
	program_image_file(path, a, 2);
	snprintf(path, sizeof path, "%s/b.so", root);
	program_image_file(path, b, 1);
	target_linux_on(&kernel);
	opens = 0;
	user_only = running_interrupted = false;
	clock_now = 1000;
	thread = 10;
	return 0;
}

static int end(void **state)
{
	for (unsigned i = 0; i < opens; i++)
		assert_int_equal(fcntl(opened[i].fd, F_GETFD), -1);
	return tear_down(state) || root_remove(state);
}

/* The number of a process that has ended. */
static const char *nobody(void)
{
	static char text[16];
	const pid_t child = fork();

	if (child == 0)
		_exit(0);
	assert_int_equal(waitpid(child, NULL, 0), child);
	snprintf(text, sizeof text, "%d", (int)child);
	return text;
}

static int record(const char *first, const char *second, const char *third,
		  const char *fourth)
{
	static char kept[64];
	const char *word[] = { "record", "-o",  kept,   first,
			       second,   third, fourth, NULL };
	int words = 3;

	snprintf(kept, sizeof kept, "%s/kept.json", root);
	while (word[words])
		words++;
	optind = 0;
	return sampled_record(words, (char **)(uintptr_t)word);
}

/* Tells the kept profile, without the members that are this computer's. */
static void tell_kept(const char *title)
{
	static const char *const without[] = { "title", "program",
					       "program_sha256", "path", "" };
	char path[64];
	json_t *document;

	snprintf(path, sizeof path, "%s/kept.json", root);
	document = json_load_file(path, 0, NULL);
	assert_non_null(document);
	fprintf(to, "== %s\n", title);
	tell_rows(json_dumps(document, 0), without);
	json_decref(document);
}

static const char *kept_text(const char *member)
{
	static char text[256];
	char path[64];
	json_t *document;

	snprintf(path, sizeof path, "%s/kept.json", root);
	document = json_load_file(path, 0, NULL);
	assert_non_null(document);
	snprintf(text, sizeof text, "%s",
		 json_string_value(json_object_get(document, member)));
	json_decref(document);
	return text;
}

#define A      UINT64_C(0x400000)
#define B      UINT64_C(0x7f0000)
#define KERNEL UINT64_C(0xffffffffffff0000)

/* Each kind of a place once; what has no file, no symbol, no name. */
static void all_kinds(struct opened *o)
{
	if (o->attr.config == PERF_COUNT_SW_PAGE_FAULTS) {
		clock_now = 1005;
		put_sample(o, A + 0x104, 0, 0, 0);
		return;
	}
	put_map(o, A, "/a.elf");
	put_map(o, B, "/b.so");
	put_map(o, 0x10000, "[vdso]");
	put_map(o, 0x20000, "/nowhere");
	put_name(o, 10, 1, "first");
	put_name(o, 10, 1035, "renamed");
	put_sample(o, A + 0x108, 0, 0, 0);
	put_sample(o, A + 0x148, A + 0x110, 0, 0);
	put_sample(o, B + 0x200, A + 0x144, A + 0x110, 0);
	put_sample(o, A + 0x108, 0, 0, 0);
	/* The call is the last instruction of its function; one that calls
	 * itself; a caller that is nowhere. */
	put_sample(o, A + 0x150, A + 0x140, 0, 0);
	put_sample(o, A + 0x150, A + 0x158, A + 0x158, A + 0x110);
	put_sample(o, A + 0x150, 0x30000, A + 0x110, 0);
	/* Code without a symbol; before all of a file's; of no file. */
	put_sample(o, A + 0x1f0, 0, 0, 0);
	put_sample(o, B + 0x10, 0, 0, 0);
	put_sample(o, 0x10008, 0, 0, 0);
	put_sample(o, 0x20008, 0, 0, 0);
	put_sample(o, A + IMAGE_BYTES, 0, 0, 0);
	/* In the kernel, which is called by main; in a module; before all. */
	put_sample(o, KERNEL + 0x10, A + 0x110, 0, 0);
	put_sample(o, KERNEL + 0x20, A + 0x110, 0, 0);
	put_sample(o, KERNEL + 0x1000, 0, 0, 0);
	put_sample(o, KERNEL - 8, 0, 0, 0);
	thread = 11;
	put_sample(o, A + 0x108, 0, 0, 0);
	thread = 0;
	put_sample(o, A + 0x108, 0, 0, 0);
	put(o, PERF_RECORD_LOST, 0, (uint64_t[]){ 1, 7 }, 16);
	put(o, PERF_RECORD_THROTTLE, 0, (uint64_t[]){ 1, 1, 1 }, 24);
	put(o, PERF_RECORD_SAMPLE, 0, (uint64_t[]){ 1 }, 8);
}

static void one(struct opened *o)
{
	thread = 10;
	put_map(o, A, "/a.elf");
	put_sample(o, A + 0x108, 0, 0, 0);
}

static void one_in_the_kernel(struct opened *o)
{
	put_sample(o, KERNEL + 0x10, 0, 0, 0);
}

TEST_WITH(profiles, begin, end)
{
	play = all_kinds;
	assert_int_equal(
		record("-ecpu-clock,page-faults", "-c100000", "-p", nobody()),
		CLI_GOOD);
	tell_kept("all kinds");
	assert_memory_equal(kept_text("title"), "Linux ", 6);
	assert_memory_equal(kept_text("program"), "process ", 8);
	play = one;
	user_only = true;
	assert_int_equal(record("-ecpu-clock", "-p", nobody(), NULL), CLI_GOOD);
	tell_kept("without the kernel");
	user_only = false;
	root_say("/proc/kallsyms", "0000000000000000 T schedule\n");
	play = one_in_the_kernel;
	assert_int_equal(record("-ecpu-clock", "-p", nobody(), NULL), CLI_GOOD);
	tell_kept("of a kernel that hides its names");
	told_is("cli/sampling/hand_sampled.txt");
}

/* Code that a process made itself, called by main, and what calls back. */
static void made_code(struct opened *o)
{
	thread = 10;
	put_map(o, A, "/a.elf");
	put_map(o, 0x50000, "//anon");
	put_sample(o, 0x50010, A + 0x110, 0, 0);
	put_sample(o, A + 0x148, 0x50024, A + 0x110, 0);
	put_sample(o, 0x50800, 0, 0, 0);
}

/* The function of the path with so many calls behind the one above. */
static const char *function_of(json_t *document, size_t path)
{
	const json_t *functions = json_object_get(document, "functions");
	const json_t *row =
		json_array_get(json_object_get(document, "paths"), path);
	const json_t *which = json_object_get(row, "function");

	return json_string_value(json_object_get(
		json_array_get(functions, (size_t)json_integer_value(which)),
		"name"));
}

TEST_WITH(code_that_a_process_made, begin, end)
{
	static const char *const called[] = { "main [a.elf]",
					      "loop of it [jit]", "back [jit]",
					      "work() [a.elf]", "[anon]" };
	json_t *document;
	char path[64];

	root_say("/tmp/perf-10.map", "50000 20 loop of it\n"
				     "50020 10 back\n");
	root_say("/tmp/perf-11.map", "50800 20 another's\n");
	play = made_code;
	assert_int_equal(record("-ecpu-clock", "-p", nobody(), NULL), CLI_GOOD);
	snprintf(path, sizeof path, "%s/kept.json", root);
	document = json_load_file(path, 0, NULL);
	assert_non_null(document);
	for (size_t i = 0; i < sizeof called / sizeof called[0]; i++)
		assert_string_equal(function_of(document, i + 1), called[i]);
	json_decref(document);
	fclose(to);
}

/* Its events begin with it; its status is told, and what it is. */
TEST_WITH(a_command, begin, end)
{
	char hash[PROGRAM_HASH], script[64];

	play = one;
	root_say("/three", "exit 3\n");
	snprintf(script, sizeof script, "%s/three", root);
	assert_true(program_hash("/bin/sh", hash));
	assert_int_equal(record("-cpage-faults", "--", "/bin/sh", script),
			 CLI_USAGE);
	assert_int_equal(record("-epage-faults", "--", "/bin/sh", script),
			 CLI_GOOD);
	assert_string_equal(kept_text("program"), "/bin/sh");
	assert_string_equal(kept_text("program_sha256"), hash);
	tell_kept("a command");
	told_is("cli/sampling/hand_sampled_command.txt");
}

/* A command of this computer is behind "--", or whom else to sample is said;
 * what -t says comes before all of that. */
TEST(whose_words_these_are)
{
	static const struct {
		const char *word[4];
		bool ours;
	} all[] = {
		{ { "--", "ls" }, true },
		{ { "prog.elf" }, false },
		{ { "-c", "5", "--" }, true },
		{ { "-t", "linux", "x" }, true },
		{ { "-t", "board:x", "--" }, false },
		{ { "-tlinux" }, true },
		{ { "-tboard:x", "--" }, false },
		{ { "--target", "linux" }, true },
		{ { "--target", "gdb:x", "--" }, false },
		{ { "--target=linux" }, true },
		{ { "--target=gdb:x", "--" }, false },
		{ { "-t" }, false },
		{ { "--", "-t", "board:x" }, true },
		{ { "x", "-a" }, true },
		{ { "-ax" }, false },
		{ { "-p", "5" }, true },
		{ { "-p5" }, true },
		{ { "--pid=5" }, true },
		{ { "--pid" }, true },
		{ { "--pidx" }, false },
		{ { "--all-cpus" }, true },
		{ { "--all-cpusx" }, false },
		{ { "--cpu=1" }, true },
		{ { "--cpux=1" }, false },
		{ { NULL }, false },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		const char *word[6] = { "record" };
		int words = 1;

		for (; words < 5 && all[i].word[words - 1]; words++)
			word[words] = all[i].word[words - 1];
		if (sampled_meant(words, (char **)(uintptr_t)word) !=
		    all[i].ours)
			fail_msg("row %zu: %s", i, all[i].word[0]);
	}
}
