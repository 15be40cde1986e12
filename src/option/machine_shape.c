/* SPDX-License-Identifier: MIT */
/*
 * Parts of a machine as somebody wants them, and not as its core has them:
 * "dcache=32K,4way", "dtlb=16", "memory=200".
 */
#include "option/machine.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum kind {
	KIND_CACHE,   /* "32K,4way", and "random" or the like behind it */
	KIND_TLB,     /* "64,2way", or "10", each with each */
	KIND_ENTRIES, /* a power of two */
	KIND_CYCLES,
};

static const struct {
	const char *name;
	enum kind kind;
	uint32_t least, most; /* of a cache: bytes */
} shapes[BOARD_SHAPES] = {
	[BOARD_ICACHE] = { "icache", KIND_CACHE, 1 << 10, 1 << 20 },
	[BOARD_DCACHE] = { "dcache", KIND_CACHE, 1 << 10, 1 << 20 },
	[BOARD_L2] = { "l2", KIND_CACHE, 8 << 10, 8 << 20 },
	[BOARD_LINE] = { "line", KIND_ENTRIES, 32, 256 },
	[BOARD_ITLB] = { "itlb", KIND_TLB, 1, 1024 },
	[BOARD_DTLB] = { "dtlb", KIND_TLB, 1, 1024 },
	[BOARD_TLB] = { "tlb", KIND_TLB, 1, 1024 },
	[BOARD_PREDICTOR] = { "predictor", KIND_ENTRIES, 4, 16384 },
	[BOARD_MEMORY] = { "memory", KIND_CYCLES, 1, 10000 },
	[BOARD_LEVEL2] = { "level2", KIND_CYCLES, 1, 255 },
	[BOARD_WALK] = { "walk", KIND_CYCLES, 1, 10000 },
	[BOARD_MISPREDICT] = { "mispredict", KIND_CYCLES, 1, 255 },
};

static const char *const policies[BOARD_POLICIES] = {
	[BOARD_ROUND_ROBIN] = "round-robin",
	[BOARD_RANDOM] = "random",
	[BOARD_PLRU] = "plru",
};

static const char what_if[] = ", what if:";

enum { KIB = 1024, WAYS_MOST = 32, ROUND_MOST = 256, TREE_WAYS = 8 };

const char *machine_shape_name(enum board_shape which)
{
	return shapes[which].name;
}

static bool is_power(unsigned long n)
{
	return n && !(n & (n - 1));
}

/* The form that a part takes. */
static bool refuse(const char *text, enum board_shape which, struct error *err)
{
	const char *name = shapes[which].name;
	const unsigned least = (unsigned)shapes[which].least,
		       most = (unsigned)shapes[which].most;

	switch (shapes[which].kind) {
	case KIND_CACHE:
		return error_set(err,
				 "--machine: '%s' is not like %s=32K,4way: %uK "
				 "to %uK, 1way to 32way, each a power of two, "
				 "and perhaps ,round-robin ,random or ,plru "
				 "(of 8 ways at most)",
				 text, name, least / KIB, most / KIB);
	case KIND_TLB:
		return error_set(err,
				 "--machine: '%s' is not like %s=64,2way: up "
				 "to %u entries in so many ways that their "
				 "sets are a power of two; without ways, up to "
				 "%d of one set",
				 text, name, most, (int)ROUND_MOST);
	case KIND_ENTRIES:
		return error_set(err,
				 "--machine: '%s' is not like %s=%u: a power "
				 "of two, %u to %u",
				 text, name, most / 2, least, most);
	case KIND_CYCLES:
	default:
		return error_set(err,
				 "--machine: '%s' is not like %s=20: cycles, "
				 "%u to %u",
				 text, name, least, most);
	}
}

/* Digits; 0: there are none, or too many. */
static unsigned long take_number(const char **at)
{
	char *end;
	unsigned long n;

	if (**at < '1' || **at > '9')
		return 0;
	n = strtoul(*at, &end, 10);
	*at = end;
	return n <= 8u << 20 ? n : 0;
}

/* ",4way" */
static unsigned long take_ways(const char **at)
{
	unsigned long ways;

	if (**at != ',')
		return 0;
	++*at;
	ways = take_number(at);
	if (strncmp(*at, "way", 3) != 0)
		return 0;
	*at += 3;
	return ways;
}

static bool take_cache(const char *at, enum board_shape which,
		       struct board_options *o)
{
	unsigned long size = take_number(&at) * KIB, ways = 0;
	unsigned policy = BOARD_POLICY_OWN;

	if (*at == 'K') {
		at++;
		ways = take_ways(&at);
	}
	if (*at == ',') {
		at++;
		for (policy = 1; policy < BOARD_POLICIES; policy++)
			if (strcmp(at, policies[policy]) == 0)
				break;
		at += strlen(at);
	}
	if (*at || !is_power(size) || !is_power(ways) || ways > WAYS_MOST ||
	    size < shapes[which].least || size > shapes[which].most ||
	    policy == BOARD_POLICIES ||
	    (policy == BOARD_PLRU && ways > TREE_WAYS))
		return false;
	o->shape[which].size = (uint32_t)size;
	o->shape[which].ways = (uint32_t)ways;
	o->shape[which].policy = (enum board_policy)policy;
	return true;
}

static bool take_tlb(const char *at, enum board_shape which,
		     struct board_options *o)
{
	unsigned long size = take_number(&at);
	unsigned long ways = *at ? take_ways(&at) : size;

	if (*at || !ways || size < ways || size > shapes[which].most ||
	    ways > ROUND_MOST || size % ways || !is_power(size / ways))
		return false;
	o->shape[which].size = (uint32_t)size;
	o->shape[which].ways = (uint32_t)ways;
	return true;
}

static bool take_plain(const char *at, enum board_shape which,
		       struct board_options *o)
{
	unsigned long n = take_number(&at);

	if (*at || n < shapes[which].least || n > shapes[which].most ||
	    (shapes[which].kind == KIND_ENTRIES && !is_power(n)))
		return false;
	o->shape[which].size = (uint32_t)n;
	return true;
}

bool machine_shape_take(const char *text, void *to, struct error *err)
{
	struct board_options *o = to;
	const char *equal = strchr(text, '=');
	unsigned which = 0;
	bool good;

	while (equal && which < BOARD_SHAPES &&
	       (strlen(shapes[which].name) != (size_t)(equal - text) ||
		strncmp(text, shapes[which].name, (size_t)(equal - text)) != 0))
		which++;
	if (!equal || which == BOARD_SHAPES)
		return error_set(err,
				 "--machine: '%s' is not like dcache=32K,4way "
				 "or memory=200: what can be had otherwise is "
				 "icache, dcache, l2, line, itlb, dtlb, tlb, "
				 "predictor, memory, level2, walk and "
				 "mispredict",
				 text);
	if (o->shape[which].size)
		return error_set(err,
				 "--machine %s is given twice, and means one "
				 "thing; leave one out",
				 shapes[which].name);
	switch (shapes[which].kind) {
	case KIND_CACHE:
		good = take_cache(equal + 1, which, o);
		break;
	case KIND_TLB:
		good = take_tlb(equal + 1, which, o);
		break;
	case KIND_ENTRIES:
	case KIND_CYCLES:
	default:
		good = take_plain(equal + 1, which, o);
	}
	return good || refuse(text, which, err);
}

/* "dcache=32K,4way" */
static void print_one(FILE *out, const struct board_options *o, unsigned which)
{
	const unsigned size = (unsigned)o->shape[which].size,
		       ways = (unsigned)o->shape[which].ways;

	if (shapes[which].kind == KIND_CACHE)
		fprintf(out, "%s=%uK,%uway", shapes[which].name, size / KIB,
			ways);
	else if (shapes[which].kind == KIND_TLB && ways != size)
		fprintf(out, "%s=%u,%uway", shapes[which].name, size, ways);
	else
		fprintf(out, "%s=%u", shapes[which].name, size);
	if (o->shape[which].policy)
		fprintf(out, ",%s", policies[o->shape[which].policy]);
}

bool machine_shape_print(FILE *out, const void *from)
{
	const struct board_options *o = from;
	bool any = false;

	for (unsigned i = 0; i < BOARD_SHAPES; i++) {
		if (!o->shape[i].size)
			continue;
		any = true;
		if (!out)
			continue;
		print_one(out, o, i);
		fputc('\n', out);
	}
	return any;
}

const char *machine_what_if(const char *title)
{
	const char *at = title ? strstr(title, what_if) : NULL;

	return at ? at + strlen(", ") : NULL;
}

char *machine_title(const struct board_options *o, const char *title)
{
	char *text = NULL;
	size_t size;
	FILE *to;

	if (!machine_shape_print(NULL, o))
		return strdup(title);
	to = memory_stream(&text, &size);
	if (!to)
		return NULL;
	fprintf(to, "%s%s", title, what_if);
	for (unsigned i = 0; i < BOARD_SHAPES; i++) {
		if (!o->shape[i].size)
			continue;
		fputc(' ', to);
		print_one(to, o, i);
	}
	fputs("; not this core", to);
	if (!memory_stream_end(to, &text))
		return text;
	free(text);
	return NULL;
}
