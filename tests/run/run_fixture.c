/* SPDX-License-Identifier: MIT */
/*
 * See run_fixture.h.  The program has one symbol, `work`.
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program/program.h"
#include "run_fixture.h"

volatile bool stop;
struct error err;
struct request *request;
struct run_options options;
struct record *result;
char said[64];

const struct fake_block plain[1] = { { .pc = 0x8000, .cycles = 1000000 } };

/* ---- the program -------------------------------------------------------- */

static const char strings[] = "\0work";

/* A file of ELF with nothing in it but a function's name. */
struct image {
	Elf32_Ehdr head;
	Elf32_Phdr segment;
	Elf32_Sym symbol[2];
	char strings[sizeof strings];
	Elf32_Shdr section[3]; /* none, the symbols, the strings */
};

static void make_image(struct image *m)
{
	*m = (struct image){
		.head = { .e_type = ET_EXEC,
			  .e_machine = EM_ARM,
			  .e_version = EV_CURRENT,
			  .e_entry = 0x8000,
			  .e_phoff = offsetof(struct image, segment),
			  .e_shoff = offsetof(struct image, section),
			  .e_ehsize = sizeof m->head,
			  .e_phentsize = sizeof m->segment,
			  .e_phnum = 1,
			  .e_shentsize = sizeof m->section[0],
			  .e_shnum = 3 },
		.segment = { .p_type = PT_LOAD,
			     .p_paddr = 0x8000,
			     .p_vaddr = 0x8000,
			     .p_memsz = 0x2000 },
		.symbol = { { 0 },
			    { .st_name = 1,
			      .st_value = 0x9000,
			      .st_size = 64,
			      .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC),
			      .st_shndx = SHN_ABS } },
		.section = { { 0 },
			     { .sh_type = SHT_SYMTAB,
			       .sh_offset = offsetof(struct image, symbol),
			       .sh_size = sizeof m->symbol,
			       .sh_link = 2,
			       .sh_info = 1,
			       .sh_entsize = sizeof m->symbol[0] },
			     { .sh_type = SHT_STRTAB,
			       .sh_offset = offsetof(struct image, strings),
			       .sh_size = sizeof strings } },
	};
	memcpy(m->head.e_ident, ELFMAG, SELFMAG);
	m->head.e_ident[EI_CLASS] = ELFCLASS32;
	m->head.e_ident[EI_DATA] = ELFDATA2LSB;
	m->head.e_ident[EI_VERSION] = EV_CURRENT;
	memcpy(m->strings, strings, sizeof strings);
}

/* Read once for all tests. */
static const struct program *the_program(void)
{
	static struct program *program;
	char path[] = "/tmp/tally_prog.elf_XXXXXX";
	struct image image;
	int fd;

	if (program)
		return program;
	make_image(&image);
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, &image, sizeof image), sizeof image);
	close(fd);
	program = program_open(path, EM_ARM, 32, false, &err);
	unlink(path);
	if (!program)
		fail_msg("%s", err.text);
	return program;
}

/* ---- the measurement --------------------------------------------------- */

static void on_console(void *ctx, const void *bytes, size_t count,
		       double patience)
{
	(void)ctx;
	(void)patience;
	if (strlen(said) + count < sizeof said)
		strncat(said, bytes, count);
}

int set_up(void **state)
{
	(void)state;
	fake_reset();
	stop = false;
	said[0] = '\0';
	memset(&err, 0, sizeof err);
	fake_target.program = the_program();
	options = (struct run_options){ .target = &fake_target,
					.repeats = 1,
					.jobs = 2,
					.drift_limit = 0.02,
					.console = on_console,
					.stop = &stop };
	return 0;
}

int tear_down(void **state)
{
	(void)state;
	record_free(result);
	request_free(request);
	result = NULL;
	request = NULL;
	assert_int_equal(story.opened, story.closed);
	return 0;
}

void ask(const char *metrics, const char *events)
{
	ask_of("arm1176", metrics, events);
}

void ask_of(const char *monitor, const char *metrics, const char *events)
{
	const struct request_member member = {
		.monitor = catalog_monitor(monitor, &err),
	};
	const struct request_wish wish = { metrics, events, NULL, 0 };

	request_free(request);
	request = request_make(&member, 1, &wish, &err);
	if (!request)
		fail_msg("%s", err.text);
}

void play(const struct fake_block *block, unsigned blocks)
{
	fake.block = block;
	fake.blocks = blocks;
}

void region(const char *text)
{
	options.region.text = text;
	options.region.kind = strstr(text, "..") ? REGION_RANGE : REGION_SYMBOL;
}

void measure(void)
{
	record_free(result);
	result = run_measure(request, &options, &err);
}

void measure_well(void)
{
	measure();
	if (!result)
		fail_msg("%s", err.text);
}

const struct reading *event(const char *name)
{
	for (unsigned i = 0; i < request->events; i++)
		if (strcmp(request->event[i]->name, name) == 0)
			return &result->event[i].reading;
	fail_msg("%s is not in the request", name);
	return NULL;
}

void assert_about(double value, double wanted)
{
	assert_true(value > wanted - 1e-9 && value < wanted + 1e-9);
}
