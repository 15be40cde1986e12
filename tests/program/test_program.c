/* SPDX-License-Identifier: MIT */

/*
 * Guest programs: a small valid ELF file is laid out here byte by byte; the
 * hostile ones are mutations of it.  Every refusal is compared as a whole,
 * since its text is what the user gets.  Built with the address sanitizer,
 * the truncation and bit-flip sweeps look for accesses outside of the file.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <elf.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "program/inner.h"

enum section { NONE, TEXT, DATA, SYMTAB, STRTAB, SECTIONS };

/* The text is at 0x8000, 0x40 bytes; the data at 0x9000, 8 in file, 32. */
struct image {
	Elf32_Ehdr eh;
	Elf32_Phdr ph[2];
	uint8_t text[0x40];
	uint8_t data[8];
	Elf32_Sym sym[16];
	char str[160];
	Elf32_Shdr sh[SECTIONS];
};

/* A file in memory: thousands get written. */
static int memory = -1;
static char path[32];
static struct error err;

static void add_symbol(struct image *m, unsigned i, const char *name,
		       uint32_t value, uint32_t size, unsigned type,
		       unsigned bind, uint16_t section)
{
	static size_t used;

	if (i == 1)
		used = 1;
	m->sym[i].st_name = (uint32_t)used;
	m->sym[i].st_value = value;
	m->sym[i].st_size = size;
	m->sym[i].st_info = (uint8_t)ELF32_ST_INFO(bind, type);
	m->sym[i].st_shndx = section;
	assert_true(used + strlen(name) + 1 < sizeof m->str);
	memcpy(m->str + used, name, strlen(name) + 1);
	used += strlen(name) + 1;
}

static void add_symbols(struct image *m)
{
	add_symbol(m, 1, "_start", 0x8000, 0, STT_NOTYPE, STB_GLOBAL, TEXT);
	add_symbol(m, 2, "$a", 0x8000, 0, STT_NOTYPE, STB_LOCAL, TEXT);
	add_symbol(m, 3, "main", 0x8009, 0x10, STT_FUNC, STB_GLOBAL, TEXT);
	add_symbol(m, 4, "$t", 0x8008, 0, STT_NOTYPE, STB_LOCAL, TEXT);
	add_symbol(m, 5, "inside", 0x800c, 0, STT_NOTYPE, STB_LOCAL, TEXT);
	add_symbol(m, 6, "twin", 0x8020, 4, STT_FUNC, STB_LOCAL, TEXT);
	add_symbol(m, 7, "twin", 0x8024, 4, STT_FUNC, STB_LOCAL, TEXT);
	add_symbol(m, 8, "tail", 0x8030, 0, STT_FUNC, STB_GLOBAL, TEXT);
	add_symbol(m, 9, "variable", 0x9000, 4, STT_OBJECT, STB_GLOBAL, DATA);
	add_symbol(m, 10, "_edata", 0x9008, 0, STT_NOTYPE, STB_GLOBAL, DATA);
	add_symbol(m, 11, "elsewhere", 0, 0, STT_FUNC, STB_GLOBAL, SHN_UNDEF);
	add_symbol(m, 12, "_etext", 0x8040, 0, STT_NOTYPE, STB_GLOBAL, TEXT);
	add_symbol(m, 13, ".Lx", 0x8004, 0, STT_NOTYPE, STB_LOCAL, TEXT);
	add_symbol(m, 14, "evil\033[2J", 0x8004, 0, STT_FUNC, STB_LOCAL, TEXT);
	add_symbol(m, 15, "rom", 0xfff0, 8, STT_FUNC, STB_GLOBAL, SHN_ABS);
}

static void add_section(struct image *m, enum section i, unsigned type,
			unsigned flags, uint32_t addr, size_t offset,
			size_t size)
{
	m->sh[i].sh_type = type;
	m->sh[i].sh_flags = flags;
	m->sh[i].sh_addr = addr;
	m->sh[i].sh_offset = (uint32_t)offset;
	m->sh[i].sh_size = (uint32_t)size;
}

static struct image valid(void)
{
	struct image m;

	memset(&m, 0, sizeof m);
	memcpy(m.eh.e_ident, ELFMAG, SELFMAG);
	m.eh.e_ident[EI_CLASS] = ELFCLASS32;
	m.eh.e_ident[EI_DATA] = ELFDATA2LSB;
	m.eh.e_ident[EI_VERSION] = EV_CURRENT;
	m.eh.e_type = ET_EXEC;
	m.eh.e_machine = EM_ARM;
	m.eh.e_version = EV_CURRENT;
	m.eh.e_entry = 0x8000;
	m.eh.e_ehsize = sizeof m.eh;
	m.eh.e_phoff = offsetof(struct image, ph);
	m.eh.e_phentsize = sizeof(Elf32_Phdr);
	m.eh.e_phnum = 2;
	m.eh.e_shoff = offsetof(struct image, sh);
	m.eh.e_shentsize = sizeof(Elf32_Shdr);
	m.eh.e_shnum = SECTIONS;
	/* Data first, to see that segments get sorted. */
	m.ph[0] = (Elf32_Phdr){ PT_LOAD,     offsetof(struct image, data),
				0x9000,      0x9000,
				8,           32,
				PF_R | PF_W, 4 };
	m.ph[1] = (Elf32_Phdr){ PT_LOAD,     offsetof(struct image, text),
				0x8000,      0x8000,
				0x40,        0x40,
				PF_R | PF_X, 4 };
	memset(m.text, 0xaa, sizeof m.text);
	memset(m.data, 0xdd, sizeof m.data);
	add_symbols(&m);
	add_section(&m, TEXT, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x8000,
		    offsetof(struct image, text), sizeof m.text);
	add_section(&m, DATA, SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 0x9000,
		    offsetof(struct image, data), 0x20);
	add_section(&m, SYMTAB, SHT_SYMTAB, 0, 0, offsetof(struct image, sym),
		    sizeof m.sym);
	m.sh[SYMTAB].sh_link = STRTAB;
	m.sh[SYMTAB].sh_entsize = sizeof(Elf32_Sym);
	add_section(&m, STRTAB, SHT_STRTAB, 0, 0, offsetof(struct image, str),
		    sizeof m.str);
	return m;
}

static void save(const void *bytes, size_t size)
{
	assert_int_equal(ftruncate(memory, 0), 0);
	assert_int_equal(pwrite(memory, bytes, size, 0), (ssize_t)size);
}

static struct program *open_image(const struct image *m)
{
	save(m, sizeof *m);
	return program_open(path, EM_ARM, 32, false, &err);
}

static void check_refused(const char *file, const char *text)
{
	char want[sizeof err.text];

	assert_null(program_open(file, EM_ARM, 32, false, &err));
	snprintf(want, sizeof want, "%s: %s", file, text);
	assert_string_equal(err.text, want);
}

static void check_image_refused(const struct image *m, const char *text)
{
	save(m, sizeof *m);
	check_refused(path, text);
}

static void check_opens(const struct image *m)
{
	struct program *p = open_image(m);

	assert_non_null(p);
	program_close(p);
}

static void opens_a_program(void **state)
{
	struct image m = valid();
	struct program *p = open_image(&m);

	(void)state;
	assert_non_null(p);
	assert_int_equal(p->machine, EM_ARM);
	assert_int_equal(p->bits, 32);
	assert_false(p->big_endian);
	assert_int_equal(p->entry, 0x8000);
	assert_int_equal(p->segments, 2);
	assert_int_equal(p->segment[0].addr, 0x8000);
	assert_int_equal(p->segment[0].size, 0x40);
	assert_int_equal(p->segment[0].bytes[0x3f], 0xaa);
	assert_int_equal(p->segment[1].addr, 0x9000);
	assert_int_equal(p->segment[1].size, 32);
	assert_int_equal(p->segment[1].file_size, 8);
	/* The file may go away. */
	save("", 0);
	assert_int_equal(p->segment[1].bytes[7], 0xdd);
	program_close(p);
	program_close(NULL);
}

static void knows_functions(void **state)
{
	static const struct {
		const char *name;
		uint64_t addr, size;
	} want[] = {
		{ "_start", 0x8000, 0 }, { "main", 0x8008, 0x10 },
		{ "inside", 0x800c, 0 }, { "twin", 0x8020, 4 },
		{ "twin", 0x8024, 4 },   { "tail", 0x8030, 0 },
		{ "rom", 0xfff0, 8 },
	};
	struct image m = valid();
	struct program *p = open_image(&m);

	(void)state;
	assert_non_null(p);
	assert_int_equal(p->symbols, sizeof want / sizeof *want);
	for (size_t i = 0; i < p->symbols; i++) {
		assert_string_equal(p->symbol[i].name, want[i].name);
		assert_int_equal(p->symbol[i].addr, want[i].addr);
		assert_int_equal(p->symbol[i].size, want[i].size);
	}
	program_close(p);
}

static void check_at(const struct program *p, uint64_t addr, const char *name,
		     uint64_t offset)
{
	uint64_t got = 77;
	const struct program_symbol *s = program_at(p, addr, &got);

	if (!name) {
		assert_null(s);
		return;
	}
	assert_non_null(s);
	assert_string_equal(s->name, name);
	assert_int_equal(got, offset);
}

static void names_addresses(void **state)
{
	struct image m = valid();
	struct program *p = open_image(&m);

	(void)state;
	assert_non_null(p);
	check_at(p, 0x7fff, NULL, 0);
	check_at(p, 0x8000, "_start", 0);
	check_at(p, 0x8007, "_start", 7);
	check_at(p, 0x8008, "main", 0);
	check_at(p, 0x800c, "main", 4); /* not the label inside */
	check_at(p, 0x8017, "main", 15);
	check_at(p, 0x8018, "inside", 12); /* nothing better is left */
	check_at(p, 0x8023, "twin", 3);
	check_at(p, 0x8028, NULL, 0); /* a gap after a known size */
	check_at(p, 0x803f, "tail", 15);
	check_at(p, 0x8040, NULL, 0); /* the section is over */
	check_at(p, 0xfff7, "rom", 7);
	check_at(p, UINT64_MAX, NULL, 0);
	program_close(p);
}

static void check_not_found(const struct program *p, const char *name,
			    const char *text)
{
	char want[sizeof err.text];

	assert_null(program_find(p, name, &err));
	snprintf(want, sizeof want, "%s: %s", path, text);
	assert_string_equal(err.text, want);
}

static void finds_by_name(void **state)
{
	struct image m = valid();
	struct program *p = open_image(&m);

	(void)state;
	assert_non_null(p);
	assert_int_equal(program_find(p, "main", &err)->addr, 0x8008);
	assert_int_equal(program_find(p, "inside", &err)->addr, 0x800c);
	check_not_found(p, "mian",
			"has no function 'mian'; "
			"did you mean 'main'?");
	check_not_found(p, "Main",
			"has no function 'Main'; "
			"did you mean 'main'?");
	check_not_found(p, "zzz",
			"has no function 'zzz'; nm lists what it has, "
			"or give an address");
	check_not_found(p, "variable",
			"has no function 'variable'; nm lists what it has, "
			"or give an address");
	check_not_found(p, "$a",
			"has no function '$a'; nm lists what it has, "
			"or give an address");
	check_not_found(p, "twin",
			"has several functions 'twin', at 0x8020 and 0x8024 "
			"among others; give the address");
	program_close(p);
	m.sym[7].st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC);
	p = open_image(&m);
	assert_non_null(p);
	assert_int_equal(program_find(p, "twin", &err)->addr, 0x8024);
	program_close(p);
}

/* Sections are for symbols only: without them, a program still runs. */
/* The instruction at 0x8030, of an image whose text begins otherwise. */
static void takes_apart(struct image *m, const char *text)
{
	struct program *p;
	struct program_code code;

	memcpy(m->text + 0x30, "\xef\xf3\x10\x80", 4);
	save(m, sizeof *m);
	p = program_open(path, EM_NONE, 0, false, &err);
	assert_non_null(p);
	assert_true(program_code(p, 0x8030, 0x8034, NULL, 0, &code, &err));
	assert_int_equal(code.count, 1);
	/* Without Capstone it is a word. */
	if (strncmp(code.insn[0].text, ".word", 5) != 0)
		assert_string_equal(code.insn[0].text, text);
	else
		print_message("%s: Capstone has no text\n", text);
	program_code_free(&code);
	program_close(p);
}

/* Nothing is behind the last name of a file that ends with it. */
static void a_name_that_is_no_mark(void **state)
{
	static const char names[] = "\0$";
	struct {
		struct image m;
		char str[sizeof names];
	} file = { .m = valid() };
	struct program_code code;
	struct program *p;

	(void)state;
	memcpy(file.str, names, sizeof names);
	file.m.sh[STRTAB].sh_offset = sizeof file.m;
	file.m.sh[STRTAB].sh_size = sizeof names;
	file.m.sym[1].st_name = 1;
	save(&file, sizeof file.m + sizeof names);
	p = program_open(path, EM_ARM, 32, false, &err);
	assert_non_null(p);
	assert_true(program_code(p, 0x8000, 0x8008, NULL, 0, &code, &err));
	assert_int_equal(code.count, 2);
	program_code_free(&code);
	program_close(p);
}

/* A program of the M profile is none for a core of the others. */
static void a_profile_is_another_machine(void **state)
{
	static const uint8_t attributes[] = {
		'A', 17, 0, 0, 0, 'a', 'e', 'a', 'b',
		'i', 0,  1, 7, 0, 0,   0,   7,   'M',
	};
	struct image m = valid();
	struct program *p;

	(void)state;

	memcpy(m.text, attributes, sizeof attributes);
	add_section(&m, DATA, SHT_ARM_ATTRIBUTES, 0, 0,
		    offsetof(struct image, text), sizeof attributes);
	check_image_refused(&m,
			    "built for 32-bit little-endian ARM, M profile, "
			    "wanted 32-bit little-endian ARM");
	p = program_open(path, EM_NONE, 0, false, &err);
	assert_non_null(p);
	assert_int_equal(p->profile, 'M');
	program_close(p);
	takes_apart(&m, "mrs     r0, primask");
	m.text[17] = 'A';
	check_opens(&m);
}

static void check_no_symbols(const struct image *m)
{
	struct program *p = open_image(m);

	assert_non_null(p);
	assert_int_equal(p->segments, 2);
	assert_int_equal(p->symbols, 0);
	check_not_found(p, "main",
			"has no symbols; build it without -s and "
			"strip, or give addresses");
	check_at(p, 0x8000, NULL, 0);
	program_close(p);
}

static void runs_without_symbols(void **state)
{
	struct image m = valid();

	(void)state;
	m.eh.e_shoff = 0;
	m.eh.e_shnum = 0;
	check_no_symbols(&m);
	m = valid();
	m.eh.e_shoff = 0xfffffff0;
	check_no_symbols(&m);
	m = valid();
	m.sh[SYMTAB].sh_offset = 0xffffff00;
	check_no_symbols(&m);
	m = valid();
	m.sh[SYMTAB].sh_size = 0x7fffffff;
	check_no_symbols(&m);
	m = valid();
	m.sh[SYMTAB].sh_entsize = 1;
	check_no_symbols(&m);
	m = valid();
	m.sh[SYMTAB].sh_link = 4711;
	check_no_symbols(&m);
	m = valid();
	m.sh[SYMTAB].sh_link = TEXT;
	check_no_symbols(&m);
	m = valid();
	m.sh[STRTAB].sh_offset = 0xffffff00;
	check_no_symbols(&m);
}

/* Names must end inside of the table and start inside of it. */
static void distrusts_names(void **state)
{
	struct image m = valid();
	struct program *p;

	(void)state;
	m.sym[1].st_name = 0xffffff00;
	m.sh[STRTAB].sh_size = m.sym[15].st_name + 2; /* cuts "rom" */
	p = open_image(&m);
	assert_non_null(p);
	assert_null(program_find(p, "_start", &err));
	assert_null(program_find(p, "rom", &err));
	assert_non_null(program_find(p, "main", &err));
	program_close(p);
}

static void refuses_files(void **state)
{
	char folder[] = "/tmp/tally-program-XXXXXX", fifo[64];

	(void)state;
	check_refused("/nonexistent/x.elf", "No such file or directory");
	check_refused("/tmp", "is a directory; name the program in it");
	check_refused("/dev/zero",
		      "is not a regular file; name an ELF program");
	save("", 0);
	check_refused(path, "is empty");
	save("int main", 8);
	check_refused(path, "is not an ELF program");
	save(ELFMAG, 4);
	check_refused(path, "is truncated: it ends within the ELF header");
	assert_non_null(mkdtemp(folder));
	snprintf(fifo, sizeof fifo, "%s/fifo", folder);
	assert_int_equal(mkfifo(fifo, 0600), 0);
	check_refused(fifo, "is not a regular file; name an ELF program");
	unlink(fifo);
	rmdir(folder);
}

static void refuses_other_targets(void **state)
{
	struct image m = valid();

	(void)state;
	m.eh.e_machine = EM_PPC;
	check_image_refused(&m, "built for 32-bit little-endian PowerPC, "
				"wanted 32-bit little-endian ARM");
	m.eh.e_machine = 0xbeef;
	m.eh.e_type = ET_DYN; /* the target is told first */
	check_image_refused(&m, "built for 32-bit little-endian ELF machine "
				"48879, wanted 32-bit little-endian ARM");
	check_refused("/proc/self/exe",
		      sizeof(void *) == 8 ? "built for 64-bit little-endian "
					    "x86-64, wanted 32-bit "
					    "little-endian ARM"
					  : "");
	m = valid();
	save(&m, sizeof m);
	assert_null(program_open(path, EM_AARCH64, 64, false, &err));
	assert_non_null(strstr(err.text, "built for 32-bit little-endian ARM, "
					 "wanted 64-bit little-endian "
					 "AArch64"));
	assert_null(program_open(path, EM_ARM, 32, true, &err));
	assert_non_null(strstr(err.text, "wanted 32-bit big-endian ARM"));
}

static void refuses_types(void **state)
{
	struct image m = valid();

	(void)state;
	m.eh.e_type = ET_REL;
	check_image_refused(&m, "is an object file; link it into a program "
				"first");
	m.eh.e_type = ET_DYN;
	check_image_refused(&m, "is a shared library or a position-independent "
				"program; link it with -static -no-pie");
	m.eh.e_type = ET_CORE;
	check_image_refused(&m, "is a core dump, not a program");
	m.eh.e_type = 99;
	check_image_refused(&m, "is ELF of the unknown type 99");
	m = valid();
	m.ph[0].p_type = PT_INTERP;
	check_image_refused(&m, "needs an operating system's loader; link it "
				"with -static for the bare machine");
	m = valid();
	m.eh.e_ident[EI_CLASS] = 7;
	check_image_refused(&m, "is damaged: its first 16 bytes are not those "
				"of an ELF file");
}

static void refuses_header_tables(void **state)
{
	struct image m = valid();

	(void)state;
	m.eh.e_phnum = 0;
	check_image_refused(&m, "has no segment to load");
	m = valid();
	m.eh.e_phentsize = 8;
	check_image_refused(&m, "is damaged: its program headers have 8 bytes "
				"each, not 32");
	m = valid();
	m.eh.e_phnum = 0xfffe;
	check_image_refused(&m, "is truncated: its program headers go beyond "
				"the end of the file");
	m = valid();
	m.eh.e_phoff = 0xfffffff0;
	check_image_refused(&m, "is truncated: its program headers go beyond "
				"the end of the file");
	/* The extended count, in section 0. */
	m = valid();
	m.eh.e_phnum = PN_XNUM;
	m.sh[NONE].sh_info = 0x7fffffff;
	check_image_refused(&m, "has more program headers than any firmware "
				"needs; is it one?");
	m = valid();
	m.ph[0].p_type = m.ph[1].p_type = PT_NOTE;
	check_image_refused(&m, "has no segment to load");
}

static void refuses_segments(void **state)
{
	struct image m = valid();

	(void)state;
	m.ph[0].p_filesz = 33;
	check_image_refused(&m, "is damaged: the segment at 0x9000 has more "
				"bytes in the file than in memory");
	m = valid();
	m.ph[0].p_paddr = 0xfffffff0;
	check_image_refused(&m, "is damaged: the segment at 0xfffffff0 goes "
				"beyond the end of the address space");
	m.ph[0].p_memsz = 16; /* exactly to the end is fine */
	check_opens(&m);
	m = valid();
	m.ph[0].p_vaddr = 0xfffffff0;
	check_image_refused(&m, "is damaged: the segment at 0x9000 goes beyond "
				"the end of the address space");
	m = valid();
	m.ph[0].p_offset = 0xfffffffc;
	check_image_refused(&m, "is truncated: the segment at 0x9000 needs "
				"bytes beyond the end of the file");
	m = valid();
	m.ph[0].p_filesz = m.ph[0].p_memsz = 0x10000;
	check_image_refused(&m, "is truncated: the segment at 0x9000 needs "
				"bytes beyond the end of the file");
	m = valid();
	m.ph[0].p_paddr = 0x803f;
	check_image_refused(&m, "is damaged: the segments at 0x8000 and 0x803f "
				"overlap");
	m.ph[0].p_paddr = 0x8040; /* touching is fine */
	check_opens(&m);
	m = valid();
	m.eh.e_entry = 0x8040;
	check_image_refused(&m, "starts at 0x8040, where it loads nothing; "
				"give it an entry point with -Wl,-e,SYMBOL");
}

/* Look at everything that came out, so that a sanitizer sees it. */
static unsigned use(struct program *p)
{
	unsigned sum = 0;

	if (!p) {
		assert_true(strlen(err.text) > strlen(path) + 2);
		return 0;
	}
	for (size_t i = 0; i < p->segments; i++)
		for (uint64_t k = 0; k < p->segment[i].file_size; k++)
			sum += p->segment[i].bytes[k];
	for (size_t i = 0; i < p->symbols; i++)
		sum += (unsigned)strlen(p->symbol[i].name);
	for (uint64_t a = 0x7ff0; a < 0x9030; a++)
		program_at(p, a, NULL);
	program_find(p, "mian", &err);
	program_close(p);
	return sum;
}

static void survives_every_truncation(void **state)
{
	struct image m = valid();
	unsigned opened = 0;

	(void)state;
	for (size_t n = 0; n < sizeof m; n++) {
		struct program *p;

		save(&m, n);
		p = program_open_here(path, EM_ARM, 32, false, &err);
		opened += p != NULL;
		/* A file that opens has all that is loaded of it. */
		if (n < offsetof(struct image, data) + 8)
			assert_null(p);
		use(p);
	}
	assert_true(opened > 0);
}

static void survives_every_flip(void **state)
{
	static const uint8_t flip[] = { 0x01, 0x80, 0x7f, 0xff };
	const struct image m = valid();
	unsigned opened = 0, refused = 0;

	(void)state;
	for (size_t i = 0; i < sizeof m; i++) {
		struct image bad = m;

		if (i == offsetof(struct image, text))
			i += sizeof m.text + sizeof m.data;
		for (size_t k = 0; k < sizeof flip; k++) {
			struct program *p;

			((uint8_t *)&bad)[i] =
				((const uint8_t *)&m)[i] ^ flip[k];
			p = open_image(&bad);
			opened += p != NULL;
			refused += p == NULL;
			use(p);
		}
	}
	assert_true(opened > 0 && refused > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(opens_a_program),
		cmocka_unit_test(a_name_that_is_no_mark),
		cmocka_unit_test(a_profile_is_another_machine),
		cmocka_unit_test(knows_functions),
		cmocka_unit_test(names_addresses),
		cmocka_unit_test(finds_by_name),
		cmocka_unit_test(runs_without_symbols),
		cmocka_unit_test(distrusts_names),
		cmocka_unit_test(refuses_files),
		cmocka_unit_test(refuses_other_targets),
		cmocka_unit_test(refuses_types),
		cmocka_unit_test(refuses_header_tables),
		cmocka_unit_test(refuses_segments),
		cmocka_unit_test(survives_every_truncation),
		cmocka_unit_test(survives_every_flip),
	};

	memory = memfd_create("test_program", 0);
	snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
