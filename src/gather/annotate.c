/* SPDX-License-Identifier: MIT */
/* A function of a profile beside its source.  See annotate.h. */
#include "gather/annotate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gather/whose.h"
#include "kernel/vdso.h"
#include "program/program.h"

/* While it is put together. */
struct making {
	const struct sample *s;
	struct annotated *to;
	const struct sample_module *module; /* that it is in; NULL: of a board,
					       or a file of before */
	uint64_t base; /* of its file's addresses in the profile */
	uint64_t from,
		end; /* addresses of the function, as its file has them */
	struct program_word *ran;
	uint32_t *place; /* of each of `ran` */
	size_t count;
};

/* ---- the program --------------------------------------------------------- */

/* The file of a command is where the shell finds it; to be freed. */
static char *found_file(const struct sample *s)
{
	return s->program && strcmp(s->target, "linux") == 0
		       ? whose_file(s->program)
		       : NULL;
}

static struct program *open_mapped(const char *path, struct error *err)
{
	const uint8_t *bytes;
	size_t size;

	return strcmp(path, PERF_VDSO) == 0 && perf_vdso(&bytes, &size)
		       ? program_open_bytes(path, bytes, size, err)
		       : program_open_mapped(path, PROGRAM_DEBUG_FOLDER, err);
}

static bool open_as(struct making *m, const struct annotate_wish *w,
		    const char *path, struct error *err)
{
	const char *sha256 = m->module ? m->module->sha256 : m->s->sha256;
	struct error why;

	if (w->kept && !w->program && !sha256)
		return error_set(err,
				 "the file names a program without its "
				 "SHA-256, so any would do; name the one that "
				 "was profiled with --program FILE");
	m->to->program = open_mapped(path, &why);
	if (!m->to->program)
		return error_set(err,
				 w->program ? "%s"
					    : "%s; --program FILE says where "
					      "the program is now",
				 why.text);
	if (sha256 && strcmp(sha256, m->to->program->sha256) != 0)
		return error_set(err,
				 "%s is not the program that was profiled; "
				 "name that one with --program FILE, or "
				 "profile anew",
				 path);
	return true;
}

/* The file that has the function; false and `err`: none has. */
static bool find_module(struct making *m, struct error *err)
{
	const struct sample_function *f = &m->s->function[m->to->a.function];

	if (!m->s->modules)
		return true;
	m->module = sample_module_at(m->s, f->addr);
	if (!m->module)
		return error_set(err,
				 "%s is in no file that was read, so there are "
				 "no instructions of it",
				 f->name);
	m->base = m->module->base;
	return true;
}

static bool open_program(struct making *m, const struct annotate_wish *w,
			 struct error *err)
{
	char *found;
	bool good;

	if (!find_module(m, err))
		return false;
	found = w->program || m->module ? NULL : found_file(m->s);
	good = open_as(m, w,
		       w->program  ? w->program
		       : m->module ? m->module->path
		       : found     ? found
				   : m->s->program,
		       err);
	free(found);
	return good;
}

/* ---- what ran ------------------------------------------------------------ */

static bool take_places(struct making *m)
{
	const struct sample *s = m->s;

	m->ran = calloc(s->places + (size_t)1, sizeof *m->ran);
	m->place = calloc(s->places + (size_t)1, sizeof *m->place);
	m->to->a.total = calloc(s->columns, sizeof *m->to->a.total);
	if (!m->ran || !m->place || !m->to->a.total)
		return false;
	for (uint32_t i = 0; i < s->places; i++) {
		const struct sample_place *p = &s->place[i];
		const uint64_t *cost = sample_cost(s, s->place_cost, i);

		if (p->function != m->to->a.function)
			continue;
		m->place[m->count] = i;
		m->ran[m->count++] =
			(struct program_word){ p->addr - m->base, p->word,
					       !!s->sampling };
		for (unsigned k = 0; k < s->columns; k++)
			m->to->a.total[k] += cost[k];
	}
	return true;
}

/* From its first to behind its last address, whether that ran or not. */
static void find_extent(struct making *m)
{
	const uint64_t addr = m->s->function[m->to->a.function].addr - m->base;
	const struct program_symbol *symbol =
		program_at(m->to->program, addr, NULL);
	uint64_t end = 0;

	m->from = addr;
	if (symbol && symbol->addr == addr)
		end = program_end(m->to->program, symbol);
	m->end = end;
	for (size_t i = 0; i < m->count; i++) {
		const uint64_t at = m->ran[i].addr;

		if (at < m->from)
			m->from = at;
		if (at >= m->end)
			m->end = at > UINT64_MAX - 4 ? UINT64_MAX : at + 4;
	}
}

/* ---- beside each other --------------------------------------------------- */

static uint32_t place_of(const struct making *m, const struct program_insn *i)
{
	for (size_t k = 0; k < m->count; k++)
		if (m->ran[k].addr == i->addr &&
		    (m->ran[k].of_file || m->ran[k].word == i->word))
			return m->place[k];
	return SAMPLE_NONE;
}

/* Does the text say where it leads to, as a branch or a call does?  Of x86, as
 * Linux's assembler has it. */
static bool is_branch(const char *text)
{
	const char *operands = text + strcspn(text, " ");

	operands += strspn(operands, " ");
	if (text[0] == 'j' || strncmp(text, "call", 4) == 0)
		return strncmp(operands, "0x", 2) == 0 &&
		       operands[strcspn(operands, ",( ")] == '\0';
	if (strncmp(text, "cb", 2) == 0 || strncmp(text, "tb", 2) == 0)
		return true;
	return text[0] == 'b' && (strncmp(operands, "#0x", 3) == 0 ||
				  strncmp(operands, "0x", 2) == 0 ||
				  strncmp(operands, "cr", 2) == 0);
}

/* The function that an instruction leads to, if it is another one's start. */
static const char *leads_to(const struct making *m, const char *text)
{
	const struct program_symbol *symbol;
	const char *at = is_branch(text) ? strstr(text, "0x") : NULL;
	uint64_t offset, addr;

	if (!at)
		return NULL;
	for (const char *next; (next = strstr(at + 1, "0x"));)
		at = next;
	addr = strtoull(at, NULL, 16);
	symbol = program_at(m->to->program, addr, &offset);
	if (!symbol || offset ||
	    symbol->addr == m->s->function[m->to->a.function].addr - m->base)
		return NULL;
	return symbol->shown;
}

static uint32_t source_of(struct making *m, uint32_t file)
{
	struct annotation *a = &m->to->a;
	uint32_t i = 0;

	while (i < a->sources && a->source[i].name != m->to->lines.file[file])
		i++;
	if (i == a->sources)
		a->source[a->sources++].name = m->to->lines.file[file];
	return i;
}

static bool put_insns(struct making *m)
{
	struct annotation *a = &m->to->a;

	a->insn = calloc(m->to->code.count + 1, sizeof *a->insn);
	a->source = calloc(m->to->lines.files + (size_t)1, sizeof *a->source);
	if (!a->insn || !a->source)
		return false;
	for (size_t i = 0; i < m->to->code.count; i++) {
		const struct program_insn *from = &m->to->code.insn[i];
		const struct program_line *l = &m->to->lines.line[i];
		const bool known = l->file != UINT32_MAX && l->line;

		a->insn[a->insns++] = (struct annotate_insn){
			.addr = from->addr,
			.word = from->word,
			.text = from->text,
			.leads_to = leads_to(m, from->text),
			.inlined = l->inlined == UINT32_MAX
					   ? NULL
					   : m->to->lines.inlined[l->inlined],
			.other = from->other,
			.place = place_of(m, from),
			.source = known ? source_of(m, l->file) : SAMPLE_NONE,
			.line = l->line,
		};
	}
	return true;
}

static bool read_sources(struct making *m, const struct annotate_wish *w)
{
	struct annotation *a = &m->to->a;
	const char *program = m->to->program->path;
	/* A file that was kept may be anybody's, and name any folder. */
	const struct source_places from = { w->sources, w->kept && !w->program
								? NULL
								: program };

	for (uint32_t i = 0; i < a->sources; i++)
		if (!annotate_read(&a->source[i], &from, program))
			return false;
	return true;
}

static bool find_lines(struct making *m, struct error *err)
{
	const size_t count = m->to->code.count;
	uint64_t *addr = calloc(count + 1, sizeof *addr);
	bool good;

	if (!addr)
		return error_no_memory(err);
	for (size_t i = 0; i < count; i++)
		addr[i] = m->to->code.insn[i].addr;
	good = program_lines(m->to->program, addr, count, &m->to->lines, err);
	free(addr);
	return good;
}

static bool make(struct making *m, const struct annotate_wish *w,
		 struct error *err)
{
	if (!open_program(m, w, err))
		return false;
	if (!take_places(m))
		return error_no_memory(err);
	find_extent(m);
	if (!program_code(m->to->program, m->from, m->end, m->ran, m->count,
			  &m->to->code, err) ||
	    !find_lines(m, err))
		return false;
	return (put_insns(m) && read_sources(m, w)) || error_no_memory(err);
}

static bool make_of(const struct sample *s, const struct annotate_wish *w,
		    uint32_t function, struct annotated *to, struct error *err)
{
	struct making m = { .s = s, .to = to };
	bool good;

	*to = (struct annotated){ .a = { .sample = s, .function = function } };
	good = make(&m, w, err);
	free(m.ran);
	free(m.place);
	if (!good)
		annotate_free(to);
	return good;
}

bool annotate_make(const struct sample *s, const struct annotate_wish *w,
		   struct annotated *to, struct error *err)
{
	const uint32_t function = sample_find(s, w->function, err);

	*to = (struct annotated){ .a = { .sample = s } };
	return function != SAMPLE_NONE && make_of(s, w, function, to, err);
}

void annotate_free(struct annotated *to)
{
	for (uint32_t i = 0; i < to->a.sources; i++) {
		struct annotate_source *s = &to->a.source[i];

		for (uint32_t k = 0; k < s->lines; k++)
			free(s->text[k]);
		free(s->text);
	}
	free(to->a.source);
	free(to->a.insn);
	free(to->a.total);
	program_code_free(&to->code);
	program_lines_free(&to->lines);
	program_close(to->program);
	*to = (struct annotated){ 0 };
}

/* ---- those that are worth a look --------------------------------------------
 */

enum { PART = 50 }; /* of all of an event, to be worth it */

static bool is_worth(const struct sample *s, const uint64_t *cost)
{
	for (unsigned k = 0; k < s->columns; k++)
		if (cost[k] && (s->column[k].asked || !k) &&
		    cost[k] >= s->total[k] / PART)
			return true;
	return false;
}

static bool is_there(const struct listings *l, uint32_t function)
{
	for (unsigned i = 0; i < l->count; i++)
		if (l->of[i].a.function == function)
			return true;
	return false;
}

/* The kernel's have none here, nor what a process made itself. */
static bool has_instructions(const struct sample *s, uint32_t function)
{
	return !s->modules || sample_module_at(s, s->function[function].addr);
}

/* Of several files one may be gone.  False: so is the only one. */
static bool add(const struct sample *s, const struct annotate_wish *w,
		uint32_t function, struct listings *to)
{
	if (!make_of(s, w, function, &to->of[to->count], &to->why))
		return s->modules > 1;
	to->count++;
	return true;
}

bool listings_make(const struct sample *s, const struct annotate_wish *w,
		   struct listings *to, struct error *err)
{
	struct sample_table t;

	to->count = 0;
	to->why.text[0] = '\0';
	if (w->function) {
		if (!annotate_make(s, w, &to->of[0], err))
			return false;
		to->count = 1;
	}
	if (!sample_rows(s, SAMPLE_FUNCTIONS, false, &t)) {
		listings_free(to);
		return error_no_memory(err);
	}
	for (uint32_t i = 0; i < t.rows && to->count < LISTINGS; i++) {
		const struct sample_row *r = &t.row[i];

		if (r->cause == SAMPLE_NONE && r->function != SAMPLE_NONE &&
		    is_worth(s, r->cost) && !is_there(to, r->function) &&
		    has_instructions(s, r->function) &&
		    !add(s, w, r->function, to))
			break;
	}
	sample_table_free(&t);
	return true;
}

void listings_free(struct listings *l)
{
	for (unsigned i = 0; i < l->count; i++)
		annotate_free(&l->of[i]);
	l->count = 0;
}
