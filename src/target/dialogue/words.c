/* SPDX-License-Identifier: MIT */
/* See words.h. */
#include "target/dialogue/words.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "space/space.h"

#define FACT(name)                                                             \
	{                                                                      \
#name, offsetof(struct target_facts, name)                     \
	}

static const struct {
	const char *name;
	size_t offset;
} facts[] = {
	FACT(simulated),    FACT(varies),       FACT(knows_cycles),
	FACT(knows_writes), FACT(knows_bursts), FACT(goes_on),
	FACT(clock_chosen), FACT(never_halted), FACT(timed),
};

const char *words_fact(unsigned number)
{
	return number < sizeof facts / sizeof facts[0] ? facts[number].name
						       : NULL;
}

bool *words_fact_of(struct target_facts *f, unsigned number)
{
	return (bool *)((char *)f + facts[number].offset);
}

static const char *const reaches[] = {
	[TARGET_BY_CORE] = "core",
	[TARGET_BY_MEMORY] = "memory",
};

static const char *const reasons[] = {
	[TARGET_STOP_BREAK] = "break",     [TARGET_STOP_EXIT] = "exit",
	[TARGET_STOP_FAULT] = "fault",     [TARGET_STOP_GIVEN_UP] = "given_up",
	[TARGET_STOP_TIMEOUT] = "timeout", [TARGET_STOP_HALTED] = "halted",
	[TARGET_STOP_SLICE] = "slice",     [TARGET_STOP_OVERFLOW] = "overflow",
	[TARGET_STOP_LOST] = "lost",
};

enum {
	REACHES = sizeof reaches / sizeof reaches[0],
	REASONS = sizeof reasons / sizeof reasons[0],
};

static int word_of(const char *const word[], unsigned words, const char *text)
{
	for (unsigned i = 0; i < words; i++)
		if (strcmp(word[i], text) == 0)
			return (int)i;
	return -1;
}

const char *words_reach(enum target_reach reach)
{
	return reaches[reach];
}

bool words_to_reach(const char *text, enum target_reach *reach)
{
	int i = word_of(reaches, REACHES, text);

	*reach = i > 0 ? (enum target_reach)i : TARGET_BY_CORE;
	return i >= 0;
}

const char *words_reason(enum target_stop_reason reason)
{
	return reasons[reason];
}

bool words_to_reason(const char *text, enum target_stop_reason *reason)
{
	int i = word_of(reasons, REASONS, text);

	*reason = i > 0 ? (enum target_stop_reason)i : TARGET_STOP_BREAK;
	return i >= 0;
}

void words_reg(char *to, size_t room, const struct tally_reg *reg)
{
	const struct space *space = space_of(reg->space);

	snprintf(to, room, "%s:0x%x:%u", space ? space->word : "?",
		 (unsigned)reg->addr, (unsigned)reg->bits);
}

static const char *behind(const char *text, const char *before)
{
	const size_t n = strlen(before);

	return text && strncmp(text, before, n) == 0 ? text + n : NULL;
}

const char *words_take(const char *text, const char *before, int base,
		       uint64_t *value)
{
	char *end;

	text = behind(text, before);
	if (!text || (!isxdigit((unsigned char)*text) && *text != '-'))
		return NULL;
	errno = 0;
	*value = strtoull(text, &end, base);
	return end > text && !errno ? end : NULL;
}

const char *words_take_bursts(const char *text, uint32_t to[TARGET_LAYERS])
{
	uint64_t broken = 0;

	text = words_take(text, " broken=", 10, &broken);
	for (unsigned i = 0; text; i++) {
		if (i == TARGET_LAYERS || broken > UINT32_MAX)
			return NULL;
		to[i] = (uint32_t)broken;
		if (*text != ',')
			break;
		text = words_take(text, ",", 10, &broken);
	}
	return text;
}

const char *words_take_real(const char *text, const char *before, double *value)
{
	char *end;

	text = behind(text, before);
	if (!text)
		return NULL;
	*value = strtod(text, &end);
	return end > text ? end : NULL;
}

bool words_to_reg(const char *text, struct tally_reg *reg)
{
	const struct space *space;

	for (unsigned i = 0; (space = space_nth(i)); i++) {
		uint64_t addr, bits;
		const char *at = behind(text, space->word);

		at = words_take(at, ":", 16, &addr);
		at = words_take(at, ":", 10, &bits);
		if (!at || *at || addr > UINT32_MAX || bits > 64)
			continue;
		*reg = (struct tally_reg){ (uint32_t)addr, space->number,
					   (uint8_t)bits };
		return true;
	}
	return false;
}

bool words_to_status(const char *text, enum tally_status *status)
{
	for (int i = TALLY_E_INVALID; i >= TALLY_E_CORE; i--) {
		*status = (enum tally_status)i;
		if (strcmp(tally_status_text(*status), text) == 0)
			return true;
	}
	return false;
}

void words_escape(char *to, size_t room, const void *bytes, size_t count)
{
	const unsigned char *from = bytes;
	size_t used = 0;

	to[0] = '\0';
	for (size_t i = 0; i < count && used + 5 <= room; i++) {
		char *at = to + used;

		if (from[i] == '\n')
			used += (size_t)sprintf(at, "\\n");
		else if (from[i] == '\\')
			used += (size_t)sprintf(at, "\\\\");
		else if (from[i] < ' ' || from[i] > '~')
			used += (size_t)sprintf(at, "\\x%02x", from[i]);
		else
			used += (size_t)sprintf(at, "%c", from[i]);
	}
}

static char hexadecimal(const char *digits)
{
	const char text[] = { digits[0], digits[1], '\0' };

	return (char)strtoul(text, NULL, 16);
}

size_t words_unescape(char *text)
{
	size_t used = 0;

	for (const char *at = text; *at; at++) {
		if (*at != '\\' || !at[1]) {
			text[used++] = *at;
		} else if (*++at == 'x' && at[1] && at[2]) {
			text[used++] = hexadecimal(at + 1);
			at += 2;
		} else {
			text[used] = *at;
			if (*at == 'n')
				text[used] = '\n';
			used++;
		}
	}
	text[used] = '\0';
	return used;
}
