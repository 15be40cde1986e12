/* SPDX-License-Identifier: MIT */
/* Names of the kernel's functions, from files that were made by hand. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/kallsyms.h"
#include "kernel/perf.h"
#include "test.h"

static char root[] = "/tmp/kallsyms-XXXXXX";
static char folder[64], file[80];
static const struct tally_linux_doors kernel = { .root = root };
static struct perf_symbols all;

static int begin(void **state)
{
	(void)state;
	if (!mkdtemp(root))
		return 1;
	snprintf(folder, sizeof folder, "%s/proc", root);
	snprintf(file, sizeof file, "%s/kallsyms", folder);
	return mkdir(folder, 0700);
}

static int end(void **state)
{
	(void)state;
	(void)unlink(file);
	(void)rmdir(folder);
	return rmdir(root);
}

static void say(const char *text)
{
	FILE *to = fopen(file, "w");

	assert_non_null(to);
	fputs(text, to);
	fclose(to);
	perf_symbols_read(&kernel, &all);
}

static const char *name_at(uint64_t addr)
{
	const size_t i = perf_symbol_at(&all, addr);

	return i < all.count ? all.symbol[i].name : "none";
}

TEST(named)
{
	say("ffffffff81000200 t second\n"
	    "ffffffff81000000 T _stext\n"
	    "ffffffff81000180 D data\n"
	    "nonsense\n"
	    "ffffffffc0001000 t inside\t[driver]\n"
	    "ffffffff81000100 W weak");
	assert_null(all.lacks);
	assert_int_equal(all.count, 4);
	assert_string_equal(name_at(0xffffffff81000000), "_stext");
	assert_string_equal(name_at(0xffffffff810000ff), "_stext");
	assert_string_equal(name_at(0xffffffff81000180), "weak");
	assert_string_equal(name_at(0xffffffff810002ff), "second");
	assert_string_equal(name_at(0xffffffff80ffffff), "none");
	assert_string_equal(name_at(0xffffffff82000000), "none");
	assert_string_equal(name_at(0xffffffffc0001004), "inside");
	assert_string_equal(
		all.symbol[perf_symbol_at(&all, 0xffffffffc0001004)].module,
		"[driver]");
	perf_symbols_free(&all);
}

TEST(hidden)
{
	say("0000000000000000 T _stext\n0000000000000000 t second\n");
	assert_int_equal(all.count, 0);
	assert_string_equal(name_at(0xffffffff81000000), "none");
	assert_non_null(strstr(all.lacks, "kernel.kptr_restrict=0"));
	perf_symbols_free(&all);
	(void)unlink(file);
	perf_symbols_read(&kernel, &all);
	assert_non_null(strstr(all.lacks, "CONFIG_KALLSYMS"));
	perf_symbols_free(&all);
}

TEST_GROUP(begin, end)
