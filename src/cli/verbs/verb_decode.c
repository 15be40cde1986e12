/* SPDX-License-Identifier: MIT */
/*
 * `tally decode`: what a register's value means.
 */
#include "base/number.h"
#include "cli/cli.h"
#include "cli/option_rows.h"
#include "cli/rows.h"
#include "cli/verbs.h"
#include "cli/verbs/registers.h"

static const struct option_row options[] = {
	ROWS_OPTIONS("  whose register it is\n", "          for programs\n"),
};

const struct cli_words decode_words = {
	"decode",
	"Usage: tally decode -m MONITOR REGISTER VALUE [REGISTER VALUE ...]\n"
	"\n"
	"Explains every field of a value, with the events that it selects.\n"
	"Reserved bits are listed where they are set.\n"
	"\n",
	{ { .row = options } },
	"\n"
	"access: RW; RO; W1C, reads as a flag and writing 1 clears it; W1,\n"
	"acts when 1 is written, reads as anything; SBZ, should be written as\n"
	"zero.  `tally list registers` has the registers.\n"
	"\n"
	"Examples:\n"
	"  tally decode -m pxa250 PMNC 0x7777\n"
	"  tally decode -m pmuv3 PMCEID0 0x67ffbfff   # the events of a core\n",
	.both = true,
};

static bool read_value(const struct catalog_register *r, const char *text,
		       uint64_t *value, struct error *err)
{
	if (!number_read(text, value, err))
		return false;
	if (r->reg.bits < 64 && *value >> r->reg.bits)
		return error_set(
			err,
			"%s does not fit %s, which has %u bits: 0x%llx "
			"is the largest",
			text, r->name, r->reg.bits,
			(unsigned long long)tally_counter_mask(r->reg.bits));
	return true;
}

int verb_decode(int argc, char **argv)
{
	struct registers out = { 0 };
	struct rows_arguments a = { 0 };
	struct error err;
	int i, status = rows_arguments_parse(argc, argv, &decode_words, &a);
	bool good = true;

	if (status >= 0)
		return status;
	out.format = a.format;
	out.monitor = cli_monitor("decode", a.monitor);
	if (!out.monitor)
		return CLI_USAGE;
	if (optind >= argc || (argc - optind) % 2)
		return cli_error(CLI_USAGE, "decode",
				 "a register and its value, please: tally "
				 "decode -m %s %s 0x0",
				 out.monitor->name, out.monitor->reg[0].name);
	for (i = optind; good && i < argc; i += 2) {
		const struct catalog_register *r =
			catalog_register(out.monitor, argv[i], &err);
		uint64_t value = 0;

		good = r && read_value(r, argv[i + 1], &value, &err);
		if (good)
			registers_add(&out, r, value);
	}
	if (good)
		registers_print(&out);
	registers_free(&out);
	return good ? CLI_GOOD : cli_error_set(CLI_USAGE, "decode", &err);
}
