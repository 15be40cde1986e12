/* SPDX-License-Identifier: MIT */
/*
 * Commands for GDB that call the functions of `--as c` in the program, so that
 * the core itself reaches its registers: for servers that serve none.
 */
#include <inttypes.h>

#include "script/as_c.h"
#include "script/gdb.h"

/* On the stack, which is kept aligned. */
static unsigned room(const struct script *s)
{
	const unsigned wide = sizeof(uint64_t);
	unsigned most = s->setup.slots > s->saves ? s->setup.slots : s->saves;

	return (most * wide + 15) / 16 * 16;
}

/* "((unsigned*)$sp)[2]"; of 64 bits where the C function has them. */
static const char *element(char *text, unsigned bits, unsigned i)
{
	snprintf(text, GDB_PLACE, "((unsigned%s*)$sp)[%u]",
		 bits > 32 ? " long long" : "", i);
	return text;
}

/* Things that can fail come before the stack pointer is moved. */
static void make_room(FILE *to, const struct script *s, const char *function)
{
	fprintf(to,
		"  set $%s_place = &%s_%s\n"
		"  set $sp = $sp - %u\n",
		s->wishes->name, s->name, function, room(s));
}

static void call_with_room(FILE *to, const struct script *s,
			   const char *function)
{
	make_room(to, s, function);
	fprintf(to, "  call (void) %s_%s($sp)\n", s->name, function);
}

static void leave_room(FILE *to, const struct script *s)
{
	fprintf(to, "  set $sp = $sp + %u\n", room(s));
}

static void check(FILE *to, const struct script *s)
{
	fprintf(to,
		"# An error here: the program has not been linked with these "
		"functions, or\n"
		"# the linker has dropped what nobody calls.\n"
		"define %s_check\n",
		s->name);
	for (unsigned i = 0; i < SCRIPT_PHASES; i++)
		if (s->phase[i].count)
			fprintf(to, "  info address %s_%s\n", s->name,
				script_phase_word(i));
	fprintf(to,
		"end\n"
		"document %s_check\n"
		"Show the functions; an error where there are none.\n"
		"end\n\n",
		s->name);
}

static const struct tally_step *last_write(const struct script *s,
					   unsigned phase,
					   const struct catalog_register *r)
{
	const struct tally_script *p = &s->phase[phase];

	for (unsigned i = p->count; i--;)
		if (tally_reg_same(p->step[i].reg, r->reg))
			return &p->step[i];
	return NULL;
}

/* save() reads what configure() wrote, before anything counts. */
static void read_back(FILE *to, const struct script *s)
{
	const char *name = s->wishes->name;
	char text[GDB_PLACE];

	if (!s->saves)
		return;
	call_with_room(to, s, "save");
	for (unsigned i = 0; i < s->saves; i++) {
		const struct tally_step *step =
			last_write(s, TALLY_CONFIGURE, s->saved[i]);

		if (step)
			fprintf(to, "  set $%s_found_%u = %s\n", name, i,
				element(text, script_c_save_bits(s), i));
	}
	leave_room(to, s);
	for (unsigned i = 0; i < s->saves; i++) {
		const struct tally_step *step =
			last_write(s, TALLY_CONFIGURE, s->saved[i]);

		if (!step)
			continue;
		fprintf(to,
			"  set $%s_value = 0x%" PRIx64 "\n"
			"  set $%s_found = $%s_found_%u\n",
			name, step->value, name, name, i);
		gdb_kept(to, s, s->saved[i]);
	}
}

static void phase(FILE *to, const struct script *s, unsigned phase)
{
	const char *name = s->wishes->name;
	const char *word = script_phase_word(phase);

	if (!s->phase[phase].count)
		return;
	fprintf(to, "define %s_%s\n", s->name, word);
	if (phase == TALLY_CONFIGURE)
		fprintf(to, "  set $%s_failed = 1\n  %s_check\n", name,
			s->name);
	else if (phase != TALLY_RELEASE)
		fprintf(to, "  %s_may\n", name);
	fprintf(to, "  call (void) %s_%s()\n", s->name, word);
	if (phase == TALLY_CONFIGURE) {
		read_back(to, s);
		fprintf(to, "  set $%s_failed = 0\n", name);
	}
	fprintf(to, "end\ndocument %s_%s\nCall %s_%s().\nend\n\n", s->name,
		word, s->name, word);
}

static void wrapped(FILE *to, const struct script *s)
{
	if (!script_c_flags(s))
		return;
	fprintf(to, "  set $%s_wrapped = (unsigned) %s_overflowed()\n", s->name,
		s->name);
	for (unsigned i = 0; i < s->setup.slots; i++)
		if (s->flag[i].reg)
			fprintf(to,
				"  if $%s_wrapped & 0x%x\n"
				"    echo %s has wrapped\\n\n"
				"  end\n",
				s->name, 1U << i, script_event(s, i)->name);
}

static void read_counts(FILE *to, const struct script *s)
{
	char event[SCRIPT_NAME], text[GDB_PLACE];

	fprintf(to, "define %s_read\n  %s_may\n", s->name, s->wishes->name);
	call_with_room(to, s, "read");
	for (unsigned i = 0; i < s->setup.slots; i++)
		fprintf(to, "  set $%s_%s = %s\n", s->name,
			script_lower(event, script_event(s, i)->name),
			element(text, script_c_count_bits(s), i));
	leave_room(to, s);
	for (unsigned i = 0; i < s->setup.slots; i++)
		gdb_print(to, s, i);
	wrapped(to, s);
	fprintf(to,
		"end\n"
		"document %s_read\n"
		"Print the counts, and keep them in $%s_EVENT.\n"
		"end\n\n",
		s->name, s->name);
}

static void keep(FILE *to, const struct script *s)
{
	char reg[SCRIPT_NAME], text[GDB_PLACE];
	const unsigned bits = script_c_save_bits(s);

	if (!s->saves)
		return;
	fprintf(to, "define %s_save\n  %s_check\n", s->name, s->name);
	call_with_room(to, s, "save");
	for (unsigned i = 0; i < s->saves; i++)
		fprintf(to, "  set $%s_saved_%s = %s\n", s->name,
			script_lower(reg, s->saved[i]->name),
			element(text, bits, i));
	leave_room(to, s);
	fprintf(to,
		"end\n"
		"document %s_save\n" GDB_SAVE_HELP "\n"
		"end\n\n"
		"define %s_restore\n"
		"  if $_isvoid($%s_saved_%s)\n"
		"    echo tally: nothing was saved\\n\n"
		"    %s_gives_up\n"
		"  end\n",
		s->name, s->name, s->name,
		script_lower(reg, s->saved[s->saves - 1]->name),
		s->wishes->name);
	make_room(to, s, "restore");
	for (unsigned i = 0; i < s->saves; i++)
		fprintf(to, "  set %s = $%s_saved_%s\n", element(text, bits, i),
			s->name, script_lower(reg, s->saved[i]->name));
	fprintf(to, "  call (void) %s_restore($sp)\n", s->name);
	leave_room(to, s);
	fprintf(to,
		"end\n"
		"document %s_restore\n" GDB_RESTORE_HELP "\n"
		"end\n\n",
		s->name);
}

bool gdb_calls(FILE *to, const struct scripts *s)
{
	script_origin(to, "# ", s);
	script_wrapped(
		to, "# ", "# ",
		"For any server that can run the program: it calls the "
		"functions that tally script --as c writes for the same "
		"monitor, events and --name, which are linked into the "
		"program; -Wl,-u,NAME for each of them keeps a linker from "
		"dropping what nobody calls. Each call uses the stack of the "
		"program where it is stopped. What configure has written is "
		"read back.");
	script_space_note(to, "# ", s, SPACE_GDB);
	script_wrapped(to, "# ", "# ", script_c_who(s));
	script_wrapped(
		to, "# ", "# ",
		"The end of start and the beginning of stop are in the counts: "
		"the same commands without a continue between them show how "
		"much that is.");
	script_use(to, s, "continue, to a breakpoint");
	gdb_guards(to, s->script->wishes->name);
	for (unsigned i = 0; i < s->count; i++) {
		check(to, &s->script[i]);
		for (unsigned k = 0; k < SCRIPT_PHASES; k++)
			phase(to, &s->script[i], k);
		read_counts(to, &s->script[i]);
		keep(to, &s->script[i]);
	}
	return true;
}
