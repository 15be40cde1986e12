/* SPDX-License-Identifier: MIT */
#include "cli/options/machine.h"
#include "cli/options/stat.h"

static void machine(FILE *out)
{
	machine_names(out, "Machine (tally board --help):");
}

static const char before[] =
	"Usage: tally stat -t board:NAME [WHAT] [HOW] PROG.elf [-- ARGUMENTS]\n"
	"       tally stat -t board:A A.elf -t board:B B.elf ...   (a column "
	"for each)\n"
	"       tally stat -t gdb|openocd:HOST:PORT,MONITOR[=BASE],"
	"scratch=ADDRESS ...\n"
	"       tally stat [-t linux] [WHAT] [HOW] -- COMMAND [ARGUMENT ...]\n"
	"       tally stat -t devmem:MONITOR=ADDRESS|uio:/dev/uioN,MONITOR ... "
	"-- COMMAND\n"
	"What (an overview if nothing is said):\n"
	"  -M LIST   metrics or formulas: "
	"cpi,(icache_miss+dcache_miss)/cycles\n"
	"  -e LIST   events; {a,b} share a pass; all    -g LIST  groups of "
	"metrics\n"
	"  --region SYMBOL|FROM..TO   only there; symbol+0x10, a.c:20, 0x8000\n"
	"  --region A --region B, --regions 'GLOB'   one run; --self: its "
	"own code\n"
	"  --inside  gdb: a function by what is left on the core, without "
	"a halt for it\n"
	"  -I 100us  over time; 10000c: cycles of a board    --seconds S  of "
	"...,live\n"
	"How:\n"
	"  -m MONITOR[,MONITOR]   of the board's    -r N  repeats (+-: 95 %)"
	"  -j N  jobs\n"
	"  --warmup N  leave out a region's first N entries, or N runs of a "
	"command\n"
	"  --max-passes N   refuse a longer plan    --divide  cycles in 64s\n"
	"  --drift-limit %  of cycles, between passes combined, with --jitter "
	"(2)\n"
	"  --passes together|separate   do a board's share a run, or not as on "
	"hardware\n"
	"  --no-calibrate   leave the empty region in   --map FILE  of "
	"arm926pxp-ahb\n"
	"  --clock-ratio R  core over platform clock, if not the board's own\n"
	"  --max-insn N (10000000000)   --timeout S (-t gdb: 60)   "
	"--max-console MIB (64)\n"
	"Where Linux counts: -p PID  a process   -a, --cpu LIST  all tasks on "
	"these\n"
	"  --cgroup NAME  its tasks, there or on all   --multiplex  one run, "
	"extrapolated\n";

static const char behind[] =
	"Result: --json --csv --notes -o FILE[.json|.csv] --html PAGE "
	"--quiet-program\n"
	"  --truth   the board's own ledger, compared   --dry-run  register "
	"writes\n"
	"Exit status: 0 good, 1 not measured or not to be trusted, 2 wrong "
	"usage.\n"
	"Examples:\n"
	"  tally stat -t board:lubbock -e all --region crc32 --csv crc32.elf\n"
	"  tally stat -e instructions:u,page-faults -r 5 -- sort words.txt\n";

const struct cli_help stat_help = { before, machine, behind };
