/* SPDX-License-Identifier: MIT */
/*
 * The model of the e500: caches, fetch groups, first level MMUs, branch target
 * buffer and pairs of instructions, with counts and cycles worked out by hand
 * from the constants at the top of boards/src/core/e500.c.
 */
#include <stdint.h>
#include <string.h>

#include "base/rng.h"
#include "boards/src/core/e500.h"
#include "boards/src/ppc/decode.h"
#include "test.h"

enum { CODE = 0x100000, DATA = 0x400000, LINE = 32, SETS = 128, WAYS = 8 };
enum { FETCH_COST = 30, LOAD_COST = 50, WRONG = 5 };

static struct uarch *u;
static unsigned asked[REQUEST_ADDRESS_ONLY + 1];
static uint32_t last_written;

/* The world outside the core takes its own time for each kind of request. */
static uint32_t request(void *ctx, uint64_t cycle, enum uarch_request what,
			uint32_t paddr, bool *near)
{
	(void)ctx;
	(void)cycle;
	*near = false;
	asked[what]++;
	if (what == REQUEST_WRITE_BACK)
		last_written = paddr;
	return what == REQUEST_FETCH ? FETCH_COST : LOAD_COST;
}

static int begin(void **state)
{
	const struct board_options o = { .flat = false };
	const struct uarch_outside outside = { .request = request };
	const struct uarch_control on = { .mmu = true,
					  .icache = true,
					  .dcache = true,
					  .branch_prediction = true };

	(void)state;
	u = uarch_new(&uarch_e500_ops, &o, NULL);
	if (!u)
		return -1;
	uarch_set_outside(u, &outside);
	uarch_set_control(u, &on);
	memset(asked, 0, sizeof(asked));
	return 0;
}

static int end(void **state)
{
	(void)state;
	uarch_free(u);
	return 0;
}

static uint64_t n(enum ledger_item item)
{
	return uarch_ledger(u)->n[item];
}

static struct mapping flat(uint32_t addr)
{
	return (struct mapping){ .paddr = addr,
				 .page_bits = 26,
				 .cacheable = true,
				 .variable_size = true };
}

static void retire(const struct insn *i, uint32_t next)
{
	const struct retired r = {
		.insn = i,
		.fetch = (struct mapping[]){ flat(i->addr) },
		.passed = !i->conditional || next != i->addr + 4,
		.next = next,
	};
	unsigned count;

	uarch_retire(u, &r);
	uarch_durations(u, &count);
}

/* Simple instructions one after the other from there. */
static void simple(uint32_t addr, unsigned times, uint32_t reads,
		   uint32_t writes)
{
	for (unsigned i = 0; i < times; i++, addr += 4) {
		const struct insn insn = { .addr = addr,
					   .size = 4,
					   .reads = reads,
					   .writes = writes };

		retire(&insn, addr + 4);
	}
}

static void move_with(const struct access *a, uint8_t operation, bool load)
{
	const struct insn insn = {
		.addr = CODE,
		.size = 4,
		.transfers = 1,
		.class = load ? CLASS_LOAD : CLASS_STORE,
		.writes = load ? 1u << 7 : 0,
	};
	const struct retired r = {
		.insn = &insn,
		.fetch = (struct mapping[]){ flat(CODE) },
		.passed = true,
		.next = CODE + 4,
		.accesses = 1,
		.element = operation ? 0 : 4,
		.operation = operation,
		.access = a,
	};
	unsigned count;

	uarch_retire(u, &r);
	uarch_durations(u, &count);
}

static void data(uint32_t addr, unsigned size, bool write)
{
	const struct access a = { .vaddr = addr,
				  .size = (uint8_t)size,
				  .write = write,
				  .map = flat(addr) };

	move_with(&a, OPERATION_NONE, !write);
}

static void operation(uint32_t addr, enum uarch_operation what)
{
	const struct access a = { .vaddr = addr,
				  .size = LINE,
				  .map = flat(addr) };

	move_with(&a, (uint8_t)what, false);
}

static void branch(uint32_t addr, uint32_t next, bool conditional)
{
	const struct insn insn = { .addr = addr,
				   .size = 4,
				   .class = CLASS_OTHER,
				   .flow = FLOW_BRANCH,
				   .conditional = conditional };

	retire(&insn, next);
}

#define ON(test) TEST_WITH(test, begin, end)

/* A line of 8 instructions: two groups of 4; from the third on: 4 and 2. */
ON(fetch_groups)
{
	simple(CODE, 8, 0, 0);
	assert_int_equal(n(LEDGER_IL1_FETCHES), 2);
	assert_int_equal(n(LEDGER_IL1_RELOADS), 1);
	assert_int_equal(asked[REQUEST_FETCH], 1);
	branch(CODE + LINE, CODE + 8, false);
	simple(CODE + 8, 6, 0, 0);
	assert_int_equal(n(LEDGER_IL1_FETCHES), 5);
	assert_int_equal(n(LEDGER_IL1_RELOADS), 2);
}

/* The rest of a group whose line is invalidated is fetched again. */
ON(a_group_that_is_invalidated)
{
	simple(CODE, 1, 0, 0);
	operation(CODE, OPERATION_ICBI);
	assert_int_equal(n(LEDGER_IL1_FETCHES), 1);
	simple(CODE + 4, 3, 0, 0);
	assert_int_equal(n(LEDGER_IL1_FETCHES), 2);
	assert_int_equal(n(LEDGER_IL1_RELOADS), 2);
}

/*
 * Eight ways fill up; then the least recently used by the tree goes: after 0 to
 * 7 in order every pointer leads to way 0, after 0 again it is way 4.
 */
ON(pseudo_lru)
{
	enum { STRIDE = SETS * LINE };

	for (uint32_t i = 0; i < WAYS; i++)
		data(DATA + i * STRIDE, 4, true);
	assert_int_equal(n(LEDGER_DL1_RELOADS), 8);
	assert_int_equal(n(LEDGER_DLFB_STORES), 8);
	data(DATA, 4, false);
	data(DATA + 8 * STRIDE, 4, false);
	assert_int_equal(n(LEDGER_DL1_CASTOUTS), 1);
	assert_int_equal(last_written, DATA + 4 * STRIDE);
	data(DATA, 4, false); /* is still there */
	assert_int_equal(n(LEDGER_DL1_RELOADS), 9);
	data(DATA + 4 * STRIDE, 4, false);
	assert_int_equal(n(LEDGER_DL1_RELOADS), 10);
	/* Lines in, lines out, and the code's. */
	assert_int_equal(n(LEDGER_BIU_REQUESTS),
			 n(LEDGER_BIU_I_REQUESTS) + n(LEDGER_BIU_D_REQUESTS));
	assert_int_equal(n(LEDGER_BIU_D_REQUESTS), 10 + 2);
	assert_int_equal(n(LEDGER_BIU_CASTOUTS), 2);
}

/* Six lines are asked for, one a cycle; then all of them come. */
static void six_lines(uint32_t addr, void (*ask)(uint32_t line))
{
	for (unsigned i = 0; i < 6; i++)
		ask(addr + i * LINE);
	simple(CODE, 4 * LOAD_COST, 0, 0);
}

static void load(uint32_t line)
{
	data(line, 4, false);
}

static void store(uint32_t line)
{
	data(line, 4, true);
}

static void touch(uint32_t line)
{
	operation(line, OPERATION_TOUCH);
}

/*
 * Of six lines asked for one a cycle, the sixth finds all five buffers taken
 * and waits until the first line is there: events 43 and 51 tell of loads, 46
 * and 54 of stores; none tells of a touch, which waits as they do.
 */
ON(no_buffer_is_free)
{
	const uint64_t *waited = &uarch_ledger(u)->cause[CAUSE_BUFFERS_FULL];
	const uint64_t wait = LOAD_COST - 5;

	store(DATA); /* has the page's translation come */
	six_lines(DATA + 64 * LINE, store);
	assert_int_equal(n(LEDGER_STORES_QUEUE_FULL), 1);
	assert_int_equal(n(LEDGER_STORES_QUEUE_FULL_CYCLES), wait);
	assert_int_equal(*waited, wait);
	assert_int_equal(n(LEDGER_LOADS_DLFB_FULL), 0);
	six_lines(DATA + 32 * LINE, load);
	assert_int_equal(n(LEDGER_LOADS_DLFB_FULL), 1);
	assert_int_equal(n(LEDGER_LOADS_DLFB_FULL_CYCLES), wait);
	assert_int_equal(*waited, 2 * wait);
	six_lines(DATA + 16 * LINE, touch);
	assert_int_equal(*waited, 3 * wait);
	assert_int_equal(n(LEDGER_STORES_QUEUE_FULL), 1);
	assert_int_equal(n(LEDGER_LOADS_DLFB_FULL), 1);
}

/* Four pages of all sizes in each first level; LRU. */
ON(pages)
{
	for (uint32_t i = 0; i < 4; i++)
		data(i << 26, 4, false);
	assert_int_equal(n(LEDGER_DMMU_VSP_RELOADS), 4);
	data(0, 4, false); /* the oldest becomes the newest */
	data(4u << 26, 4, false);
	assert_int_equal(n(LEDGER_DMMU_VSP_RELOADS), 5);
	data(0, 4, false);
	assert_int_equal(n(LEDGER_DMMU_VSP_RELOADS), 5);
	data(1u << 26, 4, false);
	assert_int_equal(n(LEDGER_DMMU_VSP_RELOADS), 6);
	assert_int_equal(n(LEDGER_IMMU_VSP_RELOADS), 1);
	assert_int_equal(n(LEDGER_DMMU_TLB4K_RELOADS), 0);
}

/* 16 sets of four 4 KiB pages: 64 in a row fit, the 65th puts one out. */
ON(small_pages)
{
	for (uint32_t i = 0; i < 2 * 65; i++) {
		struct access a = { .size = 4, .map = flat(0) };

		a.vaddr = a.map.paddr = DATA + i % 65 * 4096;
		a.map.page_bits = 12;
		a.map.variable_size = false;
		move_with(&a, OPERATION_NONE, true);
	}
	/* 65 new ones; then the five that share a set, one after the other. */
	assert_int_equal(n(LEDGER_DMMU_TLB4K_RELOADS), 65 + 5);
	assert_int_equal(n(LEDGER_DMMU_VSP_RELOADS), 0);
}

/*
 * A loop of ten: the first time the branch is not in the BTB, the last time it
 * is, and wrong.
 */
ON(loop)
{
	for (unsigned i = 0; i < 10; i++)
		branch(CODE + 8, i < 9 ? CODE : CODE + 12, true);
	assert_int_equal(n(LEDGER_BRANCHES), 10);
	assert_int_equal(n(LEDGER_BRANCHES_TAKEN), 9);
	assert_int_equal(n(LEDGER_BRANCH_MISS), 2);
	assert_int_equal(n(LEDGER_BRANCH_MISS_DIRECTION), 1);
	assert_int_equal(n(LEDGER_BTB_HITS_PSEUDO), 9);
	assert_int_equal(n(LEDGER_BTB_MISS_UNCONDITIONAL), 0);
	/* Once not taken, it is weakly taken: right again. */
	branch(CODE + 8, CODE, true);
	assert_int_equal(n(LEDGER_BRANCH_MISS), 2);
	/* Never taken, never known, and never wrong. */
	branch(CODE + 12, CODE + 16, true);
	branch(CODE + 12, CODE + 16, true);
	assert_int_equal(n(LEDGER_BRANCH_MISS), 2);
	assert_int_equal(n(LEDGER_BTB_HITS_PSEUDO), 12);
	/* Another target. */
	branch(CODE + 32, CODE, false);
	branch(CODE + 32, CODE + 64, false);
	assert_int_equal(n(LEDGER_BRANCH_MISS), 4);
	assert_int_equal(n(LEDGER_BTB_MISS_UNCONDITIONAL), 1);
	assert_int_equal(n(LEDGER_BRANCH_MISS_DIRECTION), 1);
}

/*
 * Two bits of history, and no more: however often it was taken, a branch that
 * is not is mispredicted twice; however often it was not, once taken is wrong
 * twice, too.
 */
ON(history)
{
	for (unsigned i = 0; i < 9; i++)
		branch(CODE + 8, CODE, true);
	assert_int_equal(n(LEDGER_BRANCH_MISS), 1); /* not in the BTB yet */
	for (unsigned i = 0; i < 9; i++)
		branch(CODE + 8, CODE + 12, true);
	assert_int_equal(n(LEDGER_BRANCH_MISS), 3);
	assert_int_equal(n(LEDGER_BRANCH_MISS_DIRECTION), 2);
	for (unsigned i = 0; i < 9; i++)
		branch(CODE + 8, CODE, true);
	assert_int_equal(n(LEDGER_BRANCH_MISS), 5);
	assert_int_equal(n(LEDGER_BRANCH_MISS_DIRECTION), 4);
}

/* A page that is used again is younger than those in between: the fifth of four
 * drives out the second. */
ON(pages_by_last_use)
{
	static const unsigned order[] = { 0, 1, 0, 2, 3, 4, 0 };

	for (unsigned i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		data(DATA + (order[i] << 26), 4, false);
	assert_int_equal(n(LEDGER_DMMU_VSP_RELOADS), 5);
	data(DATA + (1u << 26), 4, false);
	assert_int_equal(n(LEDGER_DMMU_VSP_RELOADS), 6);
}

/* A branch to where it went last takes its cycle; to elsewhere, five more. */
ON(a_wrong_branch_takes_time)
{
	uint64_t start, right;

	for (unsigned i = 0; i < 4; i++) {
		branch(CODE, CODE, false);
		branch(CODE + 4, CODE, false);
	}
	start = n(LEDGER_CYCLES);
	branch(CODE, CODE, false);
	right = n(LEDGER_CYCLES) - start;
	start = n(LEDGER_CYCLES);
	branch(CODE, CODE + 8, false);
	assert_int_equal(n(LEDGER_CYCLES) - start, right + WRONG);
}

/* A miss asks for its line as a load or as a store, and is counted so. */
ON(loads_and_stores)
{
	data(DATA, 4, true);
	assert_int_equal(asked[REQUEST_STORE], 1);
	assert_int_equal(asked[REQUEST_LOAD], 0);
	assert_int_equal(n(LEDGER_STORES_CACHEABLE), 1);
	assert_int_equal(n(LEDGER_LOADS_CACHEABLE), 0);
	for (unsigned i = 1; i < 4; i++)
		data(DATA + i * LINE, 4, false);
	assert_int_equal(asked[REQUEST_STORE], 1);
	assert_int_equal(asked[REQUEST_LOAD], 3);
	assert_int_equal(n(LEDGER_STORES_CACHEABLE), 1);
	assert_int_equal(n(LEDGER_LOADS_CACHEABLE), 3);
}

/* Cycles that some instructions take when all is there. */
static uint64_t took(unsigned times, uint32_t reads, uint32_t writes)
{
	uint64_t before;

	simple(CODE, 8, 0, 0); /* the line comes, and all is quiet */
	simple(CODE, 8, 0, 0);
	branch(CODE, CODE, false);
	branch(CODE, CODE, false);
	before = n(LEDGER_CYCLES);
	simple(CODE, times, reads, writes);
	return n(LEDGER_CYCLES) - before;
}

/*
 * Two a cycle; the branch before them is in the first cycle, with one of them,
 * so 8 take 4 more.  Each on the last one's result: one a cycle.
 */
ON(pairs)
{
	assert_int_equal(took(8, 0, 0), 4);
	assert_int_equal(took(8, 1u << 5, 1u << 5), 7);
	assert_int_equal(n(LEDGER_ISSUE_STALL), 0);
}

/*
 * A load that misses takes LOAD_COST and the 3 cycles of every load; who wants
 * the register waits as long, who does not goes on.
 */
ON(load_and_use)
{
	uint64_t before;

	simple(CODE, 8, 0, 0);
	data(DATA, 4, false);
	before = n(LEDGER_CYCLES);
	simple(CODE + 4, 1, 1u << 9, 0);
	assert_int_equal(n(LEDGER_CYCLES), before);
	simple(CODE + 8, 1, 1u << 7, 0);
	assert_int_equal(n(LEDGER_CYCLES), before + LOAD_COST + 3);
	assert_int_equal(n(LEDGER_ISSUE_STALL), LOAD_COST + 3 - 1);
	/* Now it is there: 3 cycles. */
	data(DATA + 4, 4, false);
	before = n(LEDGER_CYCLES);
	simple(CODE + 8, 1, 1u << 7, 0);
	assert_int_equal(n(LEDGER_CYCLES), before + 3);
}

/* One load or store of some registers is made of so many micro-operations. */
ON(micro_operations)
{
	static const struct {
		uint8_t class;
		uint8_t registers;
		bool load;
	} rows[] = {
		{ CLASS_LOAD, 1, true },
		{ CLASS_LOAD_MULTIPLE, 3, true },
		{ CLASS_STORE, 1, false },
		{ CLASS_STORE_MULTIPLE, 3, false },
	};

	for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
		const struct insn insn = { .addr = CODE,
					   .size = 4,
					   .class = rows[k].class,
					   .transfers = rows[k].registers };
		const struct retired r = { .insn = &insn,
					   .fetch = (struct mapping[]){ flat(
						   CODE) },
					   .passed = true,
					   .next = CODE + 4,
					   .element = 4 };
		uint64_t uops = n(LEDGER_UOPS), loads = n(LEDGER_LOAD_UOPS);
		uint64_t stores = n(LEDGER_STORE_UOPS);

		uarch_retire(u, &r);
		assert_int_equal(n(LEDGER_UOPS) - uops, rows[k].registers);
		assert_int_equal(n(LEDGER_LOAD_UOPS) - loads,
				 rows[k].load ? rows[k].registers : 0);
		assert_int_equal(n(LEDGER_STORE_UOPS) - stores,
				 rows[k].load ? 0 : rows[k].registers);
	}
}

ON(operations)
{
	operation(DATA, OPERATION_ZERO);
	assert_int_equal(n(LEDGER_DL1_RELOADS), 0);
	assert_int_equal(asked[REQUEST_ADDRESS_ONLY], 1);
	operation(DATA, OPERATION_STORE); /* goes out, stays clean */
	assert_int_equal(asked[REQUEST_WRITE_BACK], 1);
	operation(DATA, OPERATION_FLUSH);
	assert_int_equal(asked[REQUEST_WRITE_BACK], 1);
	data(DATA, 4, true);
	assert_int_equal(n(LEDGER_DL1_RELOADS), 1);
	operation(DATA, OPERATION_INVALIDATE); /* lost */
	assert_int_equal(asked[REQUEST_WRITE_BACK], 1);
	operation(DATA, OPERATION_TOUCH);
	operation(DATA, OPERATION_TOUCH_STORE);
	assert_int_equal(n(LEDGER_TOUCHES), 2);
	assert_int_equal(n(LEDGER_DLFB_TOUCHES), 1);
	assert_int_equal(n(LEDGER_CACHE_OPERATIONS), 3);
	assert_int_equal(n(LEDGER_TRANSLATED), 6 + 1); /* the store, too */
	assert_int_equal(n(LEDGER_STORE_UOPS), 1 + 1); /* dcbz, store */
	assert_int_equal(n(LEDGER_BIU_CASTOUTS), 0);
}

/* A controller's access finds a line, takes it away, makes it go out. */
ON(snoops)
{
	bool dirty = true;

	assert_false(uarch_snoop(u, DATA, true, &dirty));
	data(DATA, 4, false);
	assert_true(uarch_snoop(u, DATA + 16, false, &dirty));
	assert_false(dirty);
	data(DATA, 4, true);
	assert_true(uarch_snoop(u, DATA, false, &dirty));
	assert_true(dirty);
	assert_true(uarch_snoop(u, DATA, true, &dirty));
	assert_false(dirty);
	assert_false(uarch_snoop(u, DATA, true, &dirty));
	assert_int_equal(n(LEDGER_SNOOPS), 5);
	assert_int_equal(n(LEDGER_SNOOP_HITS), 3);
	assert_int_equal(n(LEDGER_SNOOP_PUSHES), 1);
}

/* A random word that surely is an instruction. */
static const struct ppc_insn *any_insn(struct ppc_decoder *decoder,
				       struct rng *rng, uint32_t addr)
{
	for (;;) {
		uint32_t primary = rng_next(rng) % 48;
		uint32_t word = primary << 26 | (rng_next(rng) & 0x03ffffff);
		const struct ppc_insn *d;

		/* Few registers, so that results are waited for. */
		word &= ~0x02318800u;
		d = ppc_decode(decoder, addr, word);
		if (d->kind != PPC_ELSEWHERE)
			return d;
	}
}

/* Few pages and lines, and all that a page may say of them. */
static struct access any_access(struct rng *rng, const struct ppc_insn *d)
{
	uint32_t r = rng_next(rng), page = r & 7, at = r >> 8 & 0x7f;
	struct access a = { .vaddr = DATA + page * 0x1000 + at,
			    .size = d->element,
			    .write = d->operands >= OP_STORE,
			    .map = flat(DATA + (page & 3) * 0x10000 + at) };

	a.map.cacheable = page != 5;
	a.map.guarded = page == 5 || page == 6;
	a.map.write_through = page == 7;
	a.map.variable_size = r >> 20 & 7;
	a.map.page_bits = a.map.variable_size ? 16 : 12;
	if (r >> 24 & 1) /* far away: lines that are not there */
		a.map.paddr = a.vaddr = (r & 0x00ffff00) + DATA * 2;
	return a;
}

static void same_ledger(const struct uarch *other, const struct ppc_insn *d,
			unsigned step)
{
	for (unsigned i = 0; i < LEDGER_ITEMS; i++)
		if (n((enum ledger_item)i) != uarch_ledger(other)->n[i])
			fail_msg("step %u, 0x%08x: item %u", step,
				 (unsigned)d->insn.word, i);
}

/* The quick way to retire an instruction is the long way's equal. */
ON(the_quick_way_is_the_long_way)
{
	const struct board_options o = { .flat = false };
	const struct uarch_outside outside = { .request = request };
	struct uarch_control on = { .mmu = true,
				    .icache = true,
				    .dcache = true,
				    .branch_prediction = true };
	struct uarch *quick = uarch_new(&uarch_e500_ops, &o, NULL);
	struct ppc_decoder *decoder = ppc_decoder_new();
	const struct ppc_insn *d;
	uint32_t addr = CODE;
	struct rng rng;

	assert_non_null(quick);
	assert_non_null(decoder);
	uarch_set_outside(quick, &outside);
	uarch_set_control(quick, &on);
	rng_seed(&rng, 500);
	for (unsigned step = 0; step < 100000; step++) {
		struct access a;
		struct mapping fetch = flat(addr);
		struct retired r = { .fetch = &fetch, .access = &a };
		unsigned count;

		d = any_insn(decoder, &rng, addr);
		a = any_access(&rng, d);
		fetch.variable_size = addr & 0x1000;
		fetch.page_bits = fetch.variable_size ? 16 : 12;
		fetch.cacheable = (addr & 0x7000) != 0x2000;
		r.insn = &d->insn;
		r.element = d->element;
		r.accesses = d->element != 0;
		r.passed = !d->insn.conditional || rng_next(&rng) & 1;
		/* Loops of some lines, with a few places to branch to. */
		addr = d->kind == PPC_BRANCH && r.passed
			       ? CODE + (rng_next(&rng) & 0x30ec)
			       : CODE + ((addr + 4 - CODE) & 0x3fff);
		r.next = addr;
		uarch_retire(u, &r);
		uarch_retire_usual(quick, &r);
		uarch_durations(u, &count);
		uarch_durations(quick, &count);
		if (step % 5000 == 4999) {
			on.icache = rng_next(&rng) % 4;
			on.dcache = rng_next(&rng) % 4;
			on.branch_prediction = rng_next(&rng) % 4;
			uarch_set_control(u, &on);
			uarch_set_control(quick, &on);
		}
		same_ledger(quick, d, step);
	}
	assert_in_range(n(LEDGER_CYCLES), 100000, 10000000);
	ppc_decoder_free(decoder);
	uarch_free(quick);
}

/* Past the cache: guarded loads are waited for, stores are not. */
ON(inhibited)
{
	struct access a = { .vaddr = DATA, .size = 4, .map = flat(DATA) };
	uint64_t before;

	simple(CODE, 8, 0, 0);
	data(0, 4, false); /* its page, in which DATA is too */
	a.map.cacheable = false;
	a.map.guarded = true;
	before = n(LEDGER_CYCLES);
	move_with(&a, OPERATION_NONE, true);
	assert_in_range(n(LEDGER_CYCLES) - before, LOAD_COST, LOAD_COST + 1);
	a.write = true;
	before = n(LEDGER_CYCLES);
	move_with(&a, OPERATION_NONE, false);
	assert_in_range(n(LEDGER_CYCLES) - before, 0, 1);
	assert_int_equal(n(LEDGER_CACHE_INHIBITED), 2);
	assert_int_equal(n(LEDGER_GUARDED_LOADS), 1);
	assert_int_equal(asked[REQUEST_READ_SINGLE], 1);
	assert_int_equal(asked[REQUEST_WRITE_SINGLE], 1);
	assert_int_equal(n(LEDGER_DL1_RELOADS), 1);
}
