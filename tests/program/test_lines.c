/* SPDX-License-Identifier: MIT */
/* Lines and inlined functions of a program whose DWARF is made by hand. */
#include <dwarf.h>
#include <elf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program/program.h"
#include "test.h"

/* ---- bytes of sections --------------------------------------------------- */

struct bytes {
	uint8_t at[512];
	size_t size;
};

static void put(struct bytes *b, const void *from, size_t size)
{
	assert_true(size <= sizeof b->at - b->size);
	memcpy(b->at + b->size, from, size);
	b->size += size;
}

static void put_number(struct bytes *b, uint32_t value, size_t size)
{
	uint8_t bytes[4];

	for (size_t i = 0; i < size; i++)
		bytes[i] = (uint8_t)(value >> 8 * i);
	put(b, bytes, size);
}

static void put_text(struct bytes *b, const char *text)
{
	put(b, text, strlen(text) + 1);
}

/* A length of all that follows it. */
static void end_length(struct bytes *b, size_t at)
{
	const struct bytes whole = *b;

	b->size = at;
	put_number(b, (uint32_t)(whole.size - at - 4), 4);
	b->size = whole.size;
}

/* ---- the entries --------------------------------------------------------- */

enum { UNIT = 1, FUNCTION, PATTERN, INLINED };

/* Entries of a kind have attributes, each with its form. */
static void put_kind(struct bytes *b, unsigned kind, unsigned tag,
		     unsigned children, const uint8_t (*has)[2])
{
	put_number(b, kind, 1);
	put_number(b, tag, 1);
	put_number(b, children, 1);
	do
		put(b, *has, 2);
	while ((*has++)[0]);
}

static void make_kinds(struct bytes *b)
{
	static const uint8_t unit[][2] = {
		{ DW_AT_stmt_list, DW_FORM_sec_offset }, { 0, 0 }
	};
	static const uint8_t function[][2] = { { DW_AT_name, DW_FORM_string },
					       { DW_AT_low_pc, DW_FORM_addr },
					       { DW_AT_high_pc, DW_FORM_data4 },
					       { 0, 0 } };
	static const uint8_t inlined[][2] = { { DW_AT_abstract_origin,
						DW_FORM_ref4 },
					      { DW_AT_low_pc, DW_FORM_addr },
					      { DW_AT_high_pc, DW_FORM_data4 },
					      { 0, 0 } };
	static const uint8_t pattern[][2] = { { DW_AT_name, DW_FORM_string },
					      { 0, 0 } };

	put_kind(b, UNIT, DW_TAG_compile_unit, DW_CHILDREN_yes, unit);
	put_kind(b, FUNCTION, DW_TAG_subprogram, DW_CHILDREN_yes, function);
	put_kind(b, PATTERN, DW_TAG_subprogram, DW_CHILDREN_no, pattern);
	put_kind(b, INLINED, DW_TAG_inlined_subroutine, DW_CHILDREN_no,
		 inlined);
	put_number(b, 0, 1);
}

/* Gives its place in its unit. */
static uint32_t put_pattern(struct bytes *b, size_t unit, const char *name)
{
	const uint32_t at = (uint32_t)(b->size - unit);

	put_number(b, PATTERN, 1);
	put_text(b, name);
	return at;
}

/* With one function in it, from `at`. */
static void put_function(struct bytes *b, const char *name, uint32_t from,
			 uint32_t size, uint32_t pattern, uint32_t at)
{
	put_number(b, FUNCTION, 1);
	put_text(b, name);
	put_number(b, from, 4);
	put_number(b, size, 4);
	put_number(b, INLINED, 1);
	put_number(b, pattern, 4);
	put_number(b, at, 4);
	put_number(b, 8, 4);
	put_number(b, 0, 1);
}

static size_t begin_unit(struct bytes *b, size_t lines)
{
	const size_t at = b->size;

	put_number(b, 0, 4);
	put_number(b, 4, 2); /* the version */
	put_number(b, 0, 4);
	put_number(b, 4, 1); /* of an address */
	put_number(b, UNIT, 1);
	put_number(b, (uint32_t)lines, 4);
	return at;
}

static void end_unit(struct bytes *b, size_t at)
{
	put_number(b, 0, 1);
	end_length(b, at);
}

/* gone() and lost() are not in the program: their entries have the address 0.
 * Of lost() there are lines, too. */
static void make_entries(struct bytes *b, size_t second)
{
	size_t unit = begin_unit(b, 0);
	uint32_t never, kept;

	never = put_pattern(b, unit, "never");
	kept = put_pattern(b, unit, "kept");
	put_function(b, "gone", 0, 0x20, never, 0);
	put_function(b, "start", 0, 0x20, kept, 8);
	put_function(b, "work", 0x30, 0x10, kept, 0x30);
	end_unit(b, unit);
	unit = begin_unit(b, second);
	never = put_pattern(b, unit, "never");
	put_function(b, "lost", 0, 0x40, never, 0);
	end_unit(b, unit);
}

/* ---- the lines ----------------------------------------------------------- */

static void begin_sequence(struct bytes *b, uint32_t addr)
{
	put_number(b, 0, 1);
	put_number(b, 5, 1); /* so many bytes follow */
	put_number(b, DW_LNE_set_address, 1);
	put_number(b, addr, 4);
}

/* So many lines further, for so many bytes; both below 64. */
static void put_row(struct bytes *b, unsigned lines, unsigned bytes)
{
	put_number(b, DW_LNS_advance_line, 1);
	put_number(b, lines, 1);
	put_number(b, DW_LNS_copy, 1);
	put_number(b, DW_LNS_advance_pc, 1);
	put_number(b, bytes, 1);
}

static void end_sequence(struct bytes *b)
{
	put_number(b, 0, 1);
	put_number(b, 1, 1);
	put_number(b, DW_LNE_end_sequence, 1);
}

static size_t begin_lines(struct bytes *b, const char *file)
{
	/* Instructions of 1 byte; 13 opcodes with their operands. */
	static const uint8_t head[] = { 1, 1, 1, 0xfb, 14, 13, 0, 1, 1,
					1, 1, 0, 0,    0,  1,  0, 0, 1 };
	const size_t at = b->size;

	put_number(b, 0, 4);
	put_number(b, 4, 2); /* the version */
	put_number(b, 0, 4);
	put(b, head, sizeof head);
	put_text(b, ""); /* no folders */
	put_text(b, file);
	put_number(b, 0, 3);
	put_text(b, "");
	end_length(b, at + 6);
	return at;
}

/* Gives the place of the second unit's. */
static size_t make_lines(struct bytes *b)
{
	size_t at = begin_lines(b, "hand.c"), second;

	begin_sequence(b, 0);
	put_row(b, 9, 8); /* line 10 */
	put_row(b, 2, 0x18);
	put_row(b, 1, 0); /* of nothing */
	end_sequence(b);
	begin_sequence(b, 0x30);
	put_row(b, 29, 0x10);
	end_sequence(b);
	end_length(b, at);
	second = begin_lines(b, "lost.c");
	begin_sequence(b, 0);
	put_row(b, 1, 4);
	put_row(b, 1, 0x10);
	put_row(b, 1, 0x14);
	end_sequence(b);
	end_length(b, second);
	return second;
}

/* ---- the file ------------------------------------------------------------ */

enum { TEXT = 1, SYMBOLS, STRINGS, NAMES, ENTRIES, KINDS, LINES, COUNT };

static const char section_names[] =
	"\0.text\0.symtab\0.strtab\0.shstrtab\0.debug_info\0.debug_abbrev\0"
	".debug_line";
static const char strings[] = "\0start\0work\0start.part.0";

enum { COPY = 12 };

struct image {
	Elf32_Ehdr head;
	Elf32_Phdr segment;
	Elf32_Sym symbol[3];
	char strings[sizeof strings];
	char names[sizeof section_names];
	struct bytes entries, kinds, lines;
	uint32_t code[16];
	Elf32_Shdr section[COUNT];
};

static void put_section(struct image *m, unsigned i, uint32_t name,
			uint32_t type, size_t offset, size_t size)
{
	m->section[i].sh_name = name;
	m->section[i].sh_type = type;
	m->section[i].sh_offset = (Elf32_Off)offset;
	m->section[i].sh_size = (Elf32_Word)size;
	m->section[i].sh_addralign = 1;
}

static void put_sections(struct image *m)
{
	put_section(m, TEXT, 1, SHT_PROGBITS, offsetof(struct image, code),
		    sizeof m->code);
	m->section[TEXT].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
	put_section(m, SYMBOLS, 7, SHT_SYMTAB, offsetof(struct image, symbol),
		    sizeof m->symbol);
	m->section[SYMBOLS].sh_link = STRINGS;
	m->section[SYMBOLS].sh_entsize = sizeof m->symbol[0];
	put_section(m, STRINGS, 15, SHT_STRTAB, offsetof(struct image, strings),
		    sizeof m->strings);
	put_section(m, NAMES, 23, SHT_STRTAB, offsetof(struct image, names),
		    sizeof m->names);
	put_section(m, ENTRIES, 33, SHT_PROGBITS,
		    offsetof(struct image, entries), m->entries.size);
	put_section(m, KINDS, 45, SHT_PROGBITS, offsetof(struct image, kinds),
		    m->kinds.size);
	put_section(m, LINES, 59, SHT_PROGBITS, offsetof(struct image, lines),
		    m->lines.size);
}

static void make_image(struct image *m)
{
	*m = (struct image){
		.head = { .e_type = ET_EXEC,
			  .e_machine = EM_ARM,
			  .e_version = EV_CURRENT,
			  .e_phoff = offsetof(struct image, segment),
			  .e_shoff = offsetof(struct image, section),
			  .e_ehsize = sizeof m->head,
			  .e_phentsize = sizeof m->segment,
			  .e_phnum = 1,
			  .e_shentsize = sizeof m->section[0],
			  .e_shnum = COUNT,
			  .e_shstrndx = NAMES },
		.segment = { .p_type = PT_LOAD,
			     .p_offset = offsetof(struct image, code),
			     .p_filesz = sizeof m->code,
			     .p_memsz = sizeof m->code },
		.symbol = { [1] = { .st_name = 1, .st_size = 0x20 },
			    [2] = { .st_name = 7,
				    .st_value = 0x30,
				    .st_size = 0x10 } },
	};
	memcpy(m->head.e_ident, ELFMAG, SELFMAG);
	m->head.e_ident[EI_CLASS] = ELFCLASS32;
	m->head.e_ident[EI_DATA] = ELFDATA2LSB;
	m->head.e_ident[EI_VERSION] = EV_CURRENT;
	for (unsigned i = 1; i < 3; i++) {
		m->symbol[i].st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC);
		m->symbol[i].st_shndx = TEXT;
	}
	memcpy(m->strings, strings, sizeof strings);
	memcpy(m->names, section_names, sizeof section_names);
	make_entries(&m->entries, make_lines(&m->lines));
	make_kinds(&m->kinds);
	put_sections(m);
}

/* ---- the tests ----------------------------------------------------------- */

static const uint64_t addr[] = { 0, 8, 0x10, 0x1c, 0x20, 0x30, 0x38, 0x40 };

enum { ADDRS = sizeof addr / sizeof addr[0] };

static struct program *open_image(const struct image *m)
{
	char path[] = "/tmp/tally_lines.elf_XXXXXX";
	const int fd = mkstemp(path);
	struct program *p;
	struct error err;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, m, sizeof *m), sizeof *m);
	close(fd);
	p = program_open(path, EM_ARM, 32, false, &err);
	unlink(path);
	if (!p)
		fail_msg("%s", err.text);
	return p;
}

static void read_lines(const struct image *m, struct program_lines *lines)
{
	struct program *p = open_image(m);
	struct error err;

	if (!program_lines(p, addr, ADDRS, lines, &err))
		fail_msg("%s", err.text);
	program_close(p);
}

/* Not those of lost(), which are at the first addresses, too. */
TEST(lines_of_addresses)
{
	static const uint32_t wanted[ADDRS] = { 10, 12, 12, 12, 0, 30, 30, 0 };
	struct program_lines lines;
	struct image m;

	make_image(&m);
	read_lines(&m, &lines);
	assert_int_equal(lines.files, 1);
	assert_string_equal(lines.file[0], "hand.c");
	for (unsigned i = 0; i < ADDRS; i++) {
		assert_int_equal(lines.line[i].line, wanted[i]);
		assert_int_equal(lines.line[i].file,
				 wanted[i] ? 0 : UINT32_MAX);
	}
	program_lines_free(&lines);
}

static void are_inlined(const struct program_lines *lines,
			const char *const wanted[ADDRS])
{
	for (unsigned i = 0; i < ADDRS; i++) {
		const uint32_t at = lines->line[i].inlined;

		if (!wanted[i])
			assert_int_equal(at, UINT32_MAX);
		else if (at == UINT32_MAX)
			fail_msg("nothing is inlined at 0x%x",
				 (unsigned)addr[i]);
		else
			assert_string_equal(lines->inlined[at], wanted[i]);
	}
}

/* Left-out functions are at 0 in the entries, as is one that is there. */
TEST(what_is_left_out_is_nowhere)
{
	static const char *const wanted[ADDRS] = { [1] = "kept", [5] = "kept" };
	struct program_lines lines;
	struct image m;

	make_image(&m);
	read_lines(&m, &lines);
	are_inlined(&lines, wanted);
	program_lines_free(&lines);
	/* The entry of a copy has the name without what tells copies apart. */
	m.symbol[1].st_name = COPY;
	read_lines(&m, &lines);
	are_inlined(&lines, wanted);
	program_lines_free(&lines);
}

/* Into which function; of what the linker left out nothing is. */
TEST(whom_it_is_inlined_into)
{
	struct program *p;
	struct image m;
	char text[80] = "";

	make_image(&m);
	p = open_image(&m);
	assert_true(program_hosts(p, "kept", text, sizeof text));
	assert_string_equal(text, "start and work");
	assert_false(program_hosts(p, "never", text, sizeof text));
	assert_false(program_hosts(p, "kep", text, sizeof text));
	program_close(p);
}

/* Without names of what is there, all may be. */
TEST(without_symbols)
{
	static const char *const wanted[ADDRS] = { "never",
						   "kept", [5] = "kept" };
	struct program_lines lines;
	struct image m;

	make_image(&m);
	m.section[SYMBOLS].sh_type = SHT_NULL;
	read_lines(&m, &lines);
	are_inlined(&lines, wanted);
	program_lines_free(&lines);
}
