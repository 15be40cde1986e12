/* SPDX-License-Identifier: MIT */
/* The options of a simulated machine, row by row. */
#include "option/machine.h"

#include <stdlib.h>
#include <string.h>

#include "machine_values.h"
#include "test.h"

static const struct option_row *row_of(const char *name)
{
	for (unsigned i = 0; i < machine_row_count; i++)
		if (strcmp(machine_rows[i].name, name) == 0)
			return &machine_rows[i];
	fail_msg("there is no --%s", name);
	return NULL;
}

static bool join(void *ctx, const struct option_row *row, const char *value)
{
	(void)row;
	strcat(strcat(ctx, value), " ");
	return true;
}

/* Texts that mean the same print the same. */
static void same(const char *name, const char *text, const char *wanted)
{
	struct board_options o = { 0 };
	char got[200] = "";
	struct error err = { "" };

	assert_true(option_take(row_of(name), text, &o, &err));
	assert_true(option_each(row_of(name), &o, join, got));
	assert_string_equal(got, wanted);
}

TEST(values_not_spellings)
{
	same("pcap-speed", "1", "1 ");
	same("pcap-speed", "1.0", "1 ");
	same("pcap-speed", "0.25", "0.25 ");
	same("pcap-speed", "1e6", "1000000 ");
	same("pcap-speed", "wire", "");
	same("platform-ratio", "05:02", "5:2 ");
	same("jitter", "0x10", "16 ");
	same("jitter", "0", "0 ");
	same("l2", "on", "on ");
	same("l2", "off", "");
	same("ill", "nid-off", "nid-off ");
	same("max-insn", "1,000", "1000 ");
	same("max-console", "1", "1 ");
	same("max-console", "64", "");
	same("timeout", "2.50", "2.5 ");
	same("inject", "itcm_error=0x64", "itcm_error=100 ");
	same("inject", "pm_event=0x3/10", "pm_event=3/10 ");
	same("inject", "dbgack=1/0b10", "dbgack=1/2 ");
	same("inject", "armd:error", "armd:error ");
	same("inject", "armd:retry,times=0x3,every=2",
	     "armd:retry,every=2,times=3 ");
	same("traffic", "exp:every=0x64,burst=incr8,",
	     "exp:burst=incr8,every=100 ");
	same("traffic", "uart1:every=5", "uart1:every=5 ");
	same("traffic", "gxi:a=1,a=1,a", "gxi:a,a=1,a=1 ");
}

/* An option that is given several times is there as often, whatever the order.
 */
TEST(several_at_once)
{
	const struct option_row *row = row_of("inject");
	const char *const typed[] = { "dma1:error", "armd:error",
				      "itcm_error=9", "dbgack=1/3",
				      "etmextout1=2/7" };
	struct board_options o = { 0 };
	char got[200] = "";
	struct error err;

	for (unsigned i = 0; i < sizeof typed / sizeof *typed; i++)
		assert_true(option_take(row, typed[i], &o, &err));
	assert_true(option_each(row, &o, join, got));
	assert_string_equal(got, "etmextout1=2/7 itcm_error=9 dbgack=1/3 "
				 "armd:error dma1:error ");
	assert_false(option_take(row, "itcm_error=8", &o, &err));
	assert_string_equal(err.text,
			    "--inject itcm_error is given twice, and means one "
			    "thing; leave one out");
	assert_true(option_take(row_of("traffic"), "sci:every=3", &o, &err));
	assert_false(option_take(row_of("traffic"), "sci:every=4", &o, &err));
	assert_string_equal(err.text,
			    "--traffic sci is given twice, and means one "
			    "thing; leave one out");
	assert_false(option_take(row_of("traffic"), "usb:every=4", &o, &err));
	assert_string_equal(err.text,
			    "--traffic: 'usb:every=4' names nothing with "
			    "traffic");
}

/* No text is read past its end, wherever it ends: each is in memory of its own
 * size, which the address sanitizer guards. */
TEST(no_text_is_read_past_its_end)
{
	for (unsigned i = 0; i < machine_row_count; i++)
		for (unsigned k = 0; k < MACHINE_VALUES; k++) {
			const size_t whole = strlen(machine_values[k]);

			for (size_t n = 0; n <= whole; n++) {
				struct board_options o = { 0 };
				struct error err = { "" };
				char *text = malloc(n + 1);

				assert_non_null(text);
				memcpy(text, machine_values[k], n);
				text[n] = '\0';
				if (machine_rows[i].argument &&
				    !option_take(&machine_rows[i], text, &o,
						 &err))
					assert_string_not_equal(err.text, "");
				free(text);
			}
		}
}

/* Every option can be given, is taken back as it is printed, and is noticed by
 * targets that cannot have it. */
TEST(each_row_is_noticed)
{
	for (unsigned i = 0; i < machine_row_count; i++) {
		const struct option_row *row = &machine_rows[i];
		const bool alias = row->kind == OPTION_OWN && !row->print;
		struct board_options o, again = { 0 };
		char text[200] = "", more[200] = "";
		unsigned at = 0;
		struct error err;

		print_message("# --%s\n", row->name);
		if (alias) {
			assert_null(row->recorded);
			continue;
		}
		assert_non_null(machine_value(row, &at, &o));
		assert_ptr_equal(machine_beyond(&o, 0), row);
		assert_null(machine_beyond(&o, row->on));
		assert_true(row->on & OPTION_ON_BOARD);
		assert_true(option_each(row, &o, join, text));
		*strchr(text, ' ') = '\0';
		assert_true(option_take(row, text, &again, &err));
		assert_true(option_each(row, &again, join, more));
		*strchr(more, ' ') = '\0';
		assert_string_equal(text, more);
	}
}

TEST(a_machine_of_which_nothing_was_asked)
{
	struct board_options o = { .max_console = MACHINE_CONSOLE };

	assert_null(machine_beyond(&o, 0));
	o.timeout_s = 2;
	assert_ptr_equal(machine_beyond(&o, 0), row_of("timeout"));
	assert_null(machine_beyond(&o, OPTION_ON_LINK));
	o.cold = true;
	assert_ptr_equal(machine_beyond(&o, OPTION_ON_LINK), row_of("cold"));
}

TEST(words_by_the_beginning_of_a_name)
{
	static const struct {
		const char *word, *name, *value;
	} rows[] = {
		{ "--pcap", "pcap", NULL },
		{ "--pcap=", "pcap", "" },
		{ "--pcap-", "pcap-speed", NULL },
		{ "--pcap-sp=1=2", "pcap-speed", "1=2" },
		{ "--pcap-speeds", NULL, NULL },
		{ "--pmc0-", NULL, NULL },
		{ "--pmc0-u", "pmc0-upper-first", NULL },
		{ "--", NULL, NULL },
		{ "--=1", NULL, NULL },
		{ "-j", NULL, NULL },
		{ "jitter", NULL, NULL },
		{ "--flat", "flat", NULL },
		{ "--fl", "flat", NULL },
	};

	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *value = "";
		const struct option_row *row =
			machine_row_of(rows[i].word, &value);

		print_message("# %s\n", rows[i].word);
		if (!rows[i].name) {
			assert_null(row);
			continue;
		}
		assert_ptr_equal(row, row_of(rows[i].name));
		if (rows[i].value)
			assert_string_equal(value, rows[i].value);
		else
			assert_null(value);
	}
}
