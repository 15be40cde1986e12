/* SPDX-License-Identifier: MIT */
/*
 * Loads and stores.  The engine tells of each before it does it, and cannot be
 * held back there.  So an access that may not happen is noted with all that is
 * needed to undo it: the registers as they are (the engine has not written the
 * instruction's results yet) and the memory that it is going to change.  At
 * the next occasion, the following instruction or the engine's own abort,
 * everything is put back and the guest gets its data abort.  The words that a
 * store multiple wrote before the bad one stay written, as on the real cores.
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "boards/src/a32/inner.h"
#include "boards/src/ahb/ahb.h"

enum {
	PAGE = 4096,
	FSR_INSTRUCTION_CACHE = 4, /* a fault of an operation on that */
};

/* Remembers what is in memory before the engine stores there regardless. */
static void remember(struct machine *m, uint32_t vaddr, unsigned size)
{
	struct abort *a = &a32_of(m)->abort;

	while (size && a->memories < ACCESSES_MAX) {
		const struct mmu_page *page =
			mmu_lookup(a32_of(m)->mmu, vaddr, false);
		unsigned part = PAGE - vaddr % PAGE;

		if (part > size)
			part = size;
		if (!page->fault) {
			uint32_t paddr = mmu_map(page, vaddr).paddr;
			unsigned i = a->memories++;

			a->memory[i].paddr = paddr;
			a->memory[i].size = part;
			memcpy(a->memory[i].was, m->memory + paddr, part);
		}
		vaddr += part;
		size -= part;
	}
}

static void begin_abort(struct machine *m, const struct mmu_page *page,
			enum mmu_fault fault, uint32_t vaddr, bool write)
{
	struct abort *a = &a32_of(m)->abort;

	a->pending = true;
	a->write = write;
	a->maintains = false;
	a->fault = (uint8_t)fault;
	a->vaddr = vaddr;
	a->paddr = page->fault ? 0 : mmu_map(page, vaddr).paddr;
	a->place = page->fault ? NULL : page->place;
	a->status = mmu_fault_status(a32_of(m)->mmu, page, fault, false);
	if (a32_on_bus(m) && fault != MMU_ALIGNMENT && fault != MMU_EXTERNAL &&
	    fault != MMU_BUS_ERROR)
		uarch_refused(m->uarch, vaddr, &page->map, false);
	a->memories = 0;
	engine_regs(a32_of(m)->engine, a->regs);
	a->cpsr = engine_cpsr(a32_of(m)->engine);
}

/*
 * Alignment: by the A bit for everything, and always for what transfers
 * several words.  Without the A bit a PXA250 rotates words loaded from odd
 * places; the engine does not, so the board starts with the bit set.
 */
static bool misaligned(const struct machine *m, uint32_t vaddr, unsigned size)
{
	if (vaddr % size == 0)
		return false;
	if (a32_of(m)->cp15.sctlr & SCTLR_ALIGN)
		return size <= 4 || vaddr % 4;
	return a32_of(m)->now->align_word && vaddr % 4 && size >= 4;
}

static bool closed(const struct machine *m, const struct place *place)
{
	return place->kind == PLACE_DEVICE && place->ops->closed &&
	       place->ops->closed(&m->devices, place->unit);
}

/* A register's value as an operand: r15 reads two instructions ahead. */
static uint32_t operand(struct machine *m, unsigned n)
{
	return n == 15 ? a32_of(m)->now->insn.addr + 8
		       : engine_reg(a32_of(m)->engine, n);
}

/* The registers of a store multiple from this access on. */
static void stored(struct machine *m, uint32_t value[UARCH_VALUES])
{
	const struct insn *insn = &a32_of(m)->now->insn;
	uint32_t list = insn->thumb ? insn->word & 0xff : insn->word & 0xffff;
	unsigned n = 0, skip = m->flight.accesses;

	if (insn->thumb && (insn->word & 0xff00) == 0xb500) /* PUSH with lr */
		list |= 1u << 14;
	for (; list && n < UARCH_VALUES; list &= list - 1) {
		if (skip)
			skip--;
		else
			value[n++] = operand(m, (unsigned)__builtin_ctz(list));
	}
}

/* An access brings these words to the bus: a swap's store follows its load. */
static void to_bus(struct machine *m, const struct access *a, uint64_t value,
		   uint32_t word[UARCH_VALUES])
{
	const struct insn *insn = &a32_of(m)->now->insn;

	word[0] = (uint32_t)value;
	word[1] = (uint32_t)(value >> 32);
	if (!a->write && insn->class == CLASS_SWAP)
		word[0] = engine_reg(a32_of(m)->engine, insn->word & 15);
	else if (a->write && insn->class == CLASS_STORE_MULTIPLE &&
		 !insn_of_coprocessor(insn))
		stored(m, word);
}

/* The registers of a device on the bus were reached by the transfer itself. */
static void reach(struct machine *m, const struct place *place,
		  const struct access *a, const uint32_t word[UARCH_VALUES],
		  uint64_t value)
{
	uint32_t paddr = a->map.paddr;

	if (!a32_on_bus(m) || !ahb_owns(paddr)) {
		machine_device(m, place, paddr, a->size, a->write, value);
		machine_lines(m);
	} else if (!a->write) {
		memcpy(m->memory + paddr, word, a->size);
	}
}

/* Blocks that were made of that memory are told. */
static void written(struct machine *m, const struct access *a)
{
	if (a->write && m->blocks)
		blocks_written(m->blocks, a->map.paddr, a->size);
}

/* One access inside a page; false if it may not happen. */
static bool one(struct machine *m, uint32_t vaddr, unsigned size, bool write,
		uint64_t value)
{
	bool privileged = machine_privileged(m) && !a32_of(m)->now->as_user;
	const struct mmu_page *page = mmu_lookup(a32_of(m)->mmu, vaddr, false);
	/* One too many is written behind those that are told. */
	struct access *a = &m->access[m->flight.accesses];
	enum mmu_fault fault;
	uint32_t word[UARCH_VALUES] = { 0 };

	fault = mmu_check(page, write ? MMU_WRITE : MMU_READ, privileged);
	if (!fault && !privileged && closed(m, page->place))
		fault = MMU_EXTERNAL;
	a->vaddr = vaddr;
	a->size = (uint8_t)size;
	a->write = write;
	a->map = mmu_map(page, vaddr);
	if (a32_on_bus(m) && (!fault || fault == MMU_EXTERNAL)) {
		enum mmu_fault bus;

		to_bus(m, a, value, word);
		bus = port_access(m, a, privileged, word);
		fault = fault ? fault : bus;
	}
	if (fault) {
		begin_abort(m, page, fault, vaddr, write);
		return false;
	}
	written(m, a);
	if (m->flight.accesses < ACCESSES_MAX)
		m->flight.accesses++;
	if (page->place->kind == PLACE_DEVICE)
		reach(m, page->place, a, word, value);
	return true;
}

/* How much of an access the page at its start has a say in. */
static unsigned good_for(struct machine *m, uint32_t vaddr, unsigned size)
{
	uint32_t left;

	if (vaddr % size == 0) /* no region or page is smaller */
		return size;
	left = mmu_left(a32_of(m)->mmu,
			mmu_lookup(a32_of(m)->mmu, vaddr, false), vaddr);
	return left < size ? left : size;
}

/* One access, in two if it goes over the end of a page. */
static void each_page(struct machine *m, uint32_t vaddr, unsigned size,
		      bool write, uint64_t value)
{
	unsigned left = good_for(m, vaddr, size);

	a32_of(m)->crossed = left < size;
	if (one(m, vaddr, left, write, value) && a32_of(m)->crossed)
		one(m, vaddr + left, size - left, write, value >> left * 8);
}

/* Into the list of the instruction in flight. */
static void enter(struct machine *m, const struct mmu_page *page,
		  uint32_t vaddr, unsigned size, bool write)
{
	struct access *a = &m->access[m->flight.accesses++];

	a->vaddr = vaddr;
	a->size = (uint8_t)size;
	a->write = write;
	a->map = page->map;
	a->map.paddr |= vaddr % PAGE;
	written(m, a);
}

/* Aligned, in plain memory, and nobody else is to be told; false: it is not. */
static bool quick(struct machine *m, uint32_t vaddr, unsigned size, bool write)
{
	const struct a32 *a32 = a32_of(m);
	bool privileged = machine_privileged(m) && !a32->now->as_user;
	const struct mmu_page *page = mmu_lookup(a32->mmu, vaddr, false);

	if (!(page->quick[privileged] & (write ? MMU_WRITE : MMU_READ)) ||
	    a32_on_bus(m) || m->flight.accesses == ACCESSES_MAX)
		return false;
	enter(m, page, vaddr, size, write);
	return true;
}

uint8_t *access_plain(struct machine *m, uint32_t vaddr, unsigned bytes,
		      bool write, const struct mmu_page **page)
{
	const struct a32 *a32 = a32_of(m);
	const struct mmu_page *p = mmu_lookup(a32->mmu, vaddr, false);
	unsigned right = write ? MMU_WRITE : MMU_READ;
	uint32_t paddr = p->map.paddr | vaddr % PAGE;

	if (!(p->quick[machine_privileged(m)] & right) ||
	    vaddr % PAGE + bytes > PAGE ||
	    (write && a32->code[paddr >> 15] >> (paddr >> 12 & 7) & 1))
		return NULL;
	*page = p;
	return m->memory + paddr;
}

void access_tell(struct machine *m, const struct mmu_page *page, uint32_t vaddr,
		 unsigned size, bool write, uint32_t value)
{
	if (a32_on_bus(m))
		access_data(m, vaddr, size, write, value);
	else
		enter(m, page, vaddr, size, write);
}

void access_data(void *ctx, uint32_t vaddr, unsigned size, bool write,
		 uint64_t value)
{
	struct machine *m = ctx;

	if (!a32_of(m)->now)
		return;
	if (a32_of(m)->abort.pending) {
		if (write)
			remember(m, vaddr, size);
		return;
	}
	/* An access over the end of a page is followed by its own parts. */
	if (a32_of(m)->crossed || (a32_of(m)->now->store_only && !write))
		return;
	if (!(vaddr & (size - 1)) && quick(m, vaddr, size, write))
		return;
	if (misaligned(m, vaddr, size))
		begin_abort(m, mmu_lookup(a32_of(m)->mmu, vaddr, false),
			    MMU_ALIGNMENT, vaddr, write);
	else
		each_page(m, vaddr, size, write, value);
	if (a32_of(m)->abort.pending && write)
		remember(m, vaddr, size);
}

/* The immediate shifts of an addressing mode's index. */
static uint32_t shifted(struct machine *m, uint32_t word)
{
	uint32_t value = operand(m, word & 15);
	unsigned by = word >> 7 & 31;

	switch (word >> 5 & 3) {
	case 0:
		return value << by;
	case 1:
		return by ? value >> by : 0;
	case 2:
		if (by == 0)
			by = 31;
		return value >> by | (value >> 31 ? ~(UINT32_MAX >> by) : 0);
	default:
		if (by == 0) /* RRX */
			return (engine_cpsr(a32_of(m)->engine) << 2 &
				0x80000000) |
			       value >> 1;
		return value >> by | value << (32 - by);
	}
}

/* PLD's address, in ARM state. */
static uint32_t preloaded_arm(struct machine *m, uint32_t word)
{
	uint32_t offset = word & 1 << 25 ? shifted(m, word) : word & 0xfff;
	uint32_t base = operand(m, word >> 16 & 15);

	return word & 1 << 23 ? base + offset : base - offset;
}

/* In Thumb-2: literal, 12 bits up, 8 bits down, or a register shifted left. */
static uint32_t preloaded_thumb(struct machine *m, uint32_t word)
{
	unsigned n = word >> 16 & 15;

	if (n == 15) {
		uint32_t base = (a32_of(m)->now->insn.addr + 4) & ~3u;
		uint32_t offset = word & 0xfff;

		return word & 1 << 23 ? base + offset : base - offset;
	}
	if (word & 1 << 23)
		return operand(m, n) + (word & 0xfff);
	if (word & 1 << 11)
		return operand(m, n) - (word & 0xff);
	return operand(m, n) + (operand(m, word & 15) << (word >> 4 & 3));
}

/*
 * The engine takes a preload for no operation.  A preload that cannot be done
 * is not done, quietly; so is one of a device.
 */
void access_preload(struct machine *m)
{
	uint32_t word = a32_of(m)->now->insn.word;
	uint32_t vaddr = a32_of(m)->now->insn.thumb ? preloaded_thumb(m, word)
						    : preloaded_arm(m, word);
	const struct mmu_page *page = mmu_lookup(a32_of(m)->mmu, vaddr, false);

	if (mmu_check(page, MMU_READ, machine_privileged(m)) == MMU_OK &&
	    page->place->kind != PLACE_DEVICE)
		one(m, vaddr, 1, false, 0);
}

bool access_recheck(struct machine *m)
{
	struct access a;

	if (m->flight.accesses == 0)
		return false;
	a = m->access[--m->flight.accesses];
	mmu_drop(a32_of(m)->mmu);
	return !one(m, a.vaddr, a.size, a.write, 0);
}

bool access_maintain(struct machine *m, uint32_t vaddr, bool fetch)
{
	const struct mmu_page *page = mmu_lookup(a32_of(m)->mmu, vaddr, fetch);
	struct abort *a = &a32_of(m)->abort;

	if (mmu_translates(page))
		return true;
	begin_abort(m, page, (enum mmu_fault)page->fault, vaddr, true);
	a->maintains = true;
	if (fetch) {
		a->status = FSR_INSTRUCTION_CACHE;
		a32_of(m)->cp15.ifsr =
			mmu_fault_status(a32_of(m)->mmu, page,
					 (enum mmu_fault)page->fault, true);
	}
	access_deliver_abort(m);
	return false;
}

/*
 * Backwards: of what was written twice, the oldest is right.  What comes next
 * is translated already, maybe from what was written.
 */
static void undo(struct machine *m)
{
	struct abort *a = &a32_of(m)->abort;

	for (unsigned i = a->memories; i-- > 0;) {
		uint32_t paddr = a->memory[i].paddr;

		if (board_place(m->spec, paddr) ||
		    tcm_at(&a32_of(m)->tcms, paddr)) {
			engine_write(a32_of(m)->engine, paddr, a->memory[i].was,
				     a->memory[i].size);
			blocks_distrust(m->blocks);
			machine_forget_code(m, paddr,
					    paddr + a->memory[i].size - 1);
		} else { /* let the host have its page back */
			madvise(m->memory + (size_t)paddr / PAGE * PAGE, PAGE,
				MADV_DONTNEED);
		}
	}
	if (engine_cpsr(a32_of(m)->engine) != a->cpsr)
		engine_set_cpsr(a32_of(m)->engine, a->cpsr);
	engine_set_regs(a32_of(m)->engine, a->regs);
	it_undo_return(m);
	a->pending = false;
}

static const char *reason(const struct machine *m, char *to, size_t room)
{
	const struct abort *a = &a32_of(m)->abort;
	const char *name = m->spec->info.name;

	if (a->fault != MMU_EXTERNAL)
		return mmu_reason(a32_of(m)->mmu, (enum mmu_fault)a->fault);
	if (a->place && a->place->kind == PLACE_DEVICE)
		return "whose device is closed to user mode";
	if (a->place)
		snprintf(to, room,
			 "in %s's %s, which programs cannot write; "
			 "link data for SDRAM at 0x%08x",
			 name, a->place->name, (unsigned)m->spec->ram_base);
	else
		snprintf(to, room, "where %s has no memory or device", name);
	return to;
}

void access_deliver_abort(struct machine *m)
{
	const struct abort *a = &a32_of(m)->abort;
	struct insn insn = a32_of(m)->now->insn;
	char why[160], where[160], name[16];
	uint8_t it = a32_of(m)->it;

	undo(m);
	a32_of(m)->cp15.dfsr = a->status;
	if (a->write && a32_core_of(m->spec)->write_status)
		a32_of(m)->cp15.dfsr |= 1u << 11;
	a32_of(m)->cp15.dfar = a->vaddr;
	decode_name(a32_of(m)->decoder, &insn, name, sizeof(name));
	step_retire(m, insn.addr + insn.size, true);
	a32_of(m)->it = it;
	if (exception_enter(m, EXCEPTION_DATA_ABORT, insn.addr + 8))
		return;
	machine_fault(m, insn.addr, "data abort: %s 0x%08x, %s, by %s at %s",
		      a->maintains ? "maintenance of"
		      : a->write   ? "write to"
				   : "read of",
		      (unsigned)a->vaddr, reason(m, why, sizeof(why)), name,
		      machine_where(m, insn.addr, where, sizeof(where)));
}
