/* SPDX-License-Identifier: MIT */
/*
 * The filter as the kernel takes it: a program of jumps over the number of a
 * call and its arguments [seccomp(2)].  What is on its list is what the engine
 * and the libraries were seen to need once everything is read and made: memory
 * that is not executable, the socket, a word on standard error, the time, and
 * the end.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "base/sandbox_filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The machine's calls are these; any other entry into the kernel ends the
 * process. */
#if defined(__x86_64__) && defined(__LP64__)
static const uint32_t machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static const uint32_t machine = AUDIT_ARCH_AARCH64;
#elif defined(__riscv) && __riscv_xlen == 64
static const uint32_t machine = AUDIT_ARCH_RISCV64;
#elif defined(__powerpc64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static const uint32_t machine = AUDIT_ARCH_PPC64LE;
#else
static const uint32_t machine; /* no filter is known for it */
#endif

enum { MOST = 192, CONDITIONS = 2 };

/* On an x86-64 numbers from here on are those of another kind of program. */
static const uint32_t OTHER_CALLS = 0x40000000;

struct filter {
	struct sock_filter code[MOST];
	unsigned short count;
};

/* An argument's bits, and what they have to be. */
struct condition {
	unsigned argument;
	uint64_t bits, value;
};

struct rule {
	long call;
	struct condition
		condition[CONDITIONS]; /* as long as they ask for bits */
};

static const uint64_t ALL = UINT64_MAX;

static void put(struct filter *f, unsigned code, uint32_t value,
		unsigned char unless)
{
	if (f->count < MOST)
		f->code[f->count] = (struct sock_filter){
			.code = (uint16_t)code, .jf = unless, .k = value
		};
	f->count++;
}

static void put_load(struct filter *f, size_t offset)
{
	put(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0);
}

/* Half of an argument: the lower, or the upper one. */
static void put_half(struct filter *f, const struct condition *c, bool upper)
{
	const unsigned shift = upper ? 32 : 0;
	const uint32_t bits = (uint32_t)(c->bits >> shift);
	const bool second =
		upper == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);

	if (!bits)
		return;
	put_load(f, offsetof(struct seccomp_data, args[c->argument]) +
			    (second ? sizeof(uint32_t) : 0));
	if (bits != UINT32_MAX)
		put(f, BPF_ALU | BPF_AND | BPF_K, bits, 0);
	put(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(c->value >> shift), 0);
}

/* A rule's questions each jump over the rest of it where the answer is no. */
static void put_rule(struct filter *f, const struct rule *r, uint32_t action)
{
	const unsigned begin = f->count;

	put_load(f, offsetof(struct seccomp_data, nr));
	put(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)r->call, 0);
	for (unsigned i = 0; i < CONDITIONS; i++) {
		put_half(f, &r->condition[i], false);
		put_half(f, &r->condition[i], true);
	}
	put(f, BPF_RET | BPF_K, action, 0);
	for (unsigned i = begin; i < f->count && i < MOST; i++)
		if (BPF_CLASS(f->code[i].code) == BPF_JMP)
			f->code[i].jf = (uint8_t)(f->count - i - 1);
}

static void put_machine(struct filter *f)
{
	put_load(f, offsetof(struct seccomp_data, arch));
	put(f, BPF_JMP | BPF_JEQ | BPF_K, machine, 1);
	put(f, BPF_JMP | BPF_JA, 1, 0);
	put(f, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0);
	if (machine != AUDIT_ARCH_X86_64)
		return;
	put_load(f, offsetof(struct seccomp_data, nr));
	put(f, BPF_JMP | BPF_JGE | BPF_K, OTHER_CALLS, 1);
	put(f, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0);
}

/* Calls that are made most come first. */
static void put_talk(struct filter *f, int socket)
{
	const uint64_t to = (uint64_t)socket, itself = (uint64_t)getpid();
	const struct rule rules[] = {
		{ SYS_recvfrom, { { 0, ALL, to } } },
		{ SYS_sendto, { { 0, ALL, to }, { 4, ALL, 0 } } },
		{ SYS_write, { { 0, ALL, STDERR_FILENO } } },
		{ SYS_writev, { { 0, ALL, STDERR_FILENO } } },
		/* neither code nor a file */
		{ SYS_mmap,
		  { { 2, PROT_EXEC, 0 },
		    { 3, MAP_ANONYMOUS, MAP_ANONYMOUS } } },
		{ SYS_tgkill, { { 0, ALL, itself }, { 2, ALL, SIGABRT } } },
	};

	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		put_rule(f, &rules[i], SECCOMP_RET_ALLOW);
}

/* Calls whose arguments do not matter. */
static void put_plain(struct filter *f)
{
	static const long calls[] = {
		SYS_clock_gettime,
		SYS_brk,
		SYS_munmap,
		SYS_mremap,
		SYS_gettimeofday,
		/* qsort() asks how much memory there is */
		SYS_sysinfo,
		SYS_exit,
		SYS_exit_group,
		SYS_rt_sigreturn,
		/* abort() of an assertion, whose words are to be heard */
		SYS_rt_sigprocmask,
		SYS_getpid,
		SYS_gettid,
	};

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		put_rule(f, &(struct rule){ .call = calls[i] },
			 SECCOMP_RET_ALLOW);
}

/* Advice on its own pages that makes them go, or large; none that takes the
 * machine's memory out of use, or has it compared with others'. */
static void put_advice(struct filter *f)
{
	static const uint64_t advice[] = { MADV_DONTNEED, MADV_FREE,
					   MADV_HUGEPAGE, MADV_NOHUGEPAGE,
					   MADV_DONTFORK, MADV_DONTDUMP };

	for (size_t i = 0; i < sizeof advice / sizeof *advice; i++)
		put_rule(f,
			 &(struct rule){ SYS_madvise,
					 { { 2, ALL, advice[i] } } },
			 SECCOMP_RET_ALLOW);
}

/* Libraries that ask for files that they can do without hear that there are
 * none: libdw asks for the name of the file that it has. */
static void put_answers(struct filter *f)
{
	static const uint32_t none = SECCOMP_RET_ERRNO | ENOENT;

#ifdef SYS_readlink
	put_rule(f, &(struct rule){ .call = SYS_readlink }, none);
#endif
	put_rule(f, &(struct rule){ .call = SYS_readlinkat }, none);
}

bool sandbox_filter(int socket)
{
	static struct filter f;
	struct sock_fprog program;

	if (!machine)
		return false;
	f.count = 0;
	put_machine(&f);
	put_talk(&f, socket);
	put_plain(&f);
	put_advice(&f);
	put_answers(&f);
	put(&f, BPF_RET | BPF_K, SECCOMP_RET_TRAP, 0);
	program = (struct sock_fprog){ f.count, f.code };
	return f.count <= MOST &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
