/* SPDX-License-Identifier: MIT */
/*
 * The tool's side of a board: what a debugger does to a stopped core and its
 * memory, in pieces of one message each.
 */
#include "boards/src/link/client.h"

#include <string.h>

bool board_cpu_write(struct board *b, const struct board_cpu *cpu,
		     struct error *err)
{
	struct wire_message m;

	if (!client_is_stopped(b, err))
		return false;
	wire_start(&m, WIRE_SET_CPU, 0);
	m.u.cpu = *cpu;
	return client_ask(b, &m, WIRE_SET_CPU) ||
	       error_set(err, "%s", b->stop.text);
}

/* Does m->u.memory; the answer is in b->in.m. */
static bool one_piece(struct board *b, const struct wire_message *m,
		      struct error *err)
{
	uint32_t addr = m->u.memory.addr, size = m->u.memory.size;

	if (!client_ask(b, m, m->kind))
		return error_set(err, "%s", b->stop.text);
	return b->in.m.u.memory.ok ||
	       error_set(err, "no memory of %s can be %s at 0x%08x to 0x%08x",
			 b->info->name,
			 m->kind == WIRE_MEM_READ ? "read" : "written",
			 (unsigned)addr, (unsigned)(addr + size - 1));
}

/* From an address to the end of its page at most, so a message is enough. */
static uint32_t piece(uint32_t addr, size_t left)
{
	uint32_t page = WIRE_MEMORY_MAX - addr % WIRE_MEMORY_MAX;

	return left < page ? (uint32_t)left : page;
}

bool board_mem_read(struct board *b, uint64_t addr, void *to, size_t size,
		    struct error *err)
{
	struct wire_message m;
	uint8_t *at = to;

	if (!client_is_stopped(b, err) || !client_has(addr, size, err))
		return false;
	while (size) {
		uint32_t n = piece((uint32_t)addr, size);

		wire_start(&m, WIRE_MEM_READ, 0);
		m.u.memory.addr = (uint32_t)addr;
		m.u.memory.size = n;
		if (!one_piece(b, &m, err))
			return false;
		memcpy(at, b->in.m.u.memory.bytes, n);
		at += n;
		addr += n;
		size -= n;
	}
	return true;
}

bool board_mem_write(struct board *b, uint64_t addr, const void *from,
		     size_t size, struct error *err)
{
	struct wire_message m;
	const uint8_t *at = from;

	if (!client_is_stopped(b, err) || !client_has(addr, size, err))
		return false;
	while (size) {
		uint32_t n = piece((uint32_t)addr, size);

		wire_start(&m, WIRE_MEM_WRITE, 0);
		m.u.memory.addr = (uint32_t)addr;
		m.u.memory.size = n;
		memcpy(m.u.memory.bytes, at, n);
		if (!one_piece(b, &m, err))
			return false;
		at += n;
		addr += n;
		size -= n;
	}
	return true;
}
