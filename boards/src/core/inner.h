/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_INNER_H
#define BOARD_CORE_INNER_H

#include "base/rare.h"
#include "base/rng.h"
#include "boards/src/core/uarch.h"
#include "boards/src/core/wanted.h"
#include "boards/src/parts/cache.h"

/*
 * The files uarch*.c share this: the state of a core and the steps that are the
 * same on all of them.  An instruction goes through fetch, operands, data and
 * flow, in this order, and time (`now`) moves on in each of them.
 */
enum { CLASSES = CLASS_OTHER + 1, REGISTERS = 17, PC = 15 };

/* All in cycles.  A flat board has them all zero, but one for each issue. */
struct uarch_timing {
	uint8_t issue[CLASSES];   /* until the next instruction may issue */
	uint8_t latency[CLASSES]; /* from issue until the result can be used */
	uint8_t multiple_issue;   /* LDM and STM: more, for each register */
	uint8_t pair_cycle;       /* 64-bit LSU: busy for each two registers */
	uint8_t flags_extra;      /* a multiply that sets flags issues longer */
	uint8_t mispredict;       /* lost by a pipeline flush */
	uint8_t mispredict_stall; /* how many of them count as fetch stall */
	uint8_t thumb_flush;      /* a flush in Thumb state costs more */
	uint8_t late_predicted;   /* predicted taken, but not by history */
	uint8_t loaded_pc;        /* an unpredicted target comes from memory */
	uint8_t exception;        /* refill on exception entry */
	uint8_t main_tlb;         /* a first-level miss that the main TLB has */
	uint16_t walk_read;       /* each descriptor read of a page walk */
	uint16_t read;            /* memory: until the wanted word is there */
	uint16_t read_busy;       /* memory busy with a word */
	uint16_t line_busy;       /* with a line */
	uint16_t write;           /* until a write has been done */
	uint16_t write_busy;
	uint8_t level2; /* Cortex-A: a line that the second level has */
	/* ARM11, Cortex-A9: a controller of the second level that is on: */
	uint8_t l2_buffer; /* until a port's buffer has answered */
	uint8_t l2_hit;    /* until the cache has */
	uint8_t l2_miss;   /* that looking in vain adds */
	uint8_t l2_write;  /* until a write is taken */
};

/* The page looked at last: surely still in its TLB. */
struct page_memo {
	uint32_t base;
	uint32_t mask; /* 0 with base 1: none */
};

struct etm_signal {
	uint64_t period;
	uint64_t high;
	uint64_t phase; /* cycles into the period */
};

/* Every `every`-th access finds an error; 0: none does. */
struct error_source {
	uint64_t every;
	uint64_t accesses; /* since the last error */
};

struct uarch {
	struct ledger ledger;
	uint64_t now; /* the same as ledger's LEDGER_CYCLES after each step */
	uint64_t bus_free;

	/* The bytes the last fetch brought: (addr & mask) == base. */
	uint32_t fetch_base, fetch_mask;
	struct page_memo ipage, dpage;

	uint32_t pending; /* registers that may not be ready yet */
	uint64_t ready[REGISTERS];
	uint8_t why[REGISTERS];    /* enum cause: who waits, waits for that */
	uint32_t maker[REGISTERS]; /* whose result it is: an address */
	uint32_t here; /* the address of the instruction that retires */
	struct uarch_waits waits;
	struct uarch_passage passage;
	bool near; /* what was read last came from the second level */
	/* By class, enum cause: of an issue's further cycles, and of waiting
	 * for a result. */
	uint8_t longer[CLASSES], result[CLASSES];

	/* A trial's causes: their cycles do not go by, at the instruction at
	 * hand; a bit each. */
	uint32_t without;

	struct uarch_control control;
	struct uarch_timing t;
	/* Classes that neither access memory nor make anybody wait. */
	bool quick[CLASSES];
	bool quick_retire; /* of the ops */
	struct rng rng;
	const struct uarch_ops *ops;

	struct cache icache, dcache;

	/* The instruction at hand as another layout has it; NULL: the program
	 * is where it is. */
	struct uarch_moved *moved;

	void *own; /* what only one family has, `own_size` of its ops */

	uint64_t irq_disabled; /* all ones or zero: which cycles to count */
	uint64_t fiq_disabled;
	bool etm_on;
	struct etm_signal etm[BOARD_SIGNALS];
	bool errors_on;
	struct error_source errors[BOARD_RAMS];
	struct ahb *ahb; /* as uarch_new() got it */
	struct board_options options;
};

/* Everything but `layout` is of one instruction. */
struct uarch_moved {
	struct layout *layout;
	struct retired retired;
	struct insn insn;
	struct mapping fetch, map;
	struct access access[ACCESSES_MAX + 1];
};

struct predictor;
struct global_predictor;
struct timing_state;
struct timing_gone;

/* Bytes of a model's own state that a walk moves, at most. */
enum { UARCH_MOVED_MOST = 960 };

/* A model that can be asked in blocks has these: timing.c. */
struct uarch_blocks {
	/* A second core like `u`, in which nothing is late; NULL: it needs
	 * nothing more. */
	void (*pretend)(struct uarch *second, const struct uarch *u);
	/* Nothing is under way but what a timing_state tells; NULL: whatever
	 * else is makes no difference. */
	bool (*quiet)(const struct uarch *u);
	/* Before that cycle nobody besides the core does anything that it could
	 * notice; NULL: nobody ever does. */
	uint64_t (*alone)(const struct uarch *u);
	/* The core has what blocks went through, up to that instruction: what
	 * else goes on follows; NULL: nothing does. */
	void (*given)(struct uarch *u, uint32_t last);
	/* The cycle from which on loads and stores go on; NULL: any. */
	uint64_t *(*unit)(const struct uarch *u);
	/* The address of whoever makes a place of a timing_state late is kept
	 * there; NULL: as is common to most. */
	uint32_t *(*maker)(const struct uarch *u, unsigned place);
	/* So many bytes are looked up at once, each time; NULL: a line, and
	 * where it is at hand that makes no difference. */
	uint32_t (*window)(const struct uarch *u);
	/* The two parts of retire(); the fetch is none that a walk sees, but
	 * what looking up adds. */
	void (*execute)(struct uarch *u, const struct retired *r);
	void (*flow)(struct uarch *u, const struct retired *r);
	struct predictor *(*predictor)(const struct uarch *u);
	/* In place of these two, where a flow takes time by nothing but whether
	 * it was foretold: the one says that and learns, the other enters it;
	 * and the predictor of directions. */
	bool (*foretells)(struct uarch *u, const struct insn *insn, bool taken,
			  uint32_t next);
	void (*lose)(struct uarch *u, const struct retired *r, bool foretold);
	struct global_predictor *(*global)(const struct uarch *u);
	/* The address of the branch whose target is at hand, so that it takes
	 * less time than others that were foretold; lose() looks at it.  NULL:
	 * they all take the same. */
	uint32_t *(*recent_branch)(const struct uarch *u);
	/* See timing.h. */
	int (*fetched)(struct uarch *u, uint32_t vaddr,
		       const struct mapping *map);
	int (*found)(struct uarch *u, uint32_t vaddr, const struct mapping *map,
		     uint64_t now);
	uint64_t *(*touched)(struct uarch *u); /* NULL: nothing changes */
	bool touched_where; /* it is set to the access's address, not to 0 */
	/* An instruction has accessed so many lines more than one; NULL: that
	 * makes no difference. */
	void (*more_lines)(struct uarch *u, unsigned lines, bool write);
	uint32_t (*pages)(const struct uarch *u, bool fetch);
	/* The pipeline before `pc` as a timing_state tells it, and back.  NULL:
	 * by what is common to most. */
	bool (*state)(const struct uarch *u, uint32_t pc,
		      struct timing_state *s);
	void (*take_up)(struct uarch *u, uint32_t pc,
			const struct timing_state *s);
	/* The bytes of `own` that a walk moves: UARCH_MOVED_MOST at most. */
	size_t moved, moved_size;
	/* Instructions that have been gone take time by more than a state
	 * tells: this spends it, and walks only find how many cycles it may be
	 * at most. NULL: they find it.  Without it where the board is flat. */
	void (*replay)(struct uarch *u, const struct timing_gone *gone);
	/* The cycle by which all lines that are under way are there. */
	uint64_t (*under_way)(const struct uarch *u);
	/* The plan of an instruction for replay(), so many bytes that are
	 * worked out when its block is made; NULL: it wants none. */
	void (*plan)(const struct uarch *u, const struct insn *i, void *plan);
	size_t plan_size;
	unsigned width; /* instructions issued in a cycle; 0: one */
	/* A line of code that hits is to be the one that hit last. */
	bool recent;
};

struct uarch_ops {
	const struct uarch_timing *timing;
	bool regions; /* protection only: nothing is translated */
	/* An instruction that is_quick() accepts costs what retire_quick()
	 * says. */
	bool quick_retire;
	uint32_t returns; /* addresses that the return stack holds */
	const struct uarch_blocks *blocks; /* NULL: it has to be step by step */
	/* The facts in which the cores of one family differ, for its files
	 * only. */
	const void *facts;
	/*
	 * NULL: the core is told of an instruction when it is over, and not
	 * before it; see uarch_begin().
	 */
	enum uarch_bus (*begin)(struct uarch *u, const struct insn *insn,
				const struct mapping *fetch, bool passed,
				bool privileged);
	enum uarch_bus (*access)(struct uarch *u, const struct insn *insn,
				 const struct access *a, bool privileged,
				 uint32_t *value);
	/* There is no way to an address; NULL: it makes no difference. */
	void (*refused)(struct uarch *u, uint32_t vaddr,
			const struct mapping *map, bool fetch);
	/* Others go on while the core does nothing; NULL: there are none. */
	void (*idle)(struct uarch *u);
	/* The control registers have changed; NULL: nothing is to be done. */
	void (*control)(struct uarch *u);
	/* NULL: no controller of a second level can stand behind it. */
	void (*attach_l2)(struct uarch *u, struct l2 *controller);
	size_t own_size; /* of uarch.own */
	bool (*init)(struct uarch *u);
	/* Frees what init() has got; NULL: there is nothing but the caches. */
	void (*done)(struct uarch *u);
	void (*junk)(struct uarch *u);
	void (*retire)(struct uarch *u, const struct retired *r);
	void (*maintain)(struct uarch *u, enum maintenance what, uint32_t vaddr,
			 const struct mapping *map);
};

/* The cycles that made no difference to anything but the signals. */
void uarch_etm_advance(struct uarch *u, uint64_t cycles);
/* The RAM is accessed while errors are injected. */
void uarch_ram_access(struct uarch *u, enum board_ram ram);
/* Wait for those of `regs` that are pending, as data stall. */
void uarch_operand_stall(struct uarch *u, uint32_t regs);
/* Something comes late, and why. */
struct late {
	uint64_t until;
	enum cause cause;
};

/* The registers of `regs` are ready at `at` plus `step` for each pair, and not
 * before `late`; until then waits for them are of that cause. */
void uarch_results(struct uarch *u, uint32_t regs, enum cause cause,
		   uint64_t at, unsigned step, struct late late);
/* Registers that a load brings from memory: not its updated base. */
uint32_t uarch_loaded(const struct insn *i);
/* A page walk; cycles only, which class they count in is the caller's. */
uint64_t uarch_walk(struct uarch *u, const struct mapping *map);

/* Dirty half lines go out to memory. */
void uarch_write_back(struct uarch *u, unsigned halves);
/* The cache operations; `addr` is what the caches' tags are made of.  `beside`:
 * a second data cache, or NULL. */
void uarch_maintain_caches(struct uarch *u, struct cache *beside,
			   enum maintenance what, uint32_t addr);

static inline void count(struct uarch *u, enum ledger_item item, uint64_t by)
{
	ledger_count(&u->ledger, item, by);
}

/* Time goes by, here only, and says why. */
static inline void spend(struct uarch *u, enum cause cause, uint64_t cycles)
{
	if (u->without >> cause & 1)
		return;
	u->now += cycles;
	u->ledger.cause[cause] += cycles;
}

static inline void wait_until(struct uarch *u, enum cause cause, uint64_t cycle)
{
	if (cycle > u->now)
		spend(u, cause, cycle - u->now);
}

/* A wait for another instruction, which is written down. */
static inline void wait_for(struct uarch *u, enum cause cause, uint64_t cycle,
			    uint32_t maker)
{
	struct uarch_waits *w = &u->waits;
	const uint64_t from = u->now;

	wait_until(u, cause, cycle);
	if (u->now > from && w->count < UARCH_WAITS)
		w->wait[w->count++] =
			(struct uarch_wait){ maker, (uint32_t)(u->now - from),
					     cause };
}

/* An instruction's issue: one cycle, and how long it keeps others waiting. */
static inline void spend_issue(struct uarch *u, unsigned class, uint64_t cycles)
{
	const uint64_t issue = cycles != 0;

	u->now += issue;
	u->ledger.cause[CAUSE_ISSUE] += issue;
	if (cycles > 1)
		spend(u, u->longer[class], cycles - 1);
}

static inline struct late later(struct late a, struct late b)
{
	return b.until > a.until ? b : a;
}

/* A wait for the last read is for the level that answered it. */
static inline enum cause data_cause(const struct uarch *u)
{
	return u->near ? CAUSE_DATA_LEVEL2 : CAUSE_DATA_MEMORY;
}

static inline enum cause fetch_cause(const struct uarch *u)
{
	return u->near ? CAUSE_FETCH_LEVEL2 : CAUSE_FETCH_MEMORY;
}

/* The pipeline is filled anew behind such an instruction. */
static inline enum cause flow_cause(const struct insn *i)
{
	if (flow_changes_mode(i->flow))
		return CAUSE_EXCEPTION;
	if (i->flow == FLOW_RETURN)
		return CAUSE_BRANCH_RETURN;
	if (i->indirect)
		return CAUSE_BRANCH_INDIRECT;
	return i->conditional ? CAUSE_BRANCH_CONDITIONAL : CAUSE_BRANCH_DIRECT;
}

static inline void ram_access(struct uarch *u, enum board_ram ram)
{
	if (u->errors_on)
		uarch_ram_access(u, ram);
}

/* Enter what has gone by since `before`. */
static inline void settle(struct uarch *u, uint64_t before)
{
	uint64_t cycles = u->now - before;

	u->ledger.n[LEDGER_CYCLES] = u->now;
	u->ledger.n[LEDGER_IRQ_DISABLED] += cycles & u->irq_disabled;
	u->ledger.n[LEDGER_FIQ_DISABLED] += cycles & u->fiq_disabled;
	if (u->etm_on)
		uarch_etm_advance(u, cycles);
}

/*
 * Most instructions cost their issue and nothing else: fetched already, with
 * operands that are there, no memory, no flow, no exception.
 */
static inline bool is_quick(const struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;
	uint32_t other = (i->addr & u->fetch_mask) ^ u->fetch_base;

	other |= u->pending & i->reads;
	other |= (uint32_t)r->accesses | r->element | i->flow | r->exception;
	return !other && r->passed && u->quick[i->class];
}

static inline void retire_quick(struct uarch *u, const struct insn *i)
{
	uint64_t before = u->now;

	count(u, LEDGER_INSTRUCTIONS, 1);
	u->pending &= ~i->writes | 1u << PC;
	spend_issue(u, i->class, u->t.issue[i->class]);
	settle(u, before);
}

static inline void forget_fetch(struct uarch *u)
{
	u->fetch_mask = 0;
	u->fetch_base = 1;
}

static inline void forget_page(struct page_memo *m)
{
	m->mask = 0;
	m->base = 1;
}

/* Is it that page, so that no TLB has to be asked? */
static inline bool page_looked_at(const struct page_memo *m, uint32_t vaddr)
{
	return (vaddr & m->mask) == m->base;
}

/* Is it another page than the last?  Then remember the new one. */
static inline bool other_page(struct page_memo *m, uint32_t vaddr,
			      uint32_t page_bits)
{
	if (page_looked_at(m, vaddr))
		return false;
	m->mask = UINT32_MAX << page_bits;
	m->base = vaddr & m->mask;
	return true;
}

/* Memory takes one request after the other: when does this one start? */
static inline uint64_t bus_start(struct uarch *u, uint32_t busy)
{
	uint64_t start = u->bus_free > u->now ? u->bus_free : u->now;

	u->bus_free = start + busy;
	return start;
}

/* Latency of one request, up to a quarter more where runs vary. */
static inline uint64_t vary(struct uarch *u, uint32_t cycles)
{
	if (!u->options.jitter)
		return cycles;
	return cycles + rng_next(&u->rng) % (cycles / 4 + 1);
}

#endif
