/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes the texts behind a board's options (libFuzzer): the first byte chooses
 * the option.  Traffic and faults that are taken are let loose on a bus.
 */
#include "fuzz_text.h"

#include "boards/src/ahb/ahb.h"
#include "cli/options/machine.h"

enum { CYCLES = 3000 };

static void let_loose(const char *traffic, const char *fault)
{
	static const struct ahb_host host = { 0 };
	struct ahb_options options = { 0 };
	struct ahb_fault answer;
	struct error err;
	struct ahb *ahb;

	if (traffic && strncmp(traffic, "exp:", 4) == 0)
		fuzz_require(ahb_pattern_parse(AHB_EXP, traffic + 4,
					       &options.exp, &err));
	if (traffic && strncmp(traffic, "gxi:", 4) == 0)
		fuzz_require(ahb_pattern_parse(AHB_GXI, traffic + 4,
					       &options.gxi, &err));
	options.exp.from = options.exp.from % CYCLES;
	options.gxi.from = options.gxi.from % CYCLES;
	ahb = ahb_new(&options, &host);
	if (!ahb)
		return;
	if (fault && ahb_fault_parse(fault, &answer, &err))
		fuzz_require(ahb_inject(ahb, &answer, &err));
	ahb_advance(ahb, CYCLES);
	ahb_free(ahb);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct board_options options = { 0 };
	struct error err = { "" };
	const struct board_inject *i = &options.inject;
	char *text;

	if (size == 0)
		return 0;
	text = fuzz_text(data + 1, size - 1);
	if (!machine_take(&machine_rows[data[0] % machine_row_count], text,
			  &options, &err))
		fuzz_require(err.text[0]);
	else if (i->dbgack_period)
		fuzz_require(i->dbgack_high <= i->dbgack_period);
	else if (i->fault[0] || i->traffic[BOARD_EXP] || i->traffic[BOARD_GXI])
		let_loose(i->traffic[BOARD_EXP] ? i->traffic[BOARD_EXP]
						: i->traffic[BOARD_GXI],
			  i->fault[0]);
	free(text);
	return 0;
}
