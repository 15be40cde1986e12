/* SPDX-License-Identifier: MIT */
/*
 * A user describes traffic and faults by words `name=value` with commas
 * between.
 */
#include "boards/src/ahb/inner.h"

#include <string.h>

#include "base/number.h"

enum { WORD = 64 };

static const char *const type_names[AHB_TYPES + 1] = {
	"single", "incr",   "wrap4",  "incr4", "wrap8",
	"incr8",  "wrap16", "incr16", "mix",
};

/* The next word of *text, up to a comma; false: none, or it is too long. */
static bool word(const char **text, char out[WORD], struct error *err)
{
	size_t length = strcspn(*text, ",");

	if (length == 0)
		return error_set(err, "an empty word: write name=value, with "
				      "one comma between two");
	if (length >= WORD)
		return error_set(err,
				 "\"%.20s...\" is too long for a word: "
				 "write name=value",
				 *text);
	memcpy(out, *text, length);
	out[length] = '\0';
	*text += length;
	if (**text == ',' && *++*text == '\0')
		return error_set(err, "a comma at the end: another word "
				      "name=value has to follow it");
	return true;
}

static bool number(const char *name, const char *value, uint64_t low,
		   uint64_t high, uint64_t *out, struct error *err)
{
	if (!number_read(value, out, err) || *out < low || *out > high)
		return error_set(err,
				 "%s=%s: a number from %llu to %llu is wanted",
				 name, value, (unsigned long long)low,
				 (unsigned long long)high);
	return true;
}

static bool exp_burst(const char *value, struct ahb_pattern *p,
		      struct error *err)
{
	uint64_t n;

	for (unsigned i = 0; i <= AHB_TYPES; i++) {
		if (strcmp(value, type_names[i]) == 0) {
			p->type = (uint8_t)i;
			return true;
		}
	}
	if (*value < '0' || *value > '9')
		return error_set(err,
				 "burst=%s: write single, incr, wrap4, incr4, "
				 "wrap8, incr8, wrap16, incr16, mix or a "
				 "number of beats",
				 value);
	if (!number("burst", value, 1, 255, &n, err))
		return false;
	p->type = n == 1    ? AHB_SINGLE
		  : n == 4  ? AHB_INCR4
		  : n == 8  ? AHB_INCR8
		  : n == 16 ? AHB_INCR16
			    : AHB_INCR;
	p->burst = (uint32_t)n;
	return true;
}

/* The words of a pattern, and the range of each value. */
struct word_row {
	const char *name;
	uint64_t low, high;
	bool exp_only;
};

enum {
	WORD_EVERY,
	WORD_BEATS,
	WORD_SIZE,
	WORD_WRITES,
	WORD_BASE,
	WORD_SPAN,
	WORD_PAGE,
	WORD_COUNT,
	WORD_FROM,
	WORDS
};

static const struct word_row words[WORDS] = {
	[WORD_EVERY] = { "every", 1, UINT32_MAX, false },
	[WORD_BEATS] = { "beats", 1, 255, true },
	[WORD_SIZE] = { "size", 1, 4, true },
	[WORD_WRITES] = { "writes", 0, 100, false },
	[WORD_BASE] = { "base", 0, UINT32_MAX, false },
	[WORD_SPAN] = { "span", 1, 0x10000000, false },
	[WORD_PAGE] = { "page", 1, 0x10000000, false },
	[WORD_COUNT] = { "count", 0, UINT64_MAX / 2, false },
	[WORD_FROM] = { "from", 0, UINT64_MAX / 2, false },
};

static void set_word(struct ahb_pattern *p, unsigned i, uint64_t n)
{
	switch (i) {
	case WORD_EVERY:
		p->every = n;
		break;
	case WORD_BEATS:
		p->burst = (uint32_t)n;
		break;
	case WORD_SIZE:
		p->size = (uint8_t)n;
		break;
	case WORD_WRITES:
		p->writes = (uint8_t)n;
		break;
	case WORD_BASE:
		p->base = (uint32_t)n;
		break;
	case WORD_SPAN:
		p->span = (uint32_t)n;
		break;
	case WORD_PAGE:
		p->page = (uint32_t)n;
		break;
	case WORD_COUNT:
		p->count = n;
		break;
	default:
		p->from = n;
		break;
	}
}

static bool pattern_word(enum ahb_layer layer, char *text,
			 struct ahb_pattern *p, struct error *err)
{
	bool exp = layer == AHB_EXP;
	char *value = strchr(text, '=');
	uint64_t n;

	if (!value)
		return error_set(err, "\"%s\" has no value: write %s=value",
				 text, text);
	*value++ = '\0';
	if (strcmp(text, "burst") == 0 && exp)
		return exp_burst(value, p, err);
	if (strcmp(text, "burst") == 0) {
		if (!number(text, value, 1, UINT32_MAX / 8, &n, err))
			return false;
		p->burst = (uint32_t)n;
		return true;
	}
	for (unsigned i = 0; i < WORDS; i++) {
		if (strcmp(text, words[i].name) != 0 ||
		    (words[i].exp_only && !exp))
			continue;
		if (!number(text, value, words[i].low, words[i].high, &n, err))
			return false;
		set_word(p, i, n);
		return true;
	}
	return error_set(err,
			 "\"%s\" is nothing to set: write burst, every, %s"
			 "writes, base, span, page, count or from",
			 text, exp ? "beats, size, " : "");
}

static uint32_t longest(const struct ahb_pattern *p)
{
	uint32_t beats = p->burst > 16 ? p->burst : 16;

	return beats * p->size;
}

static bool check(enum ahb_layer layer, struct ahb_pattern *p,
		  struct error *err)
{
	uint64_t end = (uint64_t)p->base + p->span;

	if (p->size == 3)
		return error_set(err, "size=3: write 1, 2 or 4");
	if (p->base % p->size || p->span % p->size || p->page % p->size)
		return error_set(err,
				 "base, span and page have to be multiples of "
				 "the %u bytes of a transfer",
				 p->size);
	if (end > UINT64_C(0x100000000))
		return error_set(err,
				 "base=0x%08x and span=0x%x go beyond the end "
				 "of the addresses: make one of them smaller",
				 p->base, p->span);
	if (layer == AHB_EXP && p->span < longest(p))
		return error_set(err,
				 "span=%u is less than a burst: write at least "
				 "%u",
				 p->span, longest(p));
	if (layer == AHB_EXP && p->base % 1024)
		return error_set(err,
				 "base=0x%08x has to be a multiple of "
				 "1024, since bursts do not cross that",
				 p->base);
	return true;
}

bool ahb_pattern_parse(enum ahb_layer layer, const char *text,
		       struct ahb_pattern *pattern, struct error *err)
{
	const char *name = layer == AHB_EXP ? "exp" : "gxi";
	struct ahb_pattern p = {
		.on = true,
		.every = 100,
		.type = AHB_SINGLE,
		.burst = 1,
		.size = 4,
		.base = 0x01000000,
		.span = 0x00100000,
	};
	char out[WORD];

	do {
		if (!word(&text, out, err) ||
		    !pattern_word(layer, out, &p, err))
			return error_within(err, "%s", name);
	} while (*text);
	if (!check(layer, &p, err))
		return error_within(err, "%s", name);
	if (layer == AHB_GXI && p.page == 0)
		p.page = 4 * p.burst;
	*pattern = p;
	return true;
}

static bool fault_word(char *text, struct ahb_fault *f, struct error *err)
{
	static const char *const names[] = { "every", "times", "from", "to" };
	static const uint64_t low[] = { 1, 1, 0, 0 };
	char *value = strchr(text, '=');
	uint64_t n;

	if (!value)
		return error_set(err, "\"%s\" has no value: write %s=value",
				 text, text);
	*value++ = '\0';
	for (unsigned i = 0; i < 4; i++) {
		if (strcmp(text, names[i]) != 0)
			continue;
		if (!number(text, value, low[i], UINT32_MAX, &n, err))
			return false;
		if (i == 0)
			f->every = n;
		else if (i == 1)
			f->times = n;
		else if (i == 2)
			f->first = (uint32_t)n;
		else
			f->last = (uint32_t)n;
		return true;
	}
	return error_set(err,
			 "\"%s\" is nothing to set: write every, times, "
			 "from or to",
			 text);
}

static bool fault_head(char *text, struct ahb_fault *f, struct error *err)
{
	char *response = strchr(text, ':');
	unsigned layer = 0;

	if (response)
		*response++ = '\0';
	while (layer < AHB_LAYERS && strcmp(text, ahb_layer_names[layer]) != 0)
		layer++;
	if (layer == AHB_LAYERS)
		return error_set(err,
				 "\"%s\" is no layer with responses: write "
				 "armd, armi, clcdc, dma0, dma1 or exp",
				 text);
	f->layer = layer;
	if (response && strcmp(response, "error") == 0)
		f->response = AHB_ERROR;
	else if (response && strcmp(response, "retry") == 0)
		f->response = AHB_RETRY;
	else if (response && strcmp(response, "split") == 0)
		f->response = AHB_SPLIT;
	else
		return error_set(err,
				 "what shall %s get: write %s:error, %s:retry "
				 "or, for exp alone, exp:split",
				 text, text, text);
	return true;
}

bool ahb_fault_parse(const char *text, struct ahb_fault *fault,
		     struct error *err)
{
	struct ahb_fault f = { .last = UINT32_MAX, .every = 1 };
	char out[WORD];

	if (!word(&text, out, err) || !fault_head(out, &f, err))
		return false;
	while (*text)
		if (!word(&text, out, err) || !fault_word(out, &f, err))
			return false;
	if (!ahb_fault_check(&f, err))
		return false;
	*fault = f;
	return true;
}
