/* SPDX-License-Identifier: MIT */
/* Single steps of this thread.  See stepped.h. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "stepped.h"

#include <signal.h>
#include <string.h>
#include <ucontext.h>

static volatile uint64_t count[STEPPED_KINDS];

uint64_t stepped_count(enum stepped kind)
{
	return count[kind];
}

#ifdef __x86_64__

const bool stepped_works = true;

static const uint8_t *volatile last; /* what was carried out; NULL: nothing */

/* Prefixes, none of which makes another instruction of those below. */
static const uint8_t *behind_prefixes(const uint8_t *at)
{
	while (*at == 0x66 || *at == 0xf2 || *at == 0xf3 || *at == 0x2e ||
	       *at == 0x3e || *at == 0x64 || *at == 0x65 ||
	       (*at & 0xf0) == 0x40)
		at++;
	return at;
}

/* The instruction behind a branch that may go on there; NULL: it is none. */
static const uint8_t *behind_condition(const uint8_t *at)
{
	if ((*at & 0xf0) == 0x70 || (*at & 0xfc) == 0xe0)
		return at + 2;
	return at[0] == 0x0f && (at[1] & 0xf0) == 0x80 ? at + 6 : NULL;
}

static bool always_branches(const uint8_t *at)
{
	const unsigned group = at[1] >> 3 & 7;

	return *at == 0xeb || *at == 0xe9 || *at == 0xe8 || *at == 0xc3 ||
	       *at == 0xc2 || (*at == 0xff && (group == 2 || group == 4));
}

static void add_step(const uint8_t *was, const uint8_t *is)
{
	const uint8_t *at = behind_prefixes(was);
	const uint8_t *next = behind_condition(at);
	const bool always = !next && always_branches(at);

	count[STEPPED_INSTRUCTIONS]++;
	count[STEPPED_BRANCHES] += next || always;
	count[STEPPED_TAKEN] += always || (next && next != is);
	count[STEPPED_LOADS] += *at == 0x8b && at[1] < 0xc0;
	count[STEPPED_STORES] += *at == 0x89 && at[1] < 0xc0;
}

static void on_step(int signal, siginfo_t *info, void *context)
{
	const ucontext_t *now = context;
	const uint8_t *is;

	(void)signal;
	(void)info;
	memcpy(&is, &now->uc_mcontext.gregs[REG_RIP], sizeof is);
	if (last)
		add_step(last, is);
	last = is;
}

void stepped_begin(void)
{
	struct sigaction action = { .sa_flags = SA_SIGINFO };

	action.sa_sigaction = on_step;
	memset((void *)(uintptr_t)count, 0, sizeof count);
	last = NULL;
	(void)sigaction(SIGTRAP, &action, NULL);
	__asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq" ::
				 : "memory", "cc");
}

void stepped_end(void)
{
	__asm__ volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::
				 : "memory", "cc");
}

#else

const bool stepped_works = false;

void stepped_begin(void)
{
}

void stepped_end(void)
{
}

#endif
