/* SPDX-License-Identifier: MIT */
#include "memory_fixture.h"

#include <elf.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <tally/bus.h>

struct made it;
struct program program;
struct target target;
struct target_run run = { .target = &target };
static struct tally_bus bus;

static enum tally_status bus_read(struct tally_bus *b,
				  const struct tally_reg *reg, uint64_t *value)
{
	(void)b;
	*value = it.cell;
	return reg->addr == CELL ? TALLY_OK : TALLY_E_NOREG;
}

static enum tally_status bus_write(struct tally_bus *b,
				   const struct tally_reg *reg, uint64_t value)
{
	(void)b;
	if (reg->addr != CELL)
		return TALLY_E_NOREG;
	it.cell = value;
	return TALLY_OK;
}

static const struct tally_bus_ops bus_ops = { .read = bus_read,
					      .write = bus_write };

static struct tally_bus *get_bus(struct target_run *r, unsigned monitor)
{
	(void)r;
	assert_int_equal(monitor, 1);
	return &bus;
}

static void ring(void)
{
	assert_int_equal(eventfd_write(it.bell, 1), 0);
}

static bool go(struct target_run *r, uint64_t cycles, struct error *err)
{
	(void)r;
	assert_int_equal(cycles, 0);
	it.goes++;
	if (it.there)
		ring();
	return !it.cannot_go || error_set(err, "it does not go");
}

static bool step(struct target_run *r, struct error *err)
{
	(void)r;
	(void)err;
	it.steps++;
	ring();
	return true;
}

static bool wait_for(struct target_run *r, bool block, struct target_stop *stop)
{
	eventfd_t rung;

	(void)r;
	(void)block;
	if (eventfd_read(it.bell, &rung))
		return false;
	*stop = it.next;
	return true;
}

static int bell_of(const struct target_run *r)
{
	(void)r;
	return it.bell;
}

/* A target that would not have stopped by itself is stopped by this. */
static void halt(struct target_run *r)
{
	(void)r;
	it.halts++;
	if (!it.there)
		it.next.reason = TARGET_STOP_HALTED;
	ring();
}

static bool stop_at(struct target_run *r, uint64_t addr, bool set,
		    struct error *err)
{
	(void)r;
	it.point = addr;
	it.watched = 0;
	it.is_set = set;
	return addr < 0x9000 || error_set(err, "not there");
}

static bool watch_at(struct target_run *r, uint64_t addr, uint64_t size,
		     unsigned kinds, bool set, struct error *err)
{
	(void)r;
	(void)err;
	assert_int_equal(size, 4);
	it.point = addr;
	it.watched = kinds;
	it.is_set = set;
	return true;
}

static bool read_memory(struct target_run *r, uint64_t addr, void *bytes,
			size_t size, struct error *err)
{
	(void)r;
	if (it.far >= 0)
		close(it.far);
	it.far = -1;
	if (addr < BASE || addr + size > BASE + SIZE)
		return error_set(err, "nothing is there");
	memcpy(bytes, it.memory + (addr - BASE), size);
	return true;
}

static bool write_memory(struct target_run *r, uint64_t addr, const void *bytes,
			 size_t size, struct error *err)
{
	(void)r;
	if (addr < BASE || addr + size > BASE + SIZE)
		return error_set(err, "nothing is there");
	memcpy(it.memory + (addr - BASE), bytes, size);
	return true;
}

static bool read_core(struct target_run *r, struct target_core *c,
		      struct error *err)
{
	(void)r;
	*c = it.core;
	return !it.core_is_lost || error_set(err, "no core");
}

static bool write_core(struct target_run *r, const struct target_core *c,
		       struct error *err)
{
	(void)r;
	(void)err;
	it.core = *c;
	return true;
}

static bool truth(struct target_run *r, struct target_truth *row, unsigned room,
		  unsigned *rows, struct error *err)
{
	(void)r;
	(void)err;
	assert_true(room >= 2);
	row[0] = (struct target_truth){ .class = TARGET_EXACT,
					.monitor = 1,
					.name = "an event",
					.count = 17 };
	row[1] = (struct target_truth){ .class = TARGET_NOT_MODELLED,
					.name = "another",
					.count = 99 };
	*rows = 2;
	return true;
}

static const struct target_registers registers = { .bus = get_bus };
const struct target_control control = {
	.go = go,
	.step = step,
	.wait = wait_for,
	.fd = bell_of,
	.halt = halt,
	.stop_at = stop_at,
	.watch_at = watch_at,
};
const struct target_memory faces = { read_memory, write_memory, read_core,
				     write_core };
static const struct target_ops ops = { .truth = truth };
static const struct target_area areas[] = { { 0x8000, 0x40, true },
					    { 0x4000, 0x100, false } };

const struct serve_monitor_register shown[REGS] = {
	{ "m_count", false, 1, { CELL, TALLY_MMIO, 32 } },
	{ "m_again", true, 1, { CELL, TALLY_MMIO, 32 } },
	{ "m_gone", false, 1, { CELL + 4, TALLY_MMIO, 32 } },
};

int begin(void **state)
{
	(void)state;
	program = (struct program){ .machine = EM_ARM };
	target = (struct target){
		.facts = { .area = areas,
			   .areas = 2,
			   .title = "a target",
			   .monitor = { { .name = "first" },
					{ .name = "second" } },
			   .simulated = true,
			   .clock_hz = 5e6 },
		.ops = &ops,
		.registers = &registers,
		.control = &control,
		.memory = &faces,
		.program = &program,
	};
	bus = (struct tally_bus){ .ops = &bus_ops };
	it = (struct made){
		.core = { .pc = 0x8004, .state = 0x1d3 },
		.cell = 0xabcd,
		.next = { .reason = TARGET_STOP_BREAK },
		.there = true,
		.bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
		.far = -1,
	};
	for (unsigned i = 0; i < SIZE; i++)
		it.memory[i] = (uint8_t)i;
	for (unsigned i = 0; i < TARGET_CORE_REGISTERS; i++)
		it.core.r[i] = 0x01020304u * i;
	return it.bell < 0;
}

int end(void **state)
{
	(void)state;
	return close(it.bell);
}
