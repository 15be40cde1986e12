/* SPDX-License-Identifier: MIT */
/*
 * Scripts of a monitor whose counters nothing starts: each is read where the
 * window opens and where it closes, in every form that has two reads.
 */
#include <stdlib.h>
#include <string.h>

#include "core/hpm.h"
#include "script/inner.h"
#include "test.h"

static struct request *r;

/* The tests' own monitor that nothing stops, the last of the list. */
static const struct catalog_monitor *unstopped_monitor(void)
{
	unsigned count;
	const struct catalog_monitor *const *all = hpm_and_all(&count);

	return all[count - 1];
}

static void request_both(void)
{
	const struct request_member member = { .monitor = unstopped_monitor() };
	const struct request_wish wish = { .events = "cycles,stores" };
	struct error err = { "" };

	r = request_make(&member, 1, &wish, &err);
	assert_string_equal(err.text, "");
	assert_non_null(r);
}

/* The script, of the caller to free; NULL: it is refused. */
static char *script_of(const struct script_wishes *w, struct error *err)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);
	bool good;

	assert_non_null(to);
	good = script_print(to, r, w, err);
	fclose(to);
	if (good)
		return text;
	free(text);
	return NULL;
}

static void must_say(const struct script_wishes *w, const char *const *lines)
{
	struct error err = { "" };
	char *text = script_of(w, &err);
	const char *at = text;

	assert_string_equal(err.text, "");
	for (; *lines; lines++) {
		at = strstr(at, *lines);
		if (!at)
			fail_msg("not, or not in its place: %s\n%s", *lines,
				 text);
	}
	free(text);
}

TEST(both_reads_are_printed)
{
	static const char *const text[] = {
		"  configure\n",
		"EVENT4  BASE + 0x00030 = 0x000000000000000a  # "
		"event=0x0a(stores)\n",
		"  read, where the window opens\n",
		"    cycles = CYCLE\n",
		"    stores = COUNT4\n",
		"  read, where the window closes\n",
		"    cycles = (CYCLE - cycles) & 0xffffffffffffffff\n",
		"    stores = (COUNT4 - stores) & 0xffffffffff\n",
		"  release\n",
		NULL
	};
	static const char *const gdb[] = { "define it_start\n",
					   "  set $it_cycles = ",
					   "define it_stop\n",
					   " - $it_stores) & 0xffffffffff\n",
					   "define it_read\n",
					   "  output/u $it_cycles\n",
					   NULL };
	const struct script_wishes wishes[] = {
		{ .name = "it" }, { .name = "it", .form = SCRIPT_GDB }
	};

	request_both();
	must_say(&wishes[0], text);
	must_say(&wishes[1], gdb);
	request_free(r);
}

TEST(a_form_with_one_read_is_refused)
{
	static const struct script_wishes wishes[] = {
		{ .name = "it", .form = SCRIPT_OPENOCD },
		{ .name = "it", .form = SCRIPT_PRACTICE },
		{ .name = "it", .form = SCRIPT_C, .exact = true },
	};

	request_both();
	for (unsigned i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
		struct error err = { "" };

		assert_null(script_of(&wishes[i], &err));
		assert_non_null(strstr(err.text, "the difference of two reads, "
						 "and this form has one; --as "
						 "text, c, gdb and json"));
	}
	request_free(r);
}

TEST(json_says_so)
{
	const struct script_wishes wishes = { .name = "it",
					      .form = SCRIPT_JSON };
	static const char *const json[] = { "\"start\": []", "\"stop\": []",
					    "\"differences\": true", NULL };

	request_both();
	must_say(&wishes, json);
	request_free(r);
}

static const char program[] =
	"\nint main(void)\n"
	"{\n"
	"	uint64_t values[IT_VALUES];\n"
	"	volatile uint64_t *reg = (volatile uint64_t *)it_block;\n"
	"	reg[1] = UINT64_MAX - 2;\n"
	"	reg[4] = (UINT64_C(1) << 40) - 1;\n"
	"	it_configure();\n"
	"	it_start(values);\n"
	"	reg[1] += 10;\n"
	"	reg[4] = 4;\n"
	"	it_stop(values);\n"
	"	return !(values[IT_CYCLES] == 10 && values[IT_STORES] == 5 &&\n"
	"		 reg[6] == 10);\n"
	"}\n";

/* The C form, compiled and run: differences over the counters' wraps. */
TEST(c_counts_over_a_wrap)
{
	const struct script_wishes wishes = { .name = "it", .form = SCRIPT_C };
	char name[] = "/tmp/tally-differences-XXXXXX", command[256];
	const int made = mkstemp(name);
	struct error err = { "" };
	char *text;
	FILE *to;

	assert_true(made >= 0);
	to = fdopen(made, "w");
	assert_non_null(to);
	request_both();
	text = script_of(&wishes, &err);
	assert_string_equal(err.text, "");
	fprintf(to,
		"#include <stdint.h>\n"
		"static uint64_t it_block[64];\n"
		"#define IT_BASE ((uintptr_t)it_block)\n%s%s",
		text, program);
	assert_int_equal(fclose(to), 0);
	snprintf(command, sizeof command,
		 "cc -std=gnu11 -xc %s -o %s.out && %s.out", name, name, name);
	if (system(command))
		fail_msg("%s", text);
	snprintf(command, sizeof command, "%s.out", name);
	remove(command);
	remove(name);
	free(text);
	request_free(r);
}
