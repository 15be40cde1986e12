/* SPDX-License-Identifier: MIT */
/*
 * Metrics that a monitor has for each of its layers, as a table: whole lines,
 * worked out by hand.
 */
#include "report_fixture.h"
#include "test.h"

/* Two of a kind make a column; the rest has lines of its own. */
CASE(a_table_of_layers)
{
	static const uint16_t first[] = { 0 };
	struct record_metric *m;

	monitor[0].layers = "armi armd exp gxi";
	m = add_metric("armi_share", 0.25);
	m->unit = "%";
	m->notes = (struct record_notes){ first, 1 };
	m = add_metric("armi_waits", 1234);
	m->unit = "cycles";
	m->formula = "n";
	m->reading.class = CLASS_MODELLED;
	m = add_metric("armd_share", 0.0004);
	m->unit = "%";
	m = add_metric("exp_share", 12.5);
	m->unit = "%";
	m = add_metric("exp_waits", 0);
	m->unit = "cycles";
	m->formula = "n";
	(void)add_metric("armd_alone", 3.5);
	m = add_metric("gxi_share", 0);
	m->unit = "%";
	m->reading.doubts = DOUBT_UNDEFINED;
	m = add_metric("gxi_waits", 9);
	m->unit = "cycles";
	m->reading.doubts = DOUBT_COARSE;
	assert_string_equal(
		report(),
		"prog.elf on fake, bus\n"
		"whole program; exit status 0\n"
		"\n"
		"LAYER_             share           waits\n"
		"                       %          cycles\n"
		"                     [1]\n"
		"armi           0.2500      1,234       ~\n"
		"armd          <0.001           -\n"
		"exp           12.500           0\n"
		"\n"
		"armd_alone              3.500\n"
		"gxi_waits               9.000     cycles  in steps of 64 "
		"cycles\n"
		"\n"
		"0 counts of 0 and 1 metrics that divide by one are left out;\n"
		"  -e all has the counts\n"
		"\n"
		"1 pass (optimal), 1 run, 1.2 s\n"
		"~ modelled; no mark: exact\n"
		"program sha256 0123456789abcdef\n"
		"[1] a note (S 1)\n");
}

/* As many notes as there is room for stand above a column, the last one, too.
 */
CASE(all_notes_of_a_column)
{
	static struct record_note notes[64];
	static uint16_t index[64];

	for (unsigned i = 0; i < 64; i++) {
		notes[i] = note;
		index[i] = (uint16_t)i;
	}
	r->note = notes;
	r->notes = 64;
	monitor[0].layers = "armi armd";
	add_metric("armi_share", 1)->notes = (struct record_notes){ index, 64 };
	(void)add_metric("armd_share", 1);
	assert_says("[62][63][64]\n");
	/* Their numbers may be wider than a column usually is. */
	metric[0].notes.count = 6;
	assert_says("LAYER_                 share\n"
		    "\n          [1][2][3][4][5][6]\n");
}

/* Both are left out of a table of layers where nobody asked for events. */
CASE(as_many_counts_as_metrics)
{
	monitor[0].layers = "armi";
	add_metric("armi_share", 0)->reading.doubts = DOUBT_UNDEFINED;
	(void)add_event("nothing", 1, 0);
	assert_says("1 counts of 0 and 1 metrics that divide by one are left "
		    "out;\n");
}

/* Four columns of 14 and two blanks fit behind the names; not five. */
CASE(a_table_in_blocks)
{
	static const char *const name[] = {
		"armi_c1",
		"armi_c2",
		"armi_c3",
		"armi_c4",
		"armi_a_column_of_a_long_name",
		"armd_c1",
		"armd_c2",
		"armd_c3",
		"armd_c4",
		"armd_a_column_of_a_long_name",
	};

	monitor[0].layers = "armi armd";
	for (unsigned i = 0; i < 10; i++)
		add_metric(name[i], 2)->unit = "x";
	assert_says("LAYER_                c1              c2              c3"
		    "              c4\n"
		    "                       x               x               x"
		    "               x\n"
		    "\n"
		    "armi           2.000           2.000           2.000"
		    "           2.000\n"
		    "armd           2.000           2.000           2.000"
		    "           2.000\n"
		    "\n"
		    "LAYER_    a_column_of_a_long_name\n"
		    "                                x\n"
		    "\n"
		    "armi                    2.000\n"
		    "armd                    2.000\n"
		    "\n");
}

/* Layers that did nothing are counted, and not shown. */
CASE(idle_layers)
{
	monitor[0].layers = "armi armd exp";
	(void)add_metric("armi_share", 1);
	(void)add_metric("armd_share", 0);
	(void)add_metric("exp_share", 0);
	(void)add_metric("armi_waits", 2);
	(void)add_metric("exp_waits", 0);
	assert_says("armi           1.000           2.000\n"
		    "\n2 layers idle: armd, exp\n\n");
}
