/* SPDX-License-Identifier: MIT */
/*
 * `tally doctor`: is a target's monitor as the catalogue, or a map, has it?
 */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/wrap.h"
#include "catalog/ahb_map.h"
#include "cli/cli.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/options/machine.h"
#include "cli/rows.h"
#include "cli/running.h"
#include "cli/screen.h"
#include "cli/verbs.h"
#include "cli/verbs/doctor_case.h"
#include "cli/verbs/fault_words.h"
#include "cli/verbs/proof_files.h"
#include "cli/verbs/proof_lines.h"
#include "cli/verbs/proof_merge.h"
#include "program/program.h"
#include "run/doctor/doctor.h"
#include "target/linux/linux.h"
#include "target/simulated/board.h"
#include "target/target.h"

struct options {
	const char *verb; /* doctor or prove */
	const char *target;
	const char *monitor;
	const char *map;
	const char *out;   /* a kit's folder; NULL: none is written */
	const char *image; /* of that board; NULL: of none */
	bool force;
	char *elf;
	uint64_t cycles;
	enum illness_kind ill;
	enum rows_format format;
	bool lines; /* with check sums, that can travel */
	bool helped;
	bool prove; /* code of known counts runs, and they are looked at */
	bool merge;
	struct proof_place place;
};

/* The patient: what is examined, and what runs meanwhile. */
struct patient {
	const struct options *o;
	const struct catalog_monitor *monitor;
	struct target *target;
	char *command[2];      /* where an operating system counts */
	const char *unguarded; /* see struct target_run */
};

static bool take_ill(const char *text, void *to, struct error *err)
{
	struct options *o = to;

	o->ill = illness_find(text, err);
	return o->ill != ILL_KINDS || error_within(err, "--ill");
}

static bool take_cycles(const char *text, void *to, struct error *err)
{
	uint64_t *cycles = &((struct options *)to)->cycles;

	if (!number_read(text, cycles, err))
		return error_within(err, "--cycles");
	return (*cycles && *cycles <= 1000000000) ||
	       error_set(err, "--cycles: 1 to 1000000000");
}

#define AT(member) offsetof(struct options, member)

static const struct option_row option_rows[] = {
	ROW_TARGET(AT(target), "board:NAME",
		   "  where it is; or gdb: or openocd:HOST:PORT,...; linux\n"),
	ROW_MONITOR(AT(monitor), "MONITOR", "    if not the target's first\n"),
	ROW_MAP(AT(map),
		"               arm926pxp-ahb's map; own, the board's, if "
		"none\n"),
	ROW_OWN(0, "cycles", take_cycles, "N",
		"               how long the program runs (100000)\n"),
	ROW_OWN(0, "ill", take_ill, "KIND",
		"               as foreign, busy, dead, stuck, frozen, mute or "
		"slow;\n"
		"                           early, no-stop, forgetful, "
		"no-clear, "
		"no-reset,\n"
		"                           no-divide, swapped, extra; a board "
		"no-line, "
		"nid-off,\n"
		"                           lost-overflow (Cortex-A9)\n"),
	ROW_JSON(AT(format), ROWS_JSON, ", "),
	ROW_CSV(AT(format), ROWS_CSV, ", "),
	ROW_FLAG(0, "lines", AT(lines),
		 "   for programs; with check sums (collect)\n"),
	ROW_HELP(AT(helped)),
	ROWS_END,
};

const struct cli_words doctor_words = {
	"doctor",
	"Usage: tally doctor -t TARGET [-m MONITOR] [--map FILE] [PROG.elf]\n"
	"       tally doctor -t linux [-m MONITOR] [COMMAND]\n"
	"\n"
	"Examines a monitor: does it answer, is it free, who may reach it, may "
	"it count\n"
	"where the core is, does its interrupt arrive, is what is written "
	"held, does each\n"
	"counter advance, stop, reset and take its event, are overflows told, "
	"is time\n"
	"right, is all left as found.  What fails comes with a cure.  A map is "
	"proved by\n"
	"preset and reset.  Linux: what may be counted, is it always, do "
	"samples come.\n"
	"\n",
	{ { .row = option_rows } },
	"\n"
	"Exit status: 0 all is well, 1 something failed, 2 wrong usage.\n"
	"\n"
	"Examples:\n"
	"  tally doctor -t board:pb1176 crc32.elf\n"
	"  tally doctor -t board:versatile -m arm926pxp-ahb --map my.map "
	"crc32.elf\n",
	.both = true,
};

static const struct option_row prove_rows[] = {
	ROW_TARGET(AT(target), "board:NAME",
		   "  where it is; or gdb: or openocd:HOST:PORT,...; linux\n"),
	ROW_MONITOR(AT(monitor), "MONITOR",
		    "    if not the target's first; the kit's\n"),
	ROW_TEXT(
		0, "out", AT(out), "DIR",
		"                write a kit there that proves it on a chip\n"),
	ROW_TEXT(0, "image", AT(image), "raspberrypi",
		 "      files to boot from a card, in a folder of that name\n"),
	ROW_FLAG('f', "force", AT(force),
		 "              overwrite what an earlier kit left\n"),
	ROW_FLAG(0, "merge", AT(merge),
		 "                  keep what files with proofs say as "
		 "evidence\n"),
	ROW_TEXT(0, "chip", AT(place.chip), "NAME",
		 "              of that chip\n"),
	ROW_TEXT(0, "emulator", AT(place.emulator), "NAME",
		 "          of that emulator\n"),
	ROW_TEXT(0, "lot", AT(place.lot), "TEXT",
		 "               of which lot, or which of several\n"),
	ROW_OWN(0, "ill", take_ill, "KIND",
		"               as one of the illnesses of `tally doctor`\n"),
	ROW_JSON(AT(format), ROWS_JSON, ", "),
	ROW_CSV(AT(format), ROWS_CSV, ", "),
	ROW_FLAG(0, "lines", AT(lines),
		 "   for programs; with check sums (collect)\n"),
	ROW_HELP(AT(helped)),
	ROWS_END,
};

const struct cli_words prove_words = {
	"prove",
	"Usage: tally prove -t TARGET [-m MONITOR] [PROG.elf]\n"
	"       tally prove -t linux [-m MONITOR] [COMMAND]\n"
	"       tally prove -m MONITOR --out DIR [--force]\n"
	"       tally prove --image raspberrypi [--out DIR] [--force]\n"
	"       tally prove --merge [--chip NAME|--emulator NAME] FILE...\n"
	"\n"
	"Does a monitor count what its manual says?  Has the target run code "
	"whose counts\n"
	"are known by construction, and prints what was expected, what was "
	"counted, and a\n"
	"verdict, beside all that `tally doctor` looks at.  The code is kept "
	"in Tally: no\n"
	"compiler is needed.  --out writes a kit in C and assembler, with a "
	"Makefile;\n"
	"it does so on a chip or an emulator, without Tally.  --image has "
	"compilers make\n"
	"kits for a board, as files to boot from a card.\n"
	"\n",
	{ { .row = prove_rows } },
	"\n"
	"Exit status: 0 all is well, 1 something failed, 2 wrong usage.\n"
	"\n"
	"Examples:\n"
	"  tally prove -t board:pb1176\n"
	"  tally prove -m arm1176 --out kit && make -C kit\n"
	"  tally prove --image raspberrypi\n"
	"  tally prove --merge --chip bcm2835 pi1.txt\n",
	.both = true,
};

static int parse(int argc, char **argv, struct options *o)
{
	int status = cli_take(o->prove ? &prove_words : &doctor_words, argc,
			      argv, o);

	if (status != CLI_GOOD || o->helped)
		return status;
	if (o->merge || o->place.chip || o->place.emulator || o->place.lot)
		return proof_merge_check(&o->place, o->merge,
					 o->target || o->monitor || o->out ||
						 o->lines ||
						 o->format != ROWS_TEXT,
					 argc - optind);
	/* A board has a program of Tally's own. */
	if (optind < argc &&
	    (!o->prove || (o->target && strncmp(o->target, "board:", 6) != 0)))
		o->elf = argv[optind++];
	if (optind < argc)
		return cli_error(CLI_USAGE, o->verb,
				 "'%s' is one argument too many", argv[optind]);
	if (o->lines && o->format != ROWS_TEXT)
		return cli_error(CLI_USAGE, o->verb,
				 "--lines are a form of their own; leave out "
				 "--json and --csv");
	if (o->image && (o->target || o->monitor))
		return cli_error(CLI_USAGE, o->verb,
				 "--image has monitors of its own: leave out "
				 "-t and -m");
	if (!o->image && o->out && (o->target || !o->monitor))
		return cli_error(CLI_USAGE, o->verb,
				 "--out writes a kit for any chip with a "
				 "monitor: say -m MONITOR, and no -t");
	if (!o->target && !o->out && !o->image)
		return cli_error(CLI_USAGE, o->verb,
				 "say where the monitor is: -t board:NAME");
	return CLI_GOOD;
}

/* A cure of several findings is told once. */
static void print_end(const struct doctor *d, const struct proof *proof)
{
	const char *last = NULL;

	printf("\n%s\n", d->healthy ? "all is well" : "something failed");
	for (unsigned i = 0; i < d->findings; i++) {
		const char *cure = d->finding[i].cure;

		if (cure && cure != last)
			wrap_print(stdout, cure,
				   printf("%s: ", d->finding[i].check), 2, 80);
		last = cure ? cure : last;
	}
	fault_tell(stdout, proof);
}

/* The program that ran meanwhile, or what stands before its hash. */
static const char *ran(const struct options *o, const struct patient *p)
{
	if (p->target->counts)
		return o->prove ? "code of known counts ran in user space, "
				  "and a command"
				: "a command ran meanwhile";
	if (!p->target->program)
		return "no program";
	if (o->prove)
		return o->elf ? "code of known counts ran; program sha256 "
			      : "a program of known counts ran";
	return o->elf ? "program sha256 " : "a loop of two instructions ran";
}

static void print(const struct options *o, const struct patient *p,
		  const struct doctor *d, const struct proof *proof)
{
	static const struct rows_column columns[] = {
		{ "check", true, false },   { "verdict", true, false },
		{ "expected", true, true }, { "counted", true, true },
		{ "finding", true, false }, { "cure", false, false },
	};
	const struct program *program = p->target->program;
	json_t *rows = json_array();
	json_t *document = json_pack(
		"{s:i, s:b, s:s?, s:b, s:s?, s:s, s:s, s:o, s:b}", "schema", 1,
		"simulated", (int)p->target->facts.simulated, "program_sha256",
		program ? program->sha256 : NULL, "sandboxed", !p->unguarded,
		"not_sandboxed", p->unguarded, "monitor", p->monitor->name,
		"target", o->target, "map",
		p->monitor->own_map ? json_string(p->monitor->own_map)
				    : json_null(),
		"healthy", (int)d->healthy);

	doctor_case_put(document, o->ill, d);
	for (unsigned i = 0; i < d->findings; i++)
		json_array_append_new(
			rows,
			doctor_case_row(&d->finding[i],
					fault_names(proof, &proof->row[i])));
	if (o->format == ROWS_TEXT) {
		printf("%s on %s%s\n", p->monitor->name, o->target,
		       p->target->facts.simulated ? ", simulated" : "");
		if (p->monitor->own_map)
			wrap_print(stdout, p->monitor->own_map,
				   printf("its registers by "), 2, 80);
		printf("%s%.16s%s%s\n\n", ran(o, p),
		       program && o->elf ? program->sha256 : "",
		       p->unguarded ? "; not sandboxed: " : "",
		       p->unguarded ? p->unguarded : "");
	}
	doctor_case_rows(o->format, document, rows, columns,
			 sizeof(columns) / sizeof(columns[0]));
	if (o->format == ROWS_TEXT)
		print_end(d, proof);
	if (o->format == ROWS_TEXT)
		doctor_case_tell(o->ill, d);
	if (o->format == ROWS_TEXT && p->monitor->own_map)
		printf("two rows of a map that are exchanged are not found "
		       "so: compare counts with what\na program is known to "
		       "do\n");
}

/* Prints what was found, unless nobody waits for it any more. */
static bool tell(const struct options *o, struct patient *p, struct doctor *d,
		 struct error *err)
{
	struct proof proof;

	if (running_interrupted)
		return error_set(err, "interrupted; examine it again");
	if (!proof_of_findings(&proof, d, o->verb, p->target->facts.simulated))
		return error_no_memory(err);
	if (o->lines)
		proof_lines(stdout, &proof);
	else
		print(o, p, d, &proof);
	free(proof.row);
	return true;
}

/* Examines the monitor, and prints the diagnosis if there is one. */
static bool examine(const struct options *o, struct patient *p,
		    struct doctor *d, struct error *err)
{
	bool good;

	d->monitor = p->monitor;
	d->unwanted = &running_interrupted;
	d->prove = o->prove;
	running_catch_signals();
	if (p->target->counts)
		return doctor_examine_counts(d, p->target, err) &&
		       tell(o, p, d, err);
	if (!doctor_case_load(p->target, o->elf, o->prove, err))
		return false;
	d->cycles = o->cycles;
	d->ill = o->ill;
	d->run = target_open(p->target, 0, err);
	if (!d->run)
		return false;
	p->unguarded = d->run->unguarded;
	good = doctor_examine(d, err);
	target_end(d->run);
	return good && tell(o, p, d, err);
}

static int examine_and_tell(const struct options *o, struct patient *p)
{
	struct doctor *d = calloc(1, sizeof(*d));
	struct error err;
	int status;

	if (!d)
		return cli_no_memory(o->verb);
	if (examine(o, p, d, &err))
		status = d->healthy ? CLI_GOOD : CLI_FAILED;
	else
		status = cli_error_set(CLI_FAILED, o->verb, &err);
	free(d);
	return status;
}

/* Without -m it is the target's first monitor. */
static int find_monitor(const struct options *o, struct patient *p)
{
	const struct target_facts *f = &p->target->facts;
	char names[160];

	struct error err;

	p->monitor = catalog_monitor(
		o->monitor ? o->monitor : f->monitor[0].name, &err);
	if (!p->monitor)
		return cli_error_set(CLI_USAGE, o->verb, &err);
	if (target_monitor(p->target, p->monitor->name) >= 0)
		return CLI_GOOD;
	return cli_error(CLI_USAGE, o->verb, "%s has %s, not %s", f->title,
			 target_monitor_names(p->target, names, sizeof(names)),
			 p->monitor->name);
}

/* Gives a command to run while the kernel counts: a command, or a loop of a
 * shell. */
static bool give_command(const struct options *o, struct patient *p,
			 struct error *err)
{
	static char *loop[] = { "sh", "-c",
				"i=0; while [ $i -lt 100000 ]; do "
				"i=$((i+1)); done",
				NULL };
	struct linux_wish wish = { .command = loop, .quiet = true };

	p->command[0] = o->elf;
	if (o->elf)
		wish.command = p->command;
	return target_linux_set(p->target, &wish, err);
}

static int doctor_on(const struct options *o, struct patient *p)
{
	struct catalog_monitor *mapped = NULL;
	struct error err;
	int status = find_monitor(o, p);

	if (status != CLI_GOOD)
		return status;
	if (!o->elf && p->target->ops->load && !target_board_info(p->target))
		return cli_error(CLI_USAGE, o->verb,
				 "say which program runs meanwhile, an ELF "
				 "file");
	if (p->target->counts && !give_command(o, p, &err))
		return cli_error_set(CLI_FAILED, o->verb, &err);
	if (o->map) {
		mapped = catalog_with_map(p->monitor, o->map, &err);
		if (!mapped)
			return cli_error_set(CLI_USAGE, o->verb, &err);
		p->monitor = mapped;
	}
	status = examine_and_tell(o, p);
	catalog_map_free(mapped);
	return status;
}

static int doctor_with(const struct options *o)
{
	struct board_options machine = machine_plain;
	struct patient p = { 0 };
	struct error err;
	int status;

	machine.ill = doctor_case_machine(o->ill);
	p.target = target_find(o->target, &machine, &err);
	if (!p.target)
		return cli_error_set(CLI_USAGE, o->verb, &err);
	if ((machine.ill && !target_board_info(p.target)) ||
	    (o->ill && p.target->counts))
		status = cli_error(CLI_USAGE, o->verb,
				   "--ill %s: only a simulated board can have "
				   "that; say -t board:NAME",
				   illness_name(o->ill));
	else if (o->prove && !target_board_info(p.target) &&
		 !p.target->counts &&
		 !(p.target->control && p.target->control->carry_out))
		status = cli_error(CLI_USAGE, o->verb,
				   "no code of known counts can be put on %s; "
				   "`tally doctor` examines it",
				   p.target->facts.title);
	else
		status = doctor_on(o, &p);
	status = running_left(o->verb, p.target, status);
	target_close(p.target);
	return status;
}

static int examine_as(struct options o, int argc, char **argv)
{
	int status = parse(argc, argv, &o);

	if (status == CLI_GOOD && o.helped)
		cli_help(o.prove ? &prove_words : &doctor_words);
	else if (status == CLI_GOOD && o.image)
		status = proof_image(o.verb, o.image, o.out, o.force);
	else if (status == CLI_GOOD && o.merge)
		status = proof_merge(&o.place, argc - optind, argv + optind);
	else if (status == CLI_GOOD && o.out)
		status = proof_files(o.verb, o.monitor, o.out, o.force);
	else if (status == CLI_GOOD)
		status = doctor_with(&o);
	return status;
}

int verb_doctor(int argc, char **argv)
{
	return examine_as((struct options){ .verb = "doctor",
					    .cycles = 100000,
					    .format = ROWS_TEXT },
			  argc, argv);
}

int verb_prove(int argc, char **argv)
{
	return examine_as((struct options){ .verb = "prove",
					    .cycles = 100000,
					    .format = ROWS_TEXT,
					    .prove = true },
			  argc, argv);
}
