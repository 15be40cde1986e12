/* SPDX-License-Identifier: MIT */
/*
 * Responses that a user wants beats to get.
 */
#include "boards/src/ahb/inner.h"

const char *const ahb_layer_names[AHB_LAYERS] = { "armd", "armi", "clcdc",
						  "dma0", "dma1", "exp" };

bool ahb_fault_check(const struct ahb_fault *f, struct error *err)
{
	if (f->response == AHB_RETRY && f->layer != AHB_ARMD &&
	    f->layer != AHB_EXP)
		return error_set(err,
				 "%s never gets RETRY: write armd:retry, or "
				 "exp:retry, which its bridge turns into waits",
				 ahb_layer_names[f->layer]);
	if (f->response == AHB_SPLIT && f->layer != AHB_EXP)
		return error_set(err,
				 "%s never gets SPLIT: write exp:split, which "
				 "its bridge turns into waits",
				 ahb_layer_names[f->layer]);
	if (f->last < f->first)
		return error_set(err,
				 "from=0x%08x lies behind to=0x%08x: "
				 "exchange them",
				 f->first, f->last);
	return true;
}

bool ahb_inject(struct ahb *ahb, const struct ahb_fault *fault,
		struct error *err)
{
	if (fault->layer >= AHB_LAYERS)
		return error_set(err, "GXI has no responses: inject into a "
				      "layer of the matrix");
	if (!ahb_fault_check(fault, err))
		return false;
	if (ahb->faults == AHB_FAULTS)
		return error_set(err,
				 "more than %d faults at once: leave "
				 "some out",
				 AHB_FAULTS);
	ahb->fault[ahb->faults] = (struct fault){ .fault = *fault };
	ahb->faults++;
	return true;
}

/* The injected faults decide the response to this beat. */
enum ahb_response ahb_injected(struct ahb *ahb, unsigned i)
{
	uint32_t addr = ahb->layer[i].addr;
	enum ahb_response response = AHB_OKAY;

	for (unsigned k = 0; k < ahb->faults; k++) {
		struct fault *f = &ahb->fault[k];

		if (f->fault.layer != i || addr < f->fault.first ||
		    addr > f->fault.last ||
		    (f->fault.times && f->done == f->fault.times) ||
		    ++f->seen % f->fault.every)
			continue;
		f->done++;
		response = f->fault.response;
	}
	return response;
}
