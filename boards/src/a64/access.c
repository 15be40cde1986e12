/* SPDX-License-Identifier: MIT */
/*
 * Loads and stores, as access.c has them: what may not happen is noted with
 * all that is needed to undo it, and undone at the next occasion.
 */
#include "boards/src/a64/inner.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, LINE = 64 };

enum { ISS_WRITE = 1 << 6, ISS_MAINTENANCE = 1 << 8 };

/* Remembers what is in memory before the engine stores there regardless. */
static void remember(struct machine *m, uint32_t vaddr, unsigned size)
{
	struct a64_abort *a = &a64_of(m)->abort;

	while (size && a->memories < ACCESSES_MAX) {
		const struct a64_page *page =
			a64_mmu_lookup(a64_of(m)->mmu, vaddr, false);
		unsigned part = PAGE - vaddr % PAGE, i;

		if (part > size)
			part = size;
		if (part > sizeof(a->memory[0].was))
			part = sizeof(a->memory[0].was);
		if (!page->faulty) {
			uint32_t paddr = a64_mmu_map(page, vaddr).paddr;

			i = a->memories++;
			a->memory[i].vaddr = vaddr;
			a->memory[i].paddr = paddr;
			a->memory[i].size = part;
			memcpy(a->memory[i].was, m->memory + paddr, part);
		}
		vaddr += part;
		size -= part;
	}
}

/* The first access of an instruction has its address [DDI0487 B2.5.2]. */
static bool misaligned(const struct machine *m, const struct a64_page *page,
		       uint32_t vaddr)
{
	const struct a64_insn *now = a64_of(m)->now;

	if (m->flight.accesses || !now->element || vaddr % now->element == 0)
		return false;
	return now->strict || page->device ||
	       (a64_of(m)->system.sctlr & A64_SCTLR_A);
}

/* One access inside a page; false if it may not happen. */
static bool one(struct machine *m, uint32_t vaddr, unsigned size, bool write,
		uint64_t value)
{
	const struct a64_page *page =
		a64_mmu_lookup(a64_of(m)->mmu, vaddr, false);
	unsigned status = a64_mmu_check(page, write ? MMU_WRITE : MMU_READ,
					!a64_as_user(m));
	struct access *a;

	if (!status && misaligned(m, page, vaddr))
		status = A64_ALIGNMENT;
	if (status) {
		a64_begin_abort(m, page, status, vaddr, write);
		return false;
	}
	if (m->flight.accesses < ACCESSES_MAX) {
		a = &m->access[m->flight.accesses++];
		a->vaddr = vaddr;
		a->size = (uint8_t)size;
		a->write = write;
		a->map = a64_mmu_map(page, vaddr);
	}
	if (write && m->blocks)
		blocks_written(m->blocks, a64_mmu_map(page, vaddr).paddr, size);
	if (page->place->kind == PLACE_DEVICE) {
		machine_device(m, page->place, a64_mmu_map(page, vaddr).paddr,
			       size, write, value);
		a64_lines(m);
	}
	return true;
}

/*
 * The engine tells an access over the end of a page, and then what it makes
 * of it: aligned reads or single bytes.
 */
static bool is_part(const struct machine *m, uint32_t vaddr, unsigned size)
{
	const struct a64 *a = a64_of(m);

	return a->parts_size && (size < a->parts_size || vaddr % size == 0) &&
	       vaddr - (a->parts_of & ~(a->parts_size - 1u)) <
		       2u * a->parts_size;
}

static void over_the_end(struct machine *m, uint32_t vaddr, unsigned size,
			 bool write, uint64_t value)
{
	unsigned left = PAGE - vaddr % PAGE;

	a64_of(m)->parts_of = vaddr;
	a64_of(m)->parts_size = (uint8_t)size;
	if (one(m, vaddr, left, write, value))
		one(m, vaddr + left, size - left, write, value >> left * 8);
}

/* Aligned, in plain memory; false: it is not. */
static bool quick(struct machine *m, uint32_t vaddr, unsigned size, bool write)
{
	const struct a64_insn *now = a64_of(m)->now;
	const struct a64_page *page =
		a64_mmu_lookup(a64_of(m)->mmu, vaddr, false);

	if (!(page->quick[!a64_as_user(m)] & (write ? MMU_WRITE : MMU_READ)) ||
	    (vaddr & (now->element - 1u)) || m->flight.accesses == ACCESSES_MAX)
		return false;
	a64_access_tell(m, page, vaddr, size, write);
	return true;
}

void a64_access(void *ctx, uint32_t vaddr, unsigned size, bool write,
		uint64_t value)
{
	struct machine *m = ctx;
	const struct a64_insn *now = a64_of(m)->now;

	if (!now || now->zero_line)
		return;
	if (a64_of(m)->abort.pending) {
		if (write)
			remember(m, vaddr, size);
		return;
	}
	if ((now->store_only && !write) || is_part(m, vaddr, size))
		return;
	if (!(vaddr & (size - 1)) && quick(m, vaddr, size, write))
		return;
	if (size <= PAGE - vaddr % PAGE)
		one(m, vaddr, size, write, value);
	else
		over_the_end(m, vaddr, size, write, value);
	if (a64_of(m)->abort.pending && write)
		remember(m, vaddr, size);
}

void a64_access_zero(struct machine *m, uint64_t addr)
{
	uint32_t vaddr = (uint32_t)addr & ~(LINE - 1u);
	const struct a64_page *page =
		a64_mmu_lookup(a64_of(m)->mmu, vaddr, false);

	if (addr > UINT32_MAX) { /* the engine would try each byte */
		a64_begin_abort(m, page, A64_TRANSLATION, addr, true);
		a64_deliver_abort(m);
		return;
	}
	if (!page->faulty && page->device)
		a64_begin_abort(m, page, A64_ALIGNMENT, vaddr, true);
	else
		one(m, vaddr, LINE, true, 0);
	if (a64_of(m)->abort.pending)
		remember(m, vaddr, LINE);
}

bool a64_access_maintain(struct machine *m, uint64_t vaddr, bool write,
			 struct mapping *map)
{
	const struct a64_page *page =
		a64_mmu_lookup(a64_of(m)->mmu, (uint32_t)vaddr, false);
	unsigned status = A64_TRANSLATION; /* at level 0 */
	const bool privileged = a64_privileged(m);
	const unsigned needs = write ? MMU_WRITE : privileged ? 0 : MMU_READ;

	if (vaddr <= UINT32_MAX && !page->faulty &&
	    (page->rights[privileged] & needs) == needs) {
		*map = a64_mmu_map(page, (uint32_t)vaddr);
		return true;
	}
	if (vaddr <= UINT32_MAX)
		status = a64_mmu_check(page, write ? MMU_WRITE : MMU_READ,
				       privileged);
	a64_begin_abort(m, page, status, vaddr, true);
	a64_of(m)->abort.maintains = true;
	return false;
}

bool a64_access_recheck(struct machine *m)
{
	struct access a;

	if (m->flight.accesses == 0)
		return false;
	a = m->access[--m->flight.accesses];
	a64_mmu_drop(a64_of(m)->mmu);
	return !one(m, a.vaddr, a.size, a.write, 0);
}

/*
 * Backwards: of what was written twice, the oldest is right.  What comes next
 * is translated already, maybe from what was written.
 */
static void undo(struct machine *m)
{
	struct a64_abort *a = &a64_of(m)->abort;

	for (unsigned i = a->memories; i-- > 0;) {
		uint32_t paddr = a->memory[i].paddr;

		if (board_place(m->spec, paddr)) {
			a64_engine_write(a64_of(m)->engine, paddr,
					 a->memory[i].was, a->memory[i].size);
			blocks_distrust(m->blocks);
			a64_forget_code(m, a->memory[i].vaddr,
					a->memory[i].size);
		} else { /* let the host have its page back */
			madvise(m->memory + (size_t)paddr / PAGE * PAGE, PAGE,
				MADV_DONTNEED);
		}
	}
	a64_engine_restore(a64_of(m)->engine, &a->regs);
	a->pending = false;
}

static const char *reason(const struct machine *m, char *to, size_t room)
{
	const struct a64_abort *a = &a64_of(m)->abort;

	if (a->as_user && (a->status & ~3u) == A64_PERMISSION)
		return "which the page tables do not permit to EL0, whose "
		       "rights it asks with";
	if (a->status != A64_EXTERNAL)
		return a64_mmu_reason(a->status);
	if (a->place)
		snprintf(to, room,
			 "in %s's %s, which programs cannot write; link data "
			 "for RAM at 0x%08x",
			 m->spec->info.name, a->place->name,
			 (unsigned)m->spec->ram_base);
	else
		snprintf(to, room, "where %s has no memory or device",
			 m->spec->info.name);
	return to;
}

void a64_deliver_abort(struct machine *m)
{
	const struct a64_abort *a = &a64_of(m)->abort;
	struct insn insn = a64_of(m)->now->insn;
	uint32_t iss = a->status | (a->write ? ISS_WRITE : 0u) |
		       (a->maintains ? ISS_MAINTENANCE : 0u);
	char why[160], where[160], name[16];

	undo(m);
	a64_decode_name(a64_of(m)->decoder, &insn, name, sizeof(name));
	a64_retire(m, insn.addr, true);
	uarch_note(m->uarch, LEDGER_EXC_DABORT);
	a64_of(m)->system.far = a->vaddr;
	if (a64_exception(m, A64_SYNCHRONOUS, insn.addr,
			  a64_syndrome(A64_EC_DATA_ABORT, iss)))
		return;
	machine_fault(m, insn.addr, "data abort: %s 0x%08llx, %s, by %s at %s",
		      a->maintains ? "maintenance of"
		      : a->write   ? "write to"
				   : "read of",
		      (unsigned long long)a->vaddr, reason(m, why, sizeof(why)),
		      name, machine_where(m, insn.addr, where, sizeof(where)));
}
