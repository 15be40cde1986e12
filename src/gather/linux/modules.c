/* SPDX-License-Identifier: MIT */
/* Files that samples are in.  See modules.h. */
#include "gather/linux/modules.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/vdso.h"

enum { ALIGN = 0x100000 };

static uint64_t size_of(const struct program *p)
{
	uint64_t end = 0;

	for (size_t i = 0; p && i < p->segments; i++)
		if (p->segment[i].addr + p->segment[i].size > end)
			end = p->segment[i].addr + p->segment[i].size;
	return end;
}

static struct program *open_module(const char *path)
{
	struct error ignored;
	const uint8_t *bytes;
	size_t size;

	if (strcmp(path, PERF_VDSO) == 0)
		return perf_vdso(&bytes, &size)
			       ? program_open_bytes(path, bytes, size, &ignored)
			       : NULL;
	return path[0] == '/' ? program_open_mapped(path, PROGRAM_DEBUG_FOLDER,
						    &ignored)
			      : NULL;
}

/* There is room for one of each mapping. */
static const struct module *module_of(struct modules *all, const char *path)
{
	struct module *m = all->module;
	uint64_t base = 0;

	for (size_t i = 0; i < all->count; i++, m++) {
		if (m->path && strcmp(m->path, path) == 0)
			return m;
		base = (m->base + m->size + ALIGN) & ~(uint64_t)(ALIGN - 1);
	}
	*m = (struct module){ path, open_module(path), base, 0 };
	m->size = size_of(m->program);
	if (m->size > all->end || base > all->end - m->size) {
		program_close(m->program);
		m->program = NULL;
		m->size = 0;
	}
	all->count++;
	return m;
}

/* A program of 32 bits has another library of the kernel's, which is not here.
 */
static bool is_others(const struct perf_mapped *m)
{
	return strcmp(m->path, PERF_VDSO) == 0 && sizeof(void *) == 8 &&
	       m->addr <= UINT32_MAX;
}

/* The kernel's own library is no file, and begins with its first byte. */
static uint64_t offset_of(const struct perf_mapped *m, uint64_t ip)
{
	return ip - m->addr + (strcmp(m->path, PERF_VDSO) == 0 ? 0 : m->offset);
}

/* Memory without a file has such names, too. */
static bool is_of_file(const char *path)
{
	return strcmp(path, PERF_VDSO) == 0 ||
	       (path[0] == '/' && strncmp(path, "//anon", 6) != 0 &&
		strncmp(path, "/memfd:", 7) != 0 &&
		strncmp(path, "/dev/", 5) != 0);
}

const struct module *modules_locate(struct modules *all,
				    const struct perf_taken *t, uint64_t ip,
				    uint64_t *addr)
{
	const struct perf_mapped *m = perf_mapping(all->t, t->pid, ip, t->time);
	const struct module *in;

	if (!m || !is_of_file(m->path) || is_others(m))
		return NULL;
	in = module_of(all, m->path);
	if (in->program && program_address(in->program, offset_of(m, ip), addr))
		*addr += in->base;
	else
		*addr = UINT64_MAX;
	return in;
}

const struct module *modules_at(const struct modules *m, uint64_t addr)
{
	for (size_t i = 0; i < m->count; i++)
		if (addr - m->module[i].base < m->module[i].size)
			return &m->module[i];
	return NULL;
}

const char *module_name(const char *path)
{
	const char *last = strrchr(path, '/');

	return last && last[1] ? last + 1 : path;
}

bool modules_begin(struct modules *m, const struct perf_taking *t,
		   const char *program, uint64_t end)
{
	*m = (struct modules){ .t = t, .end = end };
	m->module = calloc(t->mappeds + 1, sizeof *m->module);
	for (size_t i = 0; m->module && program && i < t->mappeds; i++)
		if (strcmp(t->mapped[i].path, program) == 0) {
			m->first = module_of(m, t->mapped[i].path);
			break;
		}
	return m->module != NULL;
}

bool modules_keep(const struct modules *m, struct sample *s)
{
	s->module = sample_room(s, m->count, sizeof *s->module);
	for (size_t i = 0; s->module && i < m->count; i++) {
		const struct module *from = &m->module[i];
		const char *id = from->program ? from->program->build_id : "";

		if (from->program)
			s->module[s->modules++] = (struct sample_module){
				.path = sample_text(s, from->path),
				.sha256 = sample_text(s, from->program->sha256),
				.build_id = *id ? sample_text(s, id) : NULL,
				.base = from->base,
				.size = from->size,
			};
	}
	return !s->failed;
}

void modules_free(struct modules *m)
{
	for (size_t i = 0; i < m->count; i++)
		program_close(m->module[i].program);
	free(m->module);
	*m = (struct modules){ 0 };
}
