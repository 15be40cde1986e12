/* SPDX-License-Identifier: MIT */
/*
 * Stubs of a linker's, through which functions of other files are called
 * [System V ABI, x86-64 and AArch64, "Procedure Linkage Table"].  Each jumps by
 * a word of the file's data, and a relocation tells what the loader puts there.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "program/inner.h"

/* A function that the loader puts at an address of the data. */
struct slot {
	uint64_t addr;
	const char *name;
};

struct stubs {
	struct opened *o;
	Elf *elf;
	struct slot *slot;
	size_t slots, slot_room;
	struct program_symbol *symbol;
	struct extent *extent;
	size_t count, symbol_room, extent_room;
	bool full; /* no memory is left */
};

/* ---- what the loader puts where ------------------------------------------ */

/* Types of relocations: of a stub's word, of another one's, and of a function
 * that is chosen as the program begins. */
static const struct stub_kind {
	uint16_t machine;
	uint32_t jump, data, chosen;
} stub_kind[] = {
	{ EM_X86_64, R_X86_64_JUMP_SLOT, R_X86_64_GLOB_DAT,
	  R_X86_64_IRELATIVE },
	{ EM_AARCH64, R_AARCH64_JUMP_SLOT, R_AARCH64_GLOB_DAT,
	  R_AARCH64_IRELATIVE },
};

static const struct stub_kind *stub_kind_of(uint16_t machine)
{
	for (size_t i = 0; i < sizeof stub_kind / sizeof *stub_kind; i++)
		if (stub_kind[i].machine == machine)
			return &stub_kind[i];
	return NULL;
}

static const char *slot_name(const struct stubs *s, const GElf_Shdr *table,
			     const GElf_Rela *r)
{
	Elf_Scn *scn = elf_getscn(s->elf, table->sh_link);
	const struct opened *o = s->o;
	GElf_Shdr symbols, strings;
	GElf_Sym sym;

	if (!scn || !gelf_getshdr(scn, &symbols) ||
	    !gelf_getsym(elf_getdata(scn, NULL), (int)GELF_R_SYM(r->r_info),
			 &sym))
		return NULL;
	scn = elf_getscn(s->elf, symbols.sh_link);
	if (!scn || !gelf_getshdr(scn, &strings) ||
	    strings.sh_type != SHT_STRTAB || strings.sh_offset > o->size ||
	    strings.sh_size > o->size - strings.sh_offset)
		return NULL;
	return program_name((const char *)o->image + strings.sh_offset,
			    strings.sh_size, sym.st_name);
}

static void take_slot(struct stubs *s, const GElf_Shdr *table,
		      const GElf_Rela *r)
{
	const struct stub_kind *kind = stub_kind_of(s->o->p.machine);
	const uint32_t type = (uint32_t)GELF_R_TYPE(r->r_info);
	struct slot one = { .addr = r->r_offset };

	if (type == kind->jump || type == kind->data) {
		one.name = slot_name(s, table, r);
	} else if (type == kind->chosen) {
		const struct program_symbol *to =
			program_at(&s->o->p, (uint64_t)r->r_addend, NULL);

		one.name = to && to->addr == (uint64_t)r->r_addend ? to->name
								   : NULL;
	}
	if (!one.name)
		return;
	s->full = s->full || !array_grow(&s->slot, s->slots, &s->slot_room,
					 sizeof *s->slot);
	if (!s->full)
		s->slot[s->slots++] = one;
}

static int by_slot(const void *a, const void *b)
{
	const struct slot *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static void take_slots(struct stubs *s)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while (!s->full && (scn = elf_nextscn(s->elf, scn))) {
		Elf_Data *data;
		GElf_Rela r;

		if (!gelf_getshdr(scn, &sh) || sh.sh_type != SHT_RELA)
			continue;
		data = elf_getdata(scn, NULL);
		for (int i = 0; data && !s->full && gelf_getrela(data, i, &r);
		     i++)
			take_slot(s, &sh, &r);
	}
	if (s->slots)
		qsort(s->slot, s->slots, sizeof *s->slot, by_slot);
}

/* ---- stubs --------------------------------------------------------------- */

static void take_stub(struct stubs *s, uint64_t slot, uint64_t from,
		      uint64_t end)
{
	const struct slot key = { .addr = slot };
	const struct slot *to =
		s->slots ? bsearch(&key, s->slot, s->slots, sizeof key, by_slot)
			 : NULL;

	if (!to)
		return;
	s->full = s->full ||
		  !array_grow(&s->symbol, s->count, &s->symbol_room,
			      sizeof *s->symbol) ||
		  !array_grow(&s->extent, s->count, &s->extent_room,
			      sizeof *s->extent);
	if (s->full)
		return;
	s->symbol[s->count] = (struct program_symbol){ .name = to->name,
						       .addr = from,
						       .size = end - from,
						       .shown = to->name };
	s->extent[s->count++] =
		(struct extent){ .end = end, .sized = true, .stub = true };
}

static uint32_t word_from(const uint8_t *at)
{
	return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 |
	       (uint32_t)at[1] << 8 | at[0];
}

/* jmp *slot(%rip), behind endbr64 and under bnd where the linker has them. */
static void take_x86(struct stubs *s, const GElf_Shdr *sh, const Elf_Data *data)
{
	static const uint8_t endbr[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	const uint8_t *bytes = data->d_buf;
	const size_t each = sh->sh_entsize == 8 ? 8 : 16;

	for (size_t i = 0; i + each <= data->d_size; i += each) {
		size_t at = memcmp(bytes + i, endbr, sizeof endbr) == 0
				    ? sizeof endbr
				    : 0;

		at += bytes[i + at] == 0xf2;
		if (at + 6 <= each && bytes[i + at] == 0xff &&
		    bytes[i + at + 1] == 0x25)
			take_stub(s,
				  sh->sh_addr + i + at + 6 +
					  (uint64_t)(int32_t)word_from(
						  bytes + i + at + 2),
				  sh->sh_addr + i, sh->sh_addr + i + each);
	}
}

/* adrp x16, page of slot; ldr x17, [x16, slot's offset in it]; bti c may be
 * before that. */
static void take_a64(struct stubs *s, const GElf_Shdr *sh, const Elf_Data *data)
{
	const uint32_t bti = 0xd503245f;
	const uint8_t *bytes = data->d_buf;

	for (size_t i = 0; i + 16 <= data->d_size; i += 4) {
		const uint32_t adrp = word_from(bytes + i);
		const uint32_t load = word_from(bytes + i + 4);
		const uint64_t at = sh->sh_addr + i;
		const uint64_t page =
			((adrp >> 3 & 0x1ffffc) | (adrp >> 29 & 3)) ^ 0x100000;
		const bool first = i == 0 || word_from(bytes + i - 4) != bti;

		if ((adrp & 0x9f00001f) != 0x90000010 ||
		    (load & 0xffc003ff) != 0xf9400211)
			continue;
		take_stub(s,
			  (at & ~(uint64_t)0xfff) + ((page - 0x100000) << 12) +
				  (uint64_t)(load >> 10 & 0xfff) * 8,
			  first ? at : at - 4, at + 16);
	}
}

static void take_stubs(struct stubs *s)
{
	Elf_Scn *scn = NULL;
	size_t strings;
	GElf_Shdr sh;

	if (elf_getshdrstrndx(s->elf, &strings))
		return;
	while (!s->full && (scn = elf_nextscn(s->elf, scn))) {
		const char *name =
			gelf_getshdr(scn, &sh)
				? elf_strptr(s->elf, strings, sh.sh_name)
				: NULL;
		const Elf_Data *data;

		if (!name || sh.sh_type != SHT_PROGBITS ||
		    (strncmp(name, ".plt", 4) != 0 &&
		     strcmp(name, ".iplt") != 0))
			continue;
		data = elf_getdata(scn, NULL);
		if (!data || !data->d_buf)
			continue;
		if (s->o->p.machine == EM_X86_64)
			take_x86(s, &sh, data);
		else
			take_a64(s, &sh, data);
	}
}

bool plt_read(struct opened *o, Elf *elf)
{
	struct stubs s = { .o = o, .elf = elf };

	if (!stub_kind_of(o->p.machine) || o->p.bits != 64 || o->p.big_endian)
		return true;
	take_slots(&s);
	take_stubs(&s);
	if (!s.full && s.count)
		s.full = !symbols_add(o, s.symbol, s.extent, s.count);
	free(s.slot);
	free(s.symbol);
	free(s.extent);
	return !s.full;
}
