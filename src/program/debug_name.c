/* SPDX-License-Identifier: MIT */
/* How a program names the file with its symbols and lines: by its build id, or
 * by a link with a check sum. */
#include <string.h>

#include "program/inner.h"

static void take_id(struct debug_name *d, Elf_Data *data)
{
	size_t at = 0, name, bytes;
	GElf_Nhdr note;

	while (data && (at = gelf_getnote(data, at, &note, &name, &bytes)) > 0)
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    memcmp((char *)data->d_buf + name, "GNU", 4) == 0 &&
		    note.n_descsz <= sizeof d->id) {
			memcpy(d->id, (char *)data->d_buf + bytes,
			       note.n_descsz);
			d->id_size = note.n_descsz;
		}
}

static uint32_t word_at(const uint8_t *at, bool big_endian)
{
	return big_endian ? (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 |
				    (uint32_t)at[2] << 8 | at[3]
			  : (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 |
				    (uint32_t)at[1] << 8 | at[0];
}

/* A name of a file, zeros up to a multiple of four, the check sum. */
static void take_link(struct debug_name *d, Elf_Data *data, bool big_endian)
{
	const uint8_t *bytes = data ? data->d_buf : NULL;
	const size_t size = bytes ? data->d_size : 0;
	const size_t length = size ? strnlen((const char *)bytes, size) : 0;
	const size_t sum = (length / 4 + 1) * 4;

	if (!length || length >= sizeof d->link || size < sum + 4 ||
	    memchr(bytes, '/', length))
		return;
	memcpy(d->link, bytes, length);
	d->link[length] = '\0';
	d->sum = word_at(bytes + sum, big_endian);
}

void debug_name_read(struct opened *o, Elf *elf)
{
	struct debug_name *d = &o->debug_name;
	Elf_Scn *scn = NULL;
	size_t strings;
	GElf_Shdr sh;

	if (elf_getshdrstrndx(elf, &strings))
		return;
	while ((scn = elf_nextscn(elf, scn))) {
		const char *name =
			gelf_getshdr(scn, &sh)
				? elf_strptr(elf, strings, sh.sh_name)
				: NULL;

		if (!name || sh.sh_type == SHT_NOBITS)
			continue;
		if (sh.sh_type == SHT_NOTE)
			take_id(d, elf_getdata(scn, NULL));
		else if (sh.sh_type == SHT_SYMTAB)
			d->has_symbols = true;
		else if (strcmp(name, ".debug_info") == 0)
			d->has_lines = true;
		else if (strcmp(name, ".gnu_debuglink") == 0)
			take_link(d, elf_getdata(scn, NULL), o->p.big_endian);
	}
}
