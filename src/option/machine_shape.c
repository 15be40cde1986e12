/* SPDX-License-Identifier: MIT */
/*
 * Caches of a machine as somebody wants them, and not as its core has them:
 * "dcache=32K,4way".
 */
#include "option/machine.h"

#include <stdlib.h>
#include <string.h>

static const char *const shape_names[BOARD_SHAPES] = {
	[BOARD_ICACHE] = "icache",
	[BOARD_DCACHE] = "dcache",
};

static const char what_if[] = ", what if:";

enum {
	KIB = 1024,
	SMALLEST = 1 * KIB, /* a set of 32 ways, of lines of 32 bytes */
	LARGEST = 1024 * KIB,
	WAYS_MOST = 32,
};

static bool is_power(unsigned long n)
{
	return n && !(n & (n - 1));
}

static bool shape_refuse(const char *text, struct error *err)
{
	return error_set(err,
			 "--machine: '%s' is not like dcache=32K,4way: icache "
			 "or dcache, 1K to 1024K, 1way to 32way, each a power "
			 "of two",
			 text);
}

bool machine_shape_take(const char *text, void *to, struct error *err)
{
	struct board_options *o = to;
	const char *equal = strchr(text, '=');
	unsigned which = 0;
	unsigned long size, ways;
	char *end;

	while (equal && which < BOARD_SHAPES &&
	       (strlen(shape_names[which]) != (size_t)(equal - text) ||
		strncmp(text, shape_names[which], (size_t)(equal - text)) != 0))
		which++;
	if (!equal || which == BOARD_SHAPES || equal[1] < '1' || equal[1] > '9')
		return shape_refuse(text, err);
	size = strtoul(equal + 1, &end, 10);
	if (size > LARGEST / KIB || strncmp(end, "K,", 2) != 0 ||
	    end[2] < '1' || end[2] > '9')
		return shape_refuse(text, err);
	size *= KIB;
	ways = strtoul(end + 2, &end, 10);
	if (strcmp(end, "way") != 0 || !is_power(size) || size < SMALLEST ||
	    !is_power(ways) || ways > WAYS_MOST)
		return shape_refuse(text, err);
	if (o->shape[which].bytes)
		return error_set(err,
				 "--machine %s is given twice, and means one "
				 "thing; leave one out",
				 shape_names[which]);
	o->shape[which].bytes = (uint32_t)size;
	o->shape[which].ways = (uint32_t)ways;
	return true;
}

bool machine_shape_print(FILE *out, const void *from)
{
	const struct board_options *o = from;
	bool any = false;

	for (unsigned i = 0; i < BOARD_SHAPES; i++) {
		if (!o->shape[i].bytes)
			continue;
		any = true;
		if (out)
			fprintf(out, "%s=%uK,%uway\n", shape_names[i],
				(unsigned)(o->shape[i].bytes / KIB),
				(unsigned)o->shape[i].ways);
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
	to = open_memstream(&text, &size);
	if (!to)
		return NULL;
	fprintf(to, "%s%s", title, what_if);
	for (unsigned i = 0; i < BOARD_SHAPES; i++)
		if (o->shape[i].bytes)
			fprintf(to, " %s=%uK,%uway", shape_names[i],
				(unsigned)(o->shape[i].bytes / KIB),
				(unsigned)o->shape[i].ways);
	fputs("; not this core", to);
	if (!fclose(to))
		return text;
	free(text);
	return NULL;
}
