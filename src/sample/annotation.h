/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_ANNOTATION_H
#define SAMPLE_ANNOTATION_H

#include "sample/sample.h"

/* A function of a profile, instruction by instruction, beside its source. */

struct annotate_insn {
	uint64_t addr;
	uint32_t word;
	const char *text;
	const char *leads_to;  /* the function's name; NULL */
	const char *inlined;   /* the function that it is of; NULL: this one */
	bool other;            /* it is not what the program's file has there */
	uint32_t place;        /* SAMPLE_NONE: it was not carried out */
	uint32_t source, line; /* SAMPLE_NONE: not known */
};

struct annotate_source {
	const char *name;
	char **text;    /* of each line, from 1; clean */
	uint32_t lines; /* 0: it could not be read, and `why` says why */
	char why[80];
	bool newer; /* than the program */
};

struct annotation {
	const struct sample *sample;
	uint32_t function;
	uint64_t *total; /* of its instructions */
	struct annotate_insn *insn;
	size_t insns; /* ascending addr */
	struct annotate_source *source;
	uint32_t sources;
};

/* Is it of the line of that source, or, for line 0, of any of its lines? */
bool annotate_belongs(const struct annotate_insn *i, uint32_t source,
		      uint32_t line);
/* The cost of an instruction; NULL: it was not carried out. */
const uint64_t *annotate_cost(const struct annotation *a,
			      const struct annotate_insn *i);
/* The sum of a line in `cost`, which has room for each column, and is given
 * back; NULL: nothing of the line was carried out. */
const uint64_t *annotate_line_cost(const struct annotation *a, uint32_t source,
				   uint32_t line, uint64_t *cost);
/* The first line behind `after` that has instructions; 0: none has. */
uint32_t annotate_next_line(const struct annotation *a, uint32_t source,
			    uint32_t after);

#endif
