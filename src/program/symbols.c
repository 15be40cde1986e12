/* SPDX-License-Identifier: MIT */

/*
 * A program's functions.  Besides what is marked as a function, labels count
 * that lie in code: start-up code in assembly rarely marks anything, and a
 * region may well end at a bare label.  The mapping symbols of ARM ($a, $t,
 * $d) and the assembler's own labels are no names of anything.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/function_name.h"
#include "base/nearest.h"
#include "program/inner.h"
#include "program/machine.h"

/* A symbol on its way into the table. */
struct found {
	struct program_symbol symbol;
	struct extent extent;
	bool function;
};

struct table {
	struct opened *o;
	Elf *elf;
	Elf_Data *data;
	const char *strings;
	size_t strings_size;
	struct found *found;
	size_t count;
};

static bool within_file(const struct opened *o, const GElf_Shdr *sh)
{
	return sh->sh_type != SHT_NOBITS && sh->sh_offset <= o->size &&
	       sh->sh_size <= o->size - sh->sh_offset;
}

const char *program_name(const char *strings, size_t size, uint64_t offset)
{
	const char *name = strings + offset;
	const char *end;

	if (offset >= size)
		return NULL;
	end = memchr(name, '\0', size - offset);
	if (!end || end == name)
		return NULL;
	for (const char *c = name; c < end; c++)
		if ((unsigned char)*c < 0x20 || *c == 0x7f)
			return NULL;
	return name;
}

static bool is_function(unsigned type)
{
	return type == STT_FUNC || type == STT_GNU_IFUNC ||
	       type == STT_ARM_TFUNC; /* before the EABI */
}

static void take(struct table *t, const GElf_Sym *sym)
{
	struct found *f = &t->found[t->count];
	unsigned type = GELF_ST_TYPE(sym->st_info);
	uint64_t addr = sym->st_value, limit = UINT64_MAX;
	bool code = false;
	GElf_Shdr sh;
	Elf_Scn *scn;
	const char *name;

	f->function = is_function(type);
	if (sym->st_shndx == SHN_UNDEF || (!f->function && type != STT_NOTYPE))
		return;
	addr = program_place(t->o->p.machine, addr);
	if (sym->st_shndx < SHN_LORESERVE) {
		scn = elf_getscn(t->elf, sym->st_shndx);
		if (!scn || !gelf_getshdr(scn, &sh) ||
		    addr - sh.sh_addr >= sh.sh_size)
			return;
		code = sh.sh_flags & SHF_EXECINSTR;
		limit = sh.sh_size > UINT64_MAX - sh.sh_addr
				? UINT64_MAX
				: sh.sh_addr + sh.sh_size;
	}
	name = program_name(t->strings, t->strings_size, sym->st_name);
	if (!name || (!f->function &&
		      (!code || name[0] == '$' || strncmp(name, ".L", 2) == 0)))
		return;
	f->symbol = (struct program_symbol){ name, addr, sym->st_size };
	f->symbol.thumb = program_machine(t->o->p.machine, 0)->thumb &&
			  (sym->st_value & 1 || type == STT_ARM_TFUNC);
	f->extent.sized = sym->st_size != 0;
	f->extent.end = limit;
	if (f->extent.sized && sym->st_size < limit - addr)
		f->extent.end = addr + sym->st_size;
	f->extent.global = GELF_ST_BIND(sym->st_info) != STB_LOCAL;
	t->count++;
}

static void take_datum(struct table *t, const GElf_Sym *sym)
{
	struct opened *o = t->o;
	const char *name =
		program_name(t->strings, t->strings_size, sym->st_name);

	if (name && sym->st_shndx != SHN_UNDEF &&
	    GELF_ST_TYPE(sym->st_info) == STT_OBJECT)
		o->datum[o->p.data++] =
			(struct program_symbol){ name, sym->st_value,
						 sym->st_size, name };
}

static int by_addr(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->symbol.addr != y->symbol.addr)
		return x->symbol.addr < y->symbol.addr ? -1 : 1;
	/* The last symbol of an address is the one to show for it. */
	if (x->function != y->function)
		return x->function ? 1 : -1;
	if (x->extent.sized != y->extent.sized)
		return x->extent.sized ? 1 : -1;
	if (x->extent.global != y->extent.global)
		return x->extent.global ? 1 : -1;
	return strcmp(x->symbol.name, y->symbol.name);
}

/* A symbol without a size reaches to the next one. */
static void close_gaps(struct table *t)
{
	uint64_t next = UINT64_MAX, reach = 0;

	for (size_t i = t->count; i-- > 0;) {
		struct found *f = &t->found[i];

		if (i + 1 < t->count &&
		    t->found[i + 1].symbol.addr != f->symbol.addr)
			next = t->found[i + 1].symbol.addr;
		if (!f->extent.sized && f->extent.end > next)
			f->extent.end = next;
	}
	for (size_t i = 0; i < t->count; i++) {
		if (t->found[i].extent.end > reach)
			reach = t->found[i].extent.end;
		t->found[i].extent.reach = reach;
	}
}

static bool hand_over(struct table *t)
{
	struct opened *o = t->o;

	if (t->count == 0)
		return true;
	o->symbol = calloc(t->count, sizeof *o->symbol);
	o->extent = calloc(t->count, sizeof *o->extent);
	if (!o->symbol || !o->extent)
		return false;
	for (size_t i = 0; i < t->count; i++) {
		o->symbol[i] = t->found[i].symbol;
		o->extent[i] = t->found[i].extent;
	}
	o->p.symbol = o->symbol;
	o->p.symbols = t->count;
	return true;
}

static bool read_table(struct table *t, size_t count)
{
	bool ok;

	t->found = calloc(count, sizeof *t->found);
	t->o->p.datum = t->o->datum = calloc(count, sizeof *t->o->datum);
	if (!t->found || !t->o->datum) {
		free(t->found);
		return false;
	}
	for (size_t i = 1; i < count; i++) {
		GElf_Sym sym;

		if (!gelf_getsym(t->data, (int)i, &sym))
			break;
		take(t, &sym);
		take_datum(t, &sym);
	}
	qsort(t->found, t->count, sizeof *t->found, by_addr);
	close_gaps(t);
	ok = hand_over(t);
	free(t->found);
	return ok;
}

static Elf_Scn *section(Elf *elf, uint32_t type)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while ((scn = elf_nextscn(elf, scn)))
		if (gelf_getshdr(scn, &sh) && sh.sh_type == type)
			break;
	return scn;
}

/* The symbol table and its strings, if both are sound. */
static bool find_table(struct table *t, size_t *count)
{
	size_t each =
		t->o->p.bits == 32 ? sizeof(Elf32_Sym) : sizeof(Elf64_Sym);
	Elf_Scn *scn = section(t->elf, SHT_SYMTAB);
	GElf_Shdr sh, str;

	if (!scn) /* what a stripped library shows to others */
		scn = section(t->elf, SHT_DYNSYM);
	if (!scn || !gelf_getshdr(scn, &sh) || !within_file(t->o, &sh) ||
	    sh.sh_entsize != each)
		return false;
	t->data = elf_getdata(scn, NULL);
	if (!t->data || !t->data->d_buf)
		return false;
	scn = elf_getscn(t->elf, sh.sh_link);
	if (!scn || !gelf_getshdr(scn, &str) || str.sh_type != SHT_STRTAB ||
	    !within_file(t->o, &str))
		return false;
	t->strings = (const char *)t->o->image + str.sh_offset;
	t->strings_size = str.sh_size;
	*count = t->data->d_size / each;
	return *count > 1 && *count <= INT32_MAX;
}

bool symbols_read(struct opened *o, Elf *elf)
{
	struct table t = { .o = o, .elf = elf };
	size_t count;

	return !find_table(&t, &count) || read_table(&t, count);
}

static int by_mark(const void *a, const void *b)
{
	const struct mark *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

struct mark *symbols_marks(struct opened *o, Elf *elf, size_t *count)
{
	struct table t = { .o = o, .elf = elf };
	struct mark *marks;
	size_t symbols;

	*count = 0;
	if (!find_table(&t, &symbols))
		return NULL;
	marks = calloc(symbols, sizeof *marks);
	for (size_t i = 1; marks && i < symbols; i++) {
		const char *name;
		GElf_Sym sym;

		if (!gelf_getsym(t.data, (int)i, &sym))
			break;
		name = program_name(t.strings, t.strings_size, sym.st_name);
		if (name && name[0] == '$' && name[1] &&
		    strchr("atdx", name[1]) &&
		    (name[2] == '\0' || name[2] == '.'))
			marks[(*count)++] =
				(struct mark){ sym.st_value, name[1] };
	}
	if (*count)
		qsort(marks, *count, sizeof *marks, by_mark);
	return marks;
}

uint64_t program_end(const struct program *p,
		     const struct program_symbol *function)
{
	const struct opened *o = (const struct opened *)p;

	return o->extent[function - p->symbol].end;
}

static void not_found(const struct opened *o, const char *name,
		      struct error *err)
{
	struct nearest n = { 0 };
	char base[256];

	if (o->p.symbols == 0) {
		error_set(err,
			  "%s: has no symbols; build it without -s and "
			  "strip, or give addresses",
			  o->path);
		return;
	}
	/* Of a compiler's copy, the name that it has in the source is near. */
	for (size_t i = 0; i < o->p.symbols; i++) {
		const char *shown = o->symbol[i].shown;

		nearest_offer(&n, name, shown);
		if (function_clone_of(shown, base, sizeof base))
			nearest_offer_as(&n, name, shown, base);
	}
	if (n.best)
		error_set(err, "%s: has no function '%s'; did you mean '%s'?",
			  o->path, name, n.best);
	else
		error_set(err,
			  "%s: has no function '%s'; nm lists what it has, or "
			  "give an address",
			  o->path, name);
}

/* The symbols that fit a name as well as any does. */
struct fitting {
	enum function_match how;
	const struct program_symbol *first, *second;
	bool global; /* the first is, and so it is the one */
};

static void fit(struct fitting *f, const struct program_symbol *s, bool global,
		enum function_match how)
{
	if (how == FUNCTION_OTHER || how < f->how)
		return;
	if (how > f->how)
		*f = (struct fitting){ .how = how };
	if (f->global)
		return;
	/* Of two symbols with one address, the later one says more. */
	if (!f->first || f->first->addr == s->addr ||
	    (how == FUNCTION_WHOLE && global))
		f->first = s;
	else if (!f->second)
		f->second = s;
	f->global = how == FUNCTION_WHOLE && global;
}

static bool several(const struct opened *o, const char *name,
		    const struct fitting *f, struct error *err)
{
	if (strcmp(f->first->shown, f->second->shown) == 0)
		return error_set(
			err,
			"%s: has several functions '%s', at 0x%" PRIx64
			" and 0x%" PRIx64 " among others; give the address",
			o->path, name, f->first->addr, f->second->addr);
	return error_set(err,
			 "%s: has several functions '%s', '%s' and '%s' among "
			 "others; give the whole name, or the address",
			 o->path, name, f->first->shown, f->second->shown);
}

const struct program_symbol *program_find(const struct program *p,
					  const char *name, struct error *err)
{
	const struct opened *o = (const struct opened *)p;
	struct fitting f = { FUNCTION_OTHER };

	for (size_t i = 0; i < p->symbols; i++) {
		const struct program_symbol *s = &p->symbol[i];

		fit(&f, s, o->extent[i].global,
		    function_match(s->name, s->shown, name));
	}
	if (!f.first)
		not_found(o, name, err);
	else if (f.second && !f.global)
		several(o, name, &f, err);
	else
		return f.first;
	return NULL;
}

/* How many symbols begin at or before the address. */
static size_t rank(const struct program *p, uint64_t addr)
{
	size_t low = 0, high = p->symbols;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (p->symbol[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

const struct program_symbol *program_at(const struct program *p, uint64_t addr,
					uint64_t *offset)
{
	const struct opened *o = (const struct opened *)p;
	const struct program_symbol *best = NULL;

	/*
	 * A label inside a function whose size is known is less of an answer
	 * than the function.
	 */
	for (size_t i = rank(p, addr); i-- > 0 && o->extent[i].reach > addr;) {
		if (o->extent[i].end <= addr)
			continue;
		if (o->extent[i].sized) {
			best = &p->symbol[i];
			break;
		}
		if (!best)
			best = &p->symbol[i];
	}
	if (best && offset)
		*offset = addr - best->addr;
	return best;
}
