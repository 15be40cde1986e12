/* SPDX-License-Identifier: MIT */
/* Which published fault a result looks like.  See faults.h. */
#include "evidence/faults.h"

#include <string.h>

static const struct proof_fault faults[] = {
#define FAULT(name, monitor, check, words, way, what, source)                  \
	{ name, monitor, check, words, FAULT_##way, what, source },
#include "evidence/faults.def"
#undef FAULT
};

enum { FAULTS = sizeof faults / sizeof *faults };

const struct proof_fault *proof_faults(unsigned *count)
{
	*count = FAULTS;
	return faults;
}

/* The others of the same check are right. */
static bool fails_alone(const struct proof *p, const struct proof_row *row)
{
	for (size_t i = 0; i < p->rows; i++)
		if (&p->row[i] != row && p->row[i].outcome == PROOF_NOT_OK &&
		    !strcmp(p->row[i].check, row->check))
			return false;
	return true;
}

static bool is_off_so(const struct proof *p, const struct proof_row *row,
		      enum fault_way way)
{
	switch (way) {
	case FAULT_ANY:
		return true;
	case FAULT_ONE_MORE:
		return row->counts && row->counted == row->most + 1 &&
		       row->counted;
	case FAULT_ONE_LESS:
		return row->counts && row->counted + 1 == row->least &&
		       row->least;
	case FAULT_MORE:
		return row->counts && row->counted > row->most;
	case FAULT_NONE:
		return row->counts && !row->counted && row->least;
	case FAULT_LOW_HALF:
		return row->counts && row->counted < row->least &&
		       (uint32_t)row->counted == (uint32_t)row->least;
	case FAULT_ALONE:
		return fails_alone(p, row);
	}
	return false;
}

static bool looks_like(const struct proof *p, const struct proof_row *row,
		       const struct proof_fault *f)
{
	return !strcmp(row->check, f->check) && strstr(row->what, f->words) &&
	       !strncmp(p->monitor, f->monitor, strlen(f->monitor)) &&
	       is_off_so(p, row, f->way);
}

unsigned proof_faults_like(const struct proof *p, const struct proof_row *row,
			   const struct proof_fault *like[FAULTS_LIKE])
{
	unsigned n = 0;

	if (row->outcome != PROOF_NOT_OK)
		return 0;
	for (unsigned i = 0; i < FAULTS && n < FAULTS_LIKE; i++)
		if (looks_like(p, row, &faults[i]) &&
		    (!n || strcmp(like[n - 1]->name, faults[i].name) != 0))
			like[n++] = &faults[i];
	return n;
}
