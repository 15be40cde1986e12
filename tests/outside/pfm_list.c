/* SPDX-License-Identifier: MIT */
/* Prints what libpfm4's tables have: PMU, code, name. */
#include <perfmon/pfmlib.h>
#include <stdio.h>

int main(void)
{
	int pmu;

	if (pfm_initialize() != PFM_SUCCESS)
		return 1;
	pfm_for_all_pmus(pmu)
	{
		pfm_pmu_info_t unit = { .size = sizeof unit };

		if (pfm_get_pmu_info(pmu, &unit) != PFM_SUCCESS)
			continue;
		for (int e = unit.first_event; e >= 0;
		     e = pfm_get_event_next(e)) {
			pfm_event_info_t event = { .size = sizeof event };

			if (pfm_get_event_info(e, PFM_OS_NONE, &event) ==
			    PFM_SUCCESS)
				printf("%s %#llx %s\n", unit.name,
				       (unsigned long long)event.code,
				       event.name);
		}
	}
	return 0;
}
