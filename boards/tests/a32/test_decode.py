#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The boards' decoder against binutils: whole programs with their C library,
address by address.

objdump's words for an instruction say what it must be: whether it loads or
stores and how many registers, whether and where it branches, whether its
condition can fail, which registers it writes.  (Variables: DECODE, the program
of decode_facts.c; FIRMWARE; THUMB2, a program for ARMv7-M, whose C library is
full of Thumb-2, division of ARMv7 included.)"""
import re
import shutil
import subprocess
import unittest

DECODE = ""
FIRMWARE = ""
THUMB2 = ""

(NEXT, BRANCH, CALL, RETURN, INDIRECT, CALL_SUPERVISOR, CALL_HOST, STOP,
 UNKNOWN, EXCEPTION_RETURN) = range(10)
(ALU, SHIFT_BY_REG, MULTIPLY, MULTIPLY_LONG, DIVIDE, LOAD, STORE,
 LOAD_MULTIPLE, STORE_MULTIPLE, SWAP, STATUS, COPROCESSOR, OTHER) = range(13)
NONE, SYSTEM, SVC, BREAKPOINT, IT, HINT, UNDEFINED = range(7)

CONDITIONS = ("eq ne cs cc mi pl vs vc hi ls ge lt gt le al".split())
NUMBERS = {**{f"r{i}": i for i in range(16)}, "sl": 10, "fp": 11, "ip": 12,
           "sp": 13, "lr": 14, "pc": 15}

# Mnemonics without condition and width.
LOADS = "ldr ldrb ldrh ldrsb ldrsh ldrt ldrbt ldrht ldrsbt ldrsht ldrex".split()
STORES = "str strb strh strt strbt strht strex".split()
MULTIPLIES = ("mul mla mls smulbb smulbt smultb smultt smulwb smulwt smlabb "
              "smlabt smlatb smlatt smlawb smlawt smuad smusd smlad smlsd "
              "smmul smmla smmls muls mlas").split()
LONGS = ("umull smull umlal smlal umaal smlalbb smlalbt smlaltb smlaltt "
         "umulls smulls umlals smlals").split()
SHIFTS = "lsl lsr asr ror lsls lsrs asrs rors".split()
ALUS = ("mov movs movw movt mvn mvns add adds addw adc adcs sub subs subw sbc "
        "sbcs rsb rsbs rsc rscs and ands orr orrs orn orns eor eors bic bics "
        "cmp cmn tst teq sxtb sxth uxtb uxth sxtab sxtah uxtab uxtah sxtb16 "
        "uxtb16 rev rev16 revsh rbit clz bfi bfc sbfx ubfx ssat usat pkhbt "
        "pkhtb neg negs adr rrx rrxs qadd qsub qdadd qdsub sel usad8 usada8 "
        "uadd8 usub8 sadd8 ssub8 uqsub8 uqadd8 uhadd8 uhsub8").split()
MULTIPLE_LOADS = "ldm ldmia ldmfd ldmdb ldmib ldmda pop".split()
MULTIPLE_STORES = "stm stmia stmfd stmdb stmib stmda push".split()
TOO_NEW = "sdiv udiv dmb dsb isb clrex ldrexb ldrexh ldrexd strexb strexh".split()
NO_RESULT = "cmp cmn tst teq".split()
KNOWN = set(LOADS + STORES + MULTIPLIES + LONGS + SHIFTS + ALUS +
            MULTIPLE_LOADS + MULTIPLE_STORES + TOO_NEW +
            "ldrd strd b bl bx blx cbz cbnz tbb tbh svc bkpt udf mrc mcr mrs "
            "msr nop pld swp swpb cps cpsid cpsie wfi".split())

LINE = re.compile(r"^ *([0-9a-f]+):\t([0-9a-f ]+?) *\t(\S+)(?:\t(.*))?$")


def split_name(name):
    """Mnemonic without width, and its condition or ''."""
    name = re.sub(r"\.[nw]$", "", name)
    if name in KNOWN:
        return name, ""
    for tail in CONDITIONS + ["hs", "lo"]:
        if name.endswith(tail) and name[:-len(tail)] in KNOWN:
            return name[:-len(tail)], tail
    return name, None


class Insn:
    """One line of objdump."""

    def __init__(self, addr, code, name, operands, thumb):
        self.addr = int(addr, 16)
        halves = code.split()
        self.word = int("".join(halves), 16)
        self.size = len("".join(halves)) // 2
        self.full = name
        self.operands = re.sub(r"\s*[;@].*", "", operands or "").strip()
        self.thumb = thumb
        self.it = 0
        self.is_it = bool(re.fullmatch(r"it[te]*", name))
        self.name, self.condition = split_name(name)

    def __str__(self):
        return "%x: %0*x %s %s" % (self.addr, self.size * 2, self.word,
                                   self.full, self.operands)

    def list(self):
        """The registers in braces, as numbers."""
        inside = re.search(r"\{(.*)\}", self.operands).group(1)
        numbers = []
        for part in inside.split(","):
            ends = [NUMBERS[x] for x in part.strip().split("-")]
            numbers += range(ends[0], ends[-1] + 1)
        return numbers

    def regs(self):
        """The operands that are plain registers, as numbers; others None."""
        outside = re.sub(r"\[.*", "", self.operands)
        return [NUMBERS.get(x.strip()) for x in outside.split(",")
                if x.strip()]

    def base(self):
        found = re.search(r"\[(\w+)", self.operands)
        return NUMBERS[found.group(1)] if found else None


def read(elf):
    """The instructions of a program, each with the ITSTATE it is under."""
    out = subprocess.run(["arm-none-eabi-objdump", "-d", elf], check=True,
                         stdout=subprocess.PIPE,
                         universal_newlines=True).stdout.splitlines()
    # Mapping symbols tell Thumb, ARM and data apart.
    marks = subprocess.run(["arm-none-eabi-nm", "--special-syms", elf],
                           check=True, stdout=subprocess.PIPE,
                           universal_newlines=True).stdout.splitlines()
    kind = {}
    for mark in marks:
        value, _, name = mark.split(maxsplit=2)
        if re.match(r"\$[atd]", name):
            kind[int(value, 16)] = name[1]
    now, it = "a", 0
    for line in out:
        found = LINE.match(line)
        if not found:
            continue
        addr = int(found.group(1), 16)
        now = kind.get(addr, now)
        if now == "d" or found.group(3).startswith("."):
            continue
        insn = Insn(*found.groups(), thumb=now == "t")
        insn.it = it
        if insn.is_it:
            it = insn.word & 0xff
        else:
            it = it & 0xe0 | it << 1 & 0x1f if it & 7 else 0
        yield insn


def pc_flow(insn, from_stack, link=False):
    return RETURN if from_stack or link else INDIRECT


def expected(insn):
    """What the words say: special, flow, class, transfers, target, and the
    registers that must be among those written."""
    name, operands = insn.name, insn.operands
    first = insn.regs()[0] if insn.regs() else None
    special, flow, kind, transfers, target, writes = NONE, NEXT, OTHER, 0, 0, []
    if name in LOADS or name in STORES or name in ("ldrd", "strd"):
        loads = name.startswith("ldr")
        kind, transfers = LOAD if loads else STORE, 1 + name.endswith("rd")
        if loads:
            writes = [first]
            if first == 15:
                flow = pc_flow(insn, insn.base() == 13)
    elif name in MULTIPLE_LOADS or name in MULTIPLE_STORES:
        loads = name in MULTIPLE_LOADS
        registers = insn.list()
        kind = LOAD_MULTIPLE if loads else STORE_MULTIPLE
        # One register in four bytes is written as pop, but is an LDR.
        single = name in ("pop", "push") and len(registers) == 1 and \
            (insn.size == 4 and (not insn.thumb or insn.word >> 24 == 0xf8) and
             (insn.thumb or insn.word >> 25 & 7 == 2))
        if single:
            kind = LOAD if loads else STORE
        transfers = len(registers)
        if loads:
            writes = registers
            if 15 in registers:
                stack = name == "pop" or operands.startswith("sp")
                flow = pc_flow(insn, stack)
            if "^" in operands and 15 in registers:
                flow = EXCEPTION_RETURN
    elif name in ("b", "bl", "cbz", "cbnz") or \
            name == "blx" and first is None:
        flow = CALL if name[:2] == "bl" else BRANCH
        target = int(re.search(r"([0-9a-f]+) <", operands).group(1), 16)
    elif name in ("bx", "blx"):
        flow = CALL if name == "blx" else pc_flow(insn, False, first == 14)
    elif name in ("tbb", "tbh"):
        flow, kind, transfers = INDIRECT, LOAD, 1
    elif name in TOO_NEW:
        special, flow = UNDEFINED, UNKNOWN
    elif name in ("svc", "bkpt", "udf"):
        flow = {"svc": CALL_SUPERVISOR, "bkpt": STOP, "udf": UNKNOWN}[name]
        if name == "svc" and re.match(r"0x00123456|171\b|0x0*ab\b", operands):
            flow = CALL_HOST
        special = {"svc": SVC, "bkpt": BREAKPOINT, "udf": None}[name]
    elif name in ("mrc", "mcr"):
        kind, special = COPROCESSOR, SYSTEM
    elif name in ("mrs", "msr") or name.startswith("cps"):
        kind = STATUS
    elif name in ("nop", "wfi"):
        special = HINT
    elif name in ("swp", "swpb"):
        kind, transfers = SWAP, 2
    elif name in MULTIPLIES:
        kind, writes = MULTIPLY, [first]
    elif name in LONGS:
        kind, writes = MULTIPLY_LONG, insn.regs()[:2]
    elif name in SHIFTS or name in ALUS:
        kind = ALU
        by = insn.regs()[-1] if insn.regs() else None
        if name in SHIFTS and by is not None:
            kind = SHIFT_BY_REG
        if re.search(r", (lsl|lsr|asr|ror) (r\d+|sl|fp|ip|lr)$", operands):
            kind = SHIFT_BY_REG
        if name not in NO_RESULT:
            writes = [first]
            if first == 15:
                flow = pc_flow(insn, False, operands == "pc, lr")
                if name.endswith("s"):
                    flow = EXCEPTION_RETURN
    if not insn.thumb and insn.full == "nop" and insn.word == 0xe1a00000:
        special, kind, writes = NONE, ALU, []
    if insn.thumb and insn.full == "nop" and insn.word == 0x46c0:
        special, kind, writes = NONE, ALU, []
    if kind == ALU and flow not in (NEXT, EXCEPTION_RETURN):
        kind = None
    return special, flow, kind, transfers, target, writes


class Decode(unittest.TestCase):
    def compare(self, program):
        if not shutil.which("arm-none-eabi-objdump"):
            self.skipTest("arm-none-eabi-objdump is not installed")
        insns = list(read(program))
        text = "".join("%x %x %x %x %x\n" % (i.addr, i.word, i.size, i.thumb,
                                             i.it) for i in insns)
        facts = subprocess.run([DECODE], input=text, check=True,
                               stdout=subprocess.PIPE,
                               universal_newlines=True).stdout.splitlines()
        self.assertEqual(len(facts), len(insns))
        wrong, unknown, thumb2 = [], set(), 0
        for insn, line in zip(insns, facts):
            if insn.is_it:
                continue
            if insn.condition is None:
                unknown.add(insn.full)
                continue
            thumb2 += insn.thumb and insn.size == 4
            why = self.differs(insn, line.split())
            if why:
                wrong.append(f"{insn}: {why}")
        self.assertEqual(unknown, set(), "mnemonics that this test lacks")
        self.assertEqual(wrong[:20], [])
        return len(insns), thumb2

    def differs(self, insn, line):
        special, flow, kind, transfers, conditional, indirect, preload = \
            map(int, line[:7])
        target, _, writes = (int(x, 16) for x in line[7:])
        want = expected(insn)
        must = sum(1 << n for n in set(want[5]) if n is not None)
        can_fail = insn.condition not in ("", "al") or \
            insn.name in ("cbz", "cbnz")
        if want[0] is not None and special != want[0]:
            return f"special {special}, not {want[0]}"
        if flow != want[1]:
            return f"flow {flow}, not {want[1]}"
        if want[2] is not None and special == NONE and kind != want[2] and \
                flow not in (CALL, BRANCH, RETURN) and not preload:
            return f"class {kind}, not {want[2]}"
        if transfers != want[3]:
            return f"{transfers} transfers, not {want[3]}"
        if flow in (BRANCH, CALL) and not indirect and target != want[4]:
            return f"target {target:x}, not {want[4]:x}"
        if bool(conditional) != can_fail:
            return f"conditional {conditional}"
        if bool(preload) != (insn.name == "pld"):
            return f"preload {preload}"
        if writes & must != must:
            return f"writes {writes:x}, not {must:x}"
        return None

    def test_thumb2(self):
        total, thumb2 = self.compare(THUMB2)
        self.assertGreater(total, 5000)
        self.assertGreater(thumb2, 2000)

    def test_thumb(self):
        for name in "crc32_thumb", "sort_thumb", "test_fiq_thumb":
            with self.subTest(name):
                self.compare(f"{FIRMWARE}/arm1156/{name}.elf")

    def test_arm(self):
        for name in "crc32", "test_exceptions":
            with self.subTest(name):
                self.assertGreater(
                    self.compare(f"{FIRMWARE}/arm1156/{name}.elf")[0], 500)


if __name__ == "__main__":
    unittest.main()
