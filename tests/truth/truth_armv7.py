# SPDX-License-Identifier: MIT
"""What the programs of tests/truth count on the cores with ARMv7, worked out by
hand; what each is made of is said in truth_code.py and truth_data.py.

Two columns by one set of rules, as the two cores differ in lines and times
[cortex_a8.c, cortex_a9.c]:

                                                A8     A9
 line, in bytes                                 64     32
 a flush, an exception's entry                  13      8
 a line from where it is                         9     80   A8: its second level
 a word that no cache may have                 100     80
 a write that none may have                     20     20
 a translation nobody has, with one table       20     22
   with two                                     40     42
   that the main TLB has                         -      2
 translations at the first level                32     32

Cycles, and cycles without an issue, are as if there were one instruction a cycle,
but 2 for MUL, load and store multiple, MSR and MCR: nobody reads them, since the
boards' cores have a schedule (TIMED in truth_bench.py).
Fetches: 8 bytes at once, and again after each branch, exception and return from
one.  An undefined instruction is not executed, an SVC is.  What is written
through is taken as written back.  Prediction: see wrong()."""

HISTORY = 12
TRAINING = 3  # prepare.c


def wrong(*outcomes):
    """How many of these conditional branches are predicted wrong, (word of the
    program, taken) in order.  Two bits for each place, and each place is word
    and the last outcomes, exclusive or.  The same outcomes were there before,
    so often that it does not matter what the bits were; before each run, all
    was not taken."""
    bits = {}
    for _ in range(TRAINING + 1):
        past = count = 0
        for word, taken in outcomes:
            place = word ^ past
            said = bits.get(place, 0)
            count += (said >= 2) != taken
            bits[place] = min(said + 1, 3) if taken else max(said - 1, 0)
            past = (past << 1 | taken) % (1 << HISTORY)
    return count


def turns(word, times):
    """A loop's branch, taken but the last time."""
    return [(word, True)] * (times - 1) + [(word, False)]


def nested(inner, outer, times):
    """Twice a loop of so many turns."""
    return wrong(*turns(inner, times), (outer, True),
                 *turns(inner, times), (outer, False))


class Core:
    def __init__(self, line, flush, refill, word, walk, main):
        self.line = line
        self.flush = flush    # and an exception's entry
        self.refill = refill
        self.word = word
        self.walk = walk      # without its reads, 20 each
        self.main = main      # there is a main TLB

    def lines(self, steps):
        """In so many steps of 32 bytes from the start of a line."""
        return steps * 32 // self.line

    def row(self, instructions, fetches, shares=False, flushes=0, more=0,
            filled=0, fetched=0, waits=0, walks=0, **counts):
        """`more` are the cycles over one each.  `filled`: lines of data that
        come, `fetched`: of code; `waits`, of what else the data side does,
        `walks` of the instruction side.  `shares`: the way back is fetched
        with the last instruction, so that inside it costs nothing more."""
        front = flushes * self.flush + fetched * self.refill + walks
        back = filled * self.refill + waits
        told = {
            "instructions": instructions, "issued": instructions,
            "fetches": fetches, "mispredicted": flushes,
            "icache_miss": fetched, "dcache_miss": filled, "linefills": filled,
            "l2": filled + fetched, "fetch_stall": front,
            "no_issue": front + back,
            "cycles": instructions + more + front + back, **counts}
        told["l2"] += told.pop("written_back", 0)
        told["shares"] = shares
        told["flush"] = self.flush
        return told

    def branches(self, direct, taken, indirect=0, **others):
        """Counts of branches; all are such as can be predicted."""
        return {"immediate": direct, "pc_changes": taken,
                "predictable": direct + indirect, **others}


def exceptions(core, times, instructions):
    """So many, with as many instructions in the handler and at the vector, the
    last of which returns.  The vector's load of the pc is predicted: it is a
    branch, and the return another change of the pc."""
    return {"exceptions": times, "exception_returns": times, "loads": times,
            "cached": times, "pc_changes": 2 * times, "predictable": times,
            "instructions": instructions, "issued": instructions,
            "more": times * 2 * core.flush}


def code(c):
    """Words of each program from 0, the NOP, on; those of the way back are
    behind them."""
    b = c.branches
    loop = 499998
    svc, undefined = exceptions(c, 4, 17), exceptions(c, 2, 5)
    user = exceptions(c, 1, 6)
    # MSR takes 2.  An undefined instruction takes its cycle all the same.
    svc["more"] += 4
    user["more"] += 1 + 1
    undefined["more"] += 2
    branches = b(16, 8)
    shadow = b(19, 10)
    pages = wrong(*turns(11, 4), (13, True), *turns(11, 4), (13, False))
    return {
        "empty": c.row(1, 1, True),
        # Words 0 to 5; 4 and 5 are one fetch in each turn.  From the 13th turn
        # on the history is the same, and all but the last are taken.
        "million": c.row(10**6, 3 + loop - 1, flushes=1,
                         **b(loop, loop - 1)),
        # 0 to 9; 8 words, each alone; 26 to 33.
        "branches": c.row(26, 5 + 8 + 4, **branches),
        "branches_off": c.row(26, 5 + 8 + 4, flushes=8, **branches),
        # 0 to 2, 4 and 5, 7 to 9, 11 to 13, 15 and 16, 18, 20.  Each goes where
        # it went before.  The load multiple takes 2.
        "jumps": c.row(15, 2 + 1 + 2 + 2 + 2 + 1 + 1, True, more=1, loads=2,
                       stores=2, cached=4, **b(0, 6, 6)),
        "straight": c.row(64, 32),
        "straight_cold": c.row(64, 32, fetched=c.lines(8)),
        # 8 bytes at a time from memory.
        "straight_off": c.row(64, 0, walks=32 * c.word, axi_reads=32),
        # 0 to 3; 4 and 5, 6 and 7 nine times; 4 and 5.  The BEQ has the
        # same history each time, and only the last is taken.
        "shadow": c.row(42, 2 + 9 * 2 + 1, flushes=1, **shadow),
        "shadow_off": c.row(42, 2 + 9 * 2 + 1, flushes=10, **shadow),
        # 0 and 1; each return, and where it goes to.
        "return_late": c.row(22, 1 + 10 + 10, **b(11, 21, 10, returns=10)),
        "return_early": c.row(22, 1 + 10 + 10, **b(11, 21, 10, returns=10)),
        # 0 and 1; 4, 8 and so on to 28.
        "hops": c.row(9, 8, **b(8, 8)),
        "hops_cold": c.row(9, 8, fetched=c.lines(4), **b(8, 8)),
        # 0 1, 3 4, 7 8, 11, 9 10, 5 6, 2.
        "calls_3": c.row(12, 1 + 2 + 2 + 1 + 2 + 2 + 1,
                         **b(4, 7, 3, returns=3)),
        # 0 1, 3 4, 7 8, 11 12, 15, 13 14, 9 10, 5 6, 2.  The return stack holds
        # 8.
        "calls_4": c.row(16, 1 + 2 + 2 + 2 + 1 + 2 + 2 + 2 + 1,
                         **b(5, 9, 4, returns=4)),
        # 0 1, 4 5, 3.
        "return_wrong": c.row(5, 3, flushes=1, **b(2, 3, 1, returns=1)),

        # 0 and 1, 2, 3, 4; vector and handler each time.
        "svc_system": c.row(fetches=4 + 2 * 4, **svc),
        # 0 and 1, 2; vector and handler.
        "svc_user": c.row(fetches=2 + 2, **user),
        # 0 and 1, 2; vector and handler twice.
        "undefined": c.row(fetches=2 + 2 * 2, **undefined),
        "masks": c.row(64, 32, more=3),
        # 0 to 5; in two turns 6 and 7, four times 8, the return, 9, 10 and 11,
        # then 12 and 13.  No BLX goes where the last one went.
        "code_pages": c.row(54, 3 + 2 * (1 + 4 * 4 + 1), flushes=8 + pages,
                            walks=4 * (c.walk + 20), itlb_miss=4, loads=1,
                            cached=1, **b(10, 23, 16, returns=8)),
        # On these cores only: 3 writes of PMSWINC, of CONTEXTIDR.
        "increments": c.row(5, 3, True, more=3, SW_INCR=3),
        "contexts": c.row(5, 3, True, more=3, CID_WRITE_RETIRED=3),
    }


def reach(c, places, reads):
    """Twice a load from each of `places`; words 4 to 8 are the inner loop, 9
    and 10 end the outer one."""
    again = places if places > 32 else 0  # in turn, so the oldest goes
    walk = c.walk + 20 * reads
    return c.row(2 + 2 * (4 + 5 * places), 1 + 2 * (1 + 3 * places + 1), True,
                 flushes=nested(8, 10, places),
                 waits=places * walk + again * (c.walk if c.main else walk),
                 dtlb_miss=places + again, loads=2 * places, cached=2 * places,
                 **c.branches(2 * places + 2, 2 * (places - 1) + 1))


def data(c):
    b = c.branches
    # 0 to 13, then 3 to 13 twice.
    loads = {"instructions": 36, "fetches": 7 + 2 * 6, "loads": 24,
             "flushes": wrong(*turns(13, 3)), **b(3, 2)}
    stores = {"instructions": 11, "fetches": 6, "shares": True, "more": 1,
              "stores": 8}
    twice = {"instructions": 19, "fetches": 10, "shares": True, "more": 1,
             "loads": 8, "stores": 8}
    multiple = {"instructions": 8, "fetches": 4, "more": 4, "loads": 3,
                "stores": 3, "cached": 6 if c.line > 32 else 8}
    return {
        "loads": c.row(cached=24, **loads),
        "loads_cold": c.row(cached=24, filled=3 * c.lines(8), **loads),
        "loads_off": c.row(waits=24 * c.word, axi_reads=24, **loads),
        # Both words of a page are in one line of 64 bytes.  33 pages are in two
        # sets of 4, in turn: all are gone when they are wanted again.  0 and 1;
        # twice 2 and 3, 33 times 4 to 8, then 10.
        "loads_over": c.row(340, 1 + 2 * (1 + 33 * 3 + 1), True,
                            flushes=nested(8, 10, 33),
                            filled=2 * 33 * c.lines(2), loads=132, cached=132,
                            **b(68, 65)),
        "stores": c.row(cached=8, filled=c.lines(8), **stores),
        "stores_ordered": c.row(waits=8 * 20, axi_writes=8, **stores),
        # 0 to 26, and 23 to 26 seven times.  Each line is cleaned once.
        "halves": c.row(55, 14 + 7 * 3, True, more=8, filled=c.lines(8),
                        written_back=c.lines(8), flushes=wrong(*turns(26, 8)),
                        loads=8, stores=12, cached=20, **b(8, 7)),
        # 33 lines into two sets of 4, all dirty.
        "evictions": c.row(200, 1 + 33 * 3, flushes=wrong(*turns(7, 33)),
                           filled=33, written_back=33 - 2 * 4,
                           evictions=33 - 2 * 4, loads=33, stores=66,
                           cached=99, **b(33, 32)),
        # Of 16 bytes from byte 24 on, 8 are in a second line if that has 32.
        "multiple": c.row(**multiple),
        "multiple_cold": c.row(filled=c.lines(2), **multiple),
        "one_register": c.row(5, 3, True, loads=2, stores=2, cached=4),
        "each_twice": c.row(cached=16, filled=c.lines(8), **twice),
        "each_twice_uncached": c.row(waits=8 * c.word + 8 * 20, axi_reads=8,
                                     axi_writes=8, **twice),
        "each_twice_through": c.row(cached=16, filled=c.lines(8), **twice),
        "mixed": c.row(15, 8, True, more=1, waits=8 * c.word + c.walk + 20,
                       dtlb_miss=1, loads=12, cached=4, axi_reads=8),
        "operations": c.row(13, 7, True, more=8),
        "ordered": c.row(9, 5, True, waits=4 * (c.word + 20), loads=4,
                         stores=4, axi_reads=4, axi_writes=4),
        "drains": c.row(7, 4, True, more=5),
        "burst": c.row(11, 6, True, more=1, filled=c.lines(8), loads=8,
                       cached=8),
        "overlap": c.row(6, 3, filled=c.lines(4), loads=5, cached=5),
        "operands": c.row(5, 3, True, more=1, loads=1, cached=1),
        "sections_10": reach(c, 10, 1),
        "sections_11": reach(c, 11, 1),
        "sections_32": reach(c, 32, 1),
        "sections_33": reach(c, 33, 1),
        "pages_64": reach(c, 64, 2),
        "pages_65": reach(c, 65, 2),
        # On these cores only: LDR at 1 and at 30, LDRH at 1, STR at 2, and an
        # LDR that is aligned.  The second is in two lines of 32 bytes.
        "unaligned": c.row(6, 3, UNALIGNED_LDST_RETIRED=4, loads=4, stores=1,
                           cached=5 if c.line > 32 else 6),
    }


A8 = Core(line=64, flush=13, refill=9, word=100, walk=0, main=False)
A9 = Core(line=32, flush=8, refill=80, word=80, walk=2, main=True)
ARMV7 = {"cortex-a8": {**code(A8), **data(A8)},
         "cortex-a9": {**code(A9), **data(A9)}}
