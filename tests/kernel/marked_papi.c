/* SPDX-License-Identifier: MIT */
/* A program with PAPI's high-level regions, and mistakes. */
#include <papi.h>
#include <stdio.h>

int main(void)
{
	volatile unsigned sum = 0;

	printf("%d", PAPI_hl_region_begin("sum"));
	for (unsigned i = 0; i < 1000000; i++)
		sum = sum + i;
	printf(" %d", PAPI_hl_read("sum"));
	printf(" %d", PAPI_hl_region_end("sum"));
	printf(" %d", PAPI_hl_region_end("sum"));
	printf(" %d", PAPI_hl_region_end("nobody"));
	printf(" %d\n", PAPI_hl_stop());
	return 0;
}
