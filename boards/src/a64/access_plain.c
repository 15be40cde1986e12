/* SPDX-License-Identifier: MIT */
/*
 * Loads and stores, as access.c and those that carry out instructions need
 * them: where data are that are in plain memory, who is told, and how an abort
 * begins.
 */
#include "boards/src/a64/inner.h"

/* Over the ends of its own pages the engine has a misaligned access in parts,
 * which it tells of. */
enum { PAGE = 4096, PIECE = 1024 };

void a64_begin_abort(struct machine *m, const struct a64_page *page,
		     unsigned status, uint64_t vaddr, bool write)
{
	struct a64_abort *a = &a64_of(m)->abort;

	a->pending = true;
	a->write = write;
	a->maintains = false;
	a->as_user = a64_as_user(m);
	a->status = (uint8_t)status;
	a->vaddr = vaddr;
	a->place = page->faulty ? NULL : page->place;
	a->memories = 0;
	a64_engine_save(a64_of(m)->engine, &a->regs);
}

void a64_access_tell(struct machine *m, const struct a64_page *page,
		     uint32_t vaddr, unsigned size, bool write)
{
	struct access *a = &m->access[m->flight.accesses++];

	a->vaddr = vaddr;
	a->size = (uint8_t)size;
	a->write = write;
	a->map = page->map;
	a->map.paddr |= vaddr % PAGE;
	if (write && m->blocks)
		blocks_written(m->blocks, a->map.paddr, size);
}

uint8_t *a64_access_plain(struct machine *m, uint64_t vaddr, unsigned bytes,
			  unsigned element, bool write,
			  const struct a64_page **page)
{
	const struct a64 *a = a64_of(m);
	const struct a64_page *p;
	uint32_t paddr;

	if (vaddr > UINT32_MAX || vaddr % PAGE + bytes > PAGE ||
	    (vaddr & (element - 1) &&
	     (a->now->strict || a->system.sctlr & A64_SCTLR_A ||
	      vaddr % PIECE + bytes > PIECE)))
		return NULL;
	p = a64_mmu_lookup(a->mmu, (uint32_t)vaddr, false);
	paddr = p->map.paddr | vaddr % PAGE;
	if (!(p->quick[a64_privileged(m)] & (write ? MMU_WRITE : MMU_READ)) ||
	    (write && a->code[paddr >> 15] >> (paddr >> 12 & 7) & 1))
		return NULL;
	*page = p;
	return m->memory + paddr;
}
