/* SPDX-License-Identifier: MIT */

/*
 * Opening a guest program.  Files come from anywhere, so nothing in one is
 * believed: the file is read into memory once, libelf interprets headers
 * within that copy, and every offset, size and count is compared with what
 * is really there before it is used.
 */
#include "program/program.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "program/inner.h"
#include "program/machine.h"

/* No firmware comes near; a mistyped name of a disk image does. */
static const off_t FILE_LIMIT = (off_t)256 << 20;

static bool read_fd(int fd, struct opened *o, struct error *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return error_set(err, "cannot be examined: %s",
				 strerror(errno));
	if (S_ISDIR(st.st_mode))
		return error_set(err, "is a directory; name the program in it");
	if (!S_ISREG(st.st_mode))
		return error_set(err,
				 "is not a regular file; name an ELF program");
	if (st.st_size == 0)
		return error_set(err, "is empty");
	if (st.st_size > FILE_LIMIT)
		return error_set(err,
				 "is larger than the %d MiB that a "
				 "program may have; is it one?",
				 (int)(FILE_LIMIT >> 20));
	o->image = malloc((size_t)st.st_size);
	if (!o->image)
		return error_set(err, "does not fit into memory");
	while (o->size < (size_t)st.st_size) {
		ssize_t n = read(fd, o->image + o->size,
				 (size_t)st.st_size - o->size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return error_set(err, "cannot be read: %s",
					 strerror(errno));
		if (n == 0)
			break; /* it shrank; the checks to come will see */
		o->size += (size_t)n;
	}
	return true;
}

static void hash(struct opened *o)
{
	SHA2_CTX ctx;

	SHA256Init(&ctx);
	SHA256Update(&ctx, o->image, o->size);
	SHA256End(&ctx, o->p.sha256);
}

static bool read_file(const char *path, struct opened *o, struct error *err)
{
	/* Do not wait: a pipe that nobody writes to is no program. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool ok;

	if (fd < 0)
		return error_set(err, "%s", strerror(errno));
	ok = read_fd(fd, o, err);
	close(fd);
	return ok;
}

static const char *machine_name(uint16_t machine, char profile, char *room,
				size_t size)
{
	const char *name = program_machine(machine, profile)->name;

	if (!name)
		snprintf(room, size, "ELF machine %u", machine);
	return name ? name : room;
}

static const char *endian_name(bool big)
{
	return big ? "big-endian" : "little-endian";
}

/* The header, in place of all the ways in which libelf may stumble on it. */
static bool check_ident(const struct opened *o, struct error *err)
{
	const uint8_t *id = o->image;

	if (o->size < SELFMAG || memcmp(id, ELFMAG, SELFMAG) != 0)
		return error_set(err, "is not an ELF program");
	if (o->size < EI_NIDENT)
		return error_set(err, "is truncated: it ends within the ELF "
				      "header");
	if ((id[EI_CLASS] != ELFCLASS32 && id[EI_CLASS] != ELFCLASS64) ||
	    (id[EI_DATA] != ELFDATA2LSB && id[EI_DATA] != ELFDATA2MSB) ||
	    id[EI_VERSION] != EV_CURRENT)
		return error_set(err, "is damaged: its first 16 bytes are "
				      "not those of an ELF file");
	if (o->size < (id[EI_CLASS] == ELFCLASS64 ? sizeof(Elf64_Ehdr)
						  : sizeof(Elf32_Ehdr)))
		return error_set(err, "is truncated: it ends within the ELF "
				      "header");
	return true;
}

static bool check_target(const struct program *p, const struct wanted *w,
			 struct error *err)
{
	char is[32], wants[32];

	if (w->machine == EM_NONE ||
	    (program_machine(p->machine, p->profile) ==
		     program_machine(w->machine, 0) &&
	     p->machine == w->machine && p->bits == w->bits &&
	     p->big_endian == w->big_endian))
		return true;
	return error_set(err, "built for %u-bit %s %s, wanted %u-bit %s %s",
			 p->bits, endian_name(p->big_endian),
			 machine_name(p->machine, p->profile, is, sizeof is),
			 w->bits, endian_name(w->big_endian),
			 machine_name(w->machine, 0, wants, sizeof wants));
}

static bool check_type(unsigned type, bool mapped, struct error *err)
{
	if (mapped && type == ET_DYN)
		return true;
	switch (type) {
	case ET_EXEC:
		return true;
	case ET_REL:
		return error_set(err, "is an object file; link it into a "
				      "program first");
	case ET_DYN:
		return error_set(err, "is a shared library or a position-"
				      "independent program; link it with "
				      "-static -no-pie");
	case ET_CORE:
		return error_set(err, "is a core dump, not a program");
	default:
		return error_set(err, "is ELF of the unknown type %u", type);
	}
}

/* One PT_LOAD that takes memory. */
static bool take_segment(struct opened *o, const GElf_Phdr *ph,
			 struct error *err)
{
	struct program_segment *s = &o->segment[o->p.segments];
	uint64_t top = o->p.bits == 32 ? UINT32_MAX : UINT64_MAX;
	uint64_t last = ph->p_memsz - 1;

	if (ph->p_filesz > ph->p_memsz)
		return error_set(err,
				 "is damaged: the segment at 0x%" PRIx64
				 " has more bytes in the file than in memory",
				 ph->p_paddr);
	if (ph->p_paddr > top || last > top - ph->p_paddr ||
	    ph->p_vaddr > top || last > top - ph->p_vaddr)
		return error_set(err,
				 "is damaged: the segment at 0x%" PRIx64
				 " goes beyond the end of the address space",
				 ph->p_paddr);
	if (ph->p_offset > o->size || ph->p_filesz > o->size - ph->p_offset)
		return error_set(err,
				 "is truncated: the segment at 0x%" PRIx64
				 " needs bytes beyond the end of the file",
				 ph->p_paddr);
	s->addr = ph->p_paddr;
	s->size = ph->p_memsz;
	s->file_size = ph->p_filesz;
	s->bytes = o->image + ph->p_offset;
	s->writable = (ph->p_flags & PF_W) != 0;
	o->p.segments++;
	return true;
}

static int by_segment_addr(const void *a, const void *b)
{
	const struct program_segment *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static bool check_overlap(const struct opened *o, struct error *err)
{
	for (size_t i = 1; i < o->p.segments; i++) {
		const struct program_segment *a = &o->segment[i - 1];
		const struct program_segment *b = &o->segment[i];

		if (b->addr - a->addr < a->size)
			return error_set(
				err,
				"is damaged: the segments at 0x%" PRIx64
				" and 0x%" PRIx64 " overlap",
				a->addr, b->addr);
	}
	return true;
}

/* All program headers are within the file. */
static bool check_headers(const struct opened *o, const GElf_Ehdr *eh,
			  struct error *err)
{
	size_t each = o->p.bits == 32 ? sizeof(Elf32_Phdr) : sizeof(Elf64_Phdr);

	if (eh->e_phnum == 0 || eh->e_phoff == 0)
		return error_set(err, "has no segment to load");
	if (eh->e_phnum == PN_XNUM)
		return error_set(err, "has more program headers than any "
				      "firmware needs; is it one?");
	if (eh->e_phentsize != each)
		return error_set(err,
				 "is damaged: its program headers have %u "
				 "bytes each, not %zu",
				 eh->e_phentsize, each);
	if (eh->e_phoff > o->size ||
	    eh->e_phnum > (o->size - eh->e_phoff) / each)
		return error_set(err, "is truncated: its program headers go "
				      "beyond the end of the file");
	return true;
}

static bool read_segments(struct opened *o, Elf *elf, const GElf_Ehdr *eh,
			  bool mapped, struct error *err)
{
	bool entry_inside = mapped;

	if (!check_headers(o, eh, err))
		return false;
	o->segment = calloc(eh->e_phnum, sizeof *o->segment);
	if (!o->segment)
		return error_set(err, "does not fit into memory");
	for (int i = 0; i < eh->e_phnum; i++) {
		GElf_Phdr ph;

		if (!gelf_getphdr(elf, i, &ph))
			return error_set(err,
					 "is damaged: program header %d "
					 "cannot be read: %s",
					 i, elf_errmsg(-1));
		if (mapped)
			ph.p_paddr = ph.p_vaddr;
		else if (ph.p_type == PT_INTERP)
			return error_set(err, "needs an operating system's "
					      "loader; link it with -static "
					      "for the bare machine");
		if (ph.p_type != PT_LOAD || ph.p_memsz == 0)
			continue;
		if (!take_segment(o, &ph, err))
			return false;
		if (o->p.entry - ph.p_vaddr < ph.p_memsz)
			entry_inside = true;
	}
	if (o->p.segments == 0)
		return error_set(err, "has no segment to load");
	qsort(o->segment, o->p.segments, sizeof *o->segment, by_segment_addr);
	o->p.segment = o->segment;
	if (!check_overlap(o, err))
		return false;
	if (!entry_inside)
		return error_set(err,
				 "starts at 0x%" PRIx64 ", where it loads "
				 "nothing; give it an entry point with "
				 "-Wl,-e,SYMBOL",
				 o->p.entry);
	return true;
}

/* Arm's machines of all profiles have one number. */
static void read_profile(struct opened *o, Elf *elf)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while (o->p.machine == EM_ARM && (scn = elf_nextscn(elf, scn))) {
		const Elf_Data *data;

		if (!gelf_getshdr(scn, &sh) || sh.sh_type != SHT_ARM_ATTRIBUTES)
			continue;
		data = elf_getdata(scn, NULL);
		if (data && data->d_buf)
			o->p.profile = program_profile(
				data->d_buf, data->d_size, o->p.big_endian);
	}
}

bool program_interpret(struct opened *o, const struct wanted *w,
		       struct error *err)
{
	GElf_Ehdr eh;
	bool ok;
	Elf *elf;

	if (!check_ident(o, err))
		return false;
	if (elf_version(EV_CURRENT) == EV_NONE)
		return error_set(err, "libelf is too old");
	elf = elf_memory((char *)o->image, o->size);
	if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &eh)) {
		elf_end(elf);
		return error_set(err, "is damaged: %s", elf_errmsg(-1));
	}
	o->p.machine = eh.e_machine;
	o->p.bits = eh.e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32;
	o->p.big_endian = eh.e_ident[EI_DATA] == ELFDATA2MSB;
	o->p.entry = eh.e_entry;
	read_profile(o, elf);
	ok = check_target(&o->p, w, err) &&
	     check_type(eh.e_type, w->mapped, err) &&
	     (w->debug || read_segments(o, elf, &eh, w->mapped, err));
	debug_name_read(o, elf);
	if (ok &&
	    (!symbols_read(o, elf) ||
	     (w->mapped && !w->debug && !plt_read(o, elf)) || !names_read(o)))
		ok = error_set(err, "does not fit into memory");
	elf_end(elf);
	return ok;
}

static bool interpret_apart(struct opened *o, const struct wanted *w,
			    struct error *err)
{
	return reader_interpret(program_interpret, o, w, err);
}

/* Without a byte yet; NULL and `err`. */
static struct opened *begin(const char *path, struct error *err)
{
	struct opened *o = calloc(1, sizeof *o);

	if (o)
		o->path = strdup(path);
	if (!o || !o->path) {
		free(o);
		error_set(err, "%s: out of memory", path);
		return NULL;
	}
	o->p.path = o->path;
	return o;
}

/* A file that has its bytes, if it is `good`; NULL and `err`, and it is gone.
 */
static struct program *finish(struct opened *o, bool good,
			      interpreter *interpret, const struct wanted *w,
			      struct error *err)
{
	if (!good || !interpret(o, w, err)) {
		error_within(err, "%s", text_seen(o->path));
		program_close(&o->p);
		return NULL;
	}
	if (!w->debug)
		hash(o);
	for (uint32_t i = 0; i < o->debug_name.id_size; i++)
		snprintf(o->p.build_id + (size_t)2 * i, 3, "%02x",
			 o->debug_name.id[i]);
	return &o->p;
}

static struct program *open_by(interpreter *interpret, const char *path,
			       const struct wanted *w, struct error *err)
{
	struct opened *o = begin(path, err);

	return o ? finish(o, read_file(path, o, err), interpret, w, err) : NULL;
}

struct program *program_open(const char *path, uint16_t machine, uint8_t bits,
			     bool big_endian, struct error *err)
{
	const struct wanted w = { machine, bits, big_endian, false };

	return open_by(interpret_apart, path, &w, err);
}

struct program *program_open_here(const char *path, uint16_t machine,
				  uint8_t bits, bool big_endian,
				  struct error *err)
{
	const struct wanted w = { machine, bits, big_endian, false };

	return open_by(program_interpret, path, &w, err);
}

struct program *program_open_as(const char *path, const struct wanted *w,
				struct error *err)
{
	return open_by(interpret_apart, path, w, err);
}

struct program *program_open_bytes(const char *path, const uint8_t *bytes,
				   size_t size, struct error *err)
{
	const struct wanted w = { .machine = EM_NONE, .mapped = true };
	struct opened *o = begin(path, err);
	struct program *p;

	if (!o)
		return NULL;
	o->image = malloc(size + 1);
	if (o->image)
		memcpy(o->image, bytes, size);
	o->size = size;
	p = finish(o, o->image || error_no_memory(err), interpret_apart, &w,
		   err);
	if (p && !unnamed_add(o)) {
		program_close(p);
		error_no_memory(err);
		return NULL;
	}
	return p;
}

bool program_address(const struct program *p, uint64_t offset, uint64_t *addr)
{
	const struct opened *o = (const struct opened *)p;

	for (size_t i = 0; i < p->segments; i++) {
		const uint64_t from =
			(uint64_t)(o->segment[i].bytes - o->image);

		if (offset - from < o->segment[i].file_size) {
			*addr = o->segment[i].addr + (offset - from);
			return true;
		}
	}
	return false;
}

void program_close(struct program *p)
{
	struct opened *o = (struct opened *)p;

	if (!o)
		return;
	if (o->debug)
		program_close(&o->debug->p);
	free(o->extent);
	free(o->datum);
	free(o->symbol);
	free(o->texts);
	free(o->unnamed);
	free(o->segment);
	free(o->image);
	free(o->path);
	free(o);
}
