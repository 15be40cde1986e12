/* SPDX-License-Identifier: MIT */
/* Functions that no symbol of the program has: stubs of its linker's, as
 * objdump names them, and what was stripped, where the tables for exceptions
 * have it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program/program.h"
#include "test.h"

static char folder[] = "/tmp/tally-stubs-XXXXXX";
static struct error err;

static const char source[] =
	"#include <stdlib.h>\n"
	"#include <string.h>\n"
	"int extra(int);\n"
	"static __attribute__((noinline)) int inner(int n)\n"
	"{ return extra(n) + (int)strlen(getenv(\"x\")); }\n"
	"int outer(int n) { return inner(n) * 2; }\n"
	"void *taken(void) { return (void *)abs; }\n"
	"int direct(int n) { return abs(n) + rand(); }\n";

static int begin(void **state)
{
	FILE *to;

	(void)state;
	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
	to = fopen("one.c", "we");
	assert_non_null(to);
	assert_true(fputs(source, to) >= 0);
	assert_int_equal(fclose(to), 0);
	return 0;
}

static int end(void **state)
{
	char line[64];

	(void)state;
	snprintf(line, sizeof line, "cd / && rm -r %s", folder);
	/* The words are this file's. NOLINTNEXTLINE(cert-env33-c) */
	assert_int_equal(system(line), 0);
	return 0;
}

TEST_GROUP(begin, end)

/* How it is compiled; and what begins the names of the tools. */
struct way {
	const char *tools, *options;
};

static const struct way ways[] = {
	{ "", "" },
	{ "", "-fcf-protection=none" },
	{ "", "-fcf-protection=full -Wl,-z,now" },
	{ "", "-fcf-protection=none -Wl,-z,now -fno-plt" },
	{ "aarch64-linux-gnu-", "" },
	{ "aarch64-linux-gnu-", "-Wl,-z,force-bti,-z,now" },
};

/* False: this computer has no such compiler. */
static bool make(const struct way *w)
{
	char line[512];

	snprintf(line, sizeof line,
		 "exec 2>/dev/null; %sgcc -O1 -fno-builtin -fPIC -shared %s "
		 "one.c -o lib.so && %sstrip -o bare.so lib.so && "
		 "%sobjdump -d lib.so > listing && %snm -S lib.so > names",
		 w->tools, w->options, w->tools, w->tools, w->tools);
	/* The words are this file's. NOLINTNEXTLINE(cert-env33-c) */
	return system(line) == 0;
}

static struct program *opened(const char *path)
{
	struct program *p = program_open_mapped(path, folder, &err);

	if (!p)
		fail_msg("%s", err.text);
	return p;
}

static bool ends(const char *name, const char *with)
{
	const size_t size = strlen(name), behind = strlen(with);

	return size >= behind && strcmp(name + size - behind, with) == 0;
}

/* Each stub of objdump's has its name, from its first address to its last. */
static unsigned check_stubs(const struct program *p)
{
	FILE *from = fopen("listing", "re");
	char text[256], name[128];
	unsigned found = 0;
	uint64_t addr;

	assert_non_null(from);
	while (fgets(text, sizeof text, from)) {
		const struct program_symbol *s;
		uint64_t offset;

		if (sscanf(text, "%" SCNx64 " <%127[^>]>:", &addr, name) != 2 ||
		    !ends(name, "@plt"))
			continue;
		s = program_at(p, addr + 7, &offset);
		if (!s)
			fail_msg("%s has no name", name);
		assert_string_equal(s->shown, name);
		assert_int_equal(s->addr, addr);
		assert_int_equal(offset, 7);
		assert_true(strncmp(name, s->name, strlen(s->name)) == 0);
		assert_int_equal(program_end(p, s), addr + s->size);
		found++;
	}
	assert_int_equal(fclose(from), 0);
	return found;
}

TEST(stubs)
{
	unsigned tried = 0, found = 0;

	for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
		if (!make(&ways[i]))
			continue;
		for (unsigned bare = 0; bare < 2; bare++) {
			struct program *p = opened(bare ? "bare.so" : "lib.so");

			found += check_stubs(p);
			program_close(p);
		}
		tried++;
	}
	if (!tried)
		skip();
	assert_true(found > 2 * tried);
}

static uint64_t size_of(const char *name, uint64_t *addr)
{
	FILE *from = fopen("names", "re");
	char text[256], is[128];
	uint64_t size = 0;

	assert_non_null(from);
	while (fgets(text, sizeof text, from))
		if (sscanf(text, "%" SCNx64 " %" SCNx64 " %*c %127s", addr,
			   &size, is) == 3 &&
		    strcmp(is, name) == 0)
			break;
	assert_int_equal(fclose(from), 0);
	return size;
}

/* inner() has no symbol when it is stripped, outer() has the one for others. */
TEST(stripped)
{
	unsigned tried = 0;

	for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
		const struct program_symbol *s;
		struct program *p;
		uint64_t addr, size;
		char name[32];

		if (!make(&ways[i]))
			continue;
		p = opened("bare.so");
		size = size_of("inner", &addr);
		snprintf(name, sizeof name, "0x%" PRIx64, addr);
		s = program_at(p, addr + size - 1, NULL);
		assert_non_null(s);
		assert_string_equal(s->shown, name);
		assert_int_equal(s->addr, addr);
		assert_int_equal(program_end(p, s), addr + size);
		size = size_of("outer", &addr);
		s = program_at(p, addr + size - 1, NULL);
		assert_non_null(s);
		assert_string_equal(s->shown, "outer");
		assert_int_equal(s->addr, addr);
		program_close(p);
		tried++;
	}
	if (!tried)
		skip();
}

/* Of a file that is in memory alone. */
TEST(bytes)
{
	struct program *p, *file;
	uint8_t *bytes;
	FILE *from;
	long size;

	if (!make(&ways[0]))
		skip();
	from = fopen("lib.so", "re");
	assert_non_null(from);
	assert_int_equal(fseek(from, 0, SEEK_END), 0);
	size = ftell(from);
	rewind(from);
	bytes = malloc((size_t)size);
	assert_non_null(bytes);
	assert_int_equal(fread(bytes, 1, (size_t)size, from), size);
	assert_int_equal(fclose(from), 0);
	p = program_open_bytes("[it]", bytes, (size_t)size, &err);
	memset(bytes, 0, (size_t)size);
	free(bytes);
	file = opened("lib.so");
	assert_non_null(p);
	assert_string_equal(p->path, "[it]");
	assert_string_equal(p->build_id, file->build_id);
	assert_string_equal(p->sha256, file->sha256);
	assert_int_equal(p->symbols, file->symbols);
	program_close(p);
	program_close(file);
	assert_null(program_open_bytes("[it]", (const uint8_t *)"x", 1, &err));
	assert_non_null(strstr(err.text, "[it]"));
}
