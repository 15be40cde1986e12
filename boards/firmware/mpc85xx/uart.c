/* SPDX-License-Identifier: MIT */
/* The console alone, and a status that is not 0. */
#include "mpc85xx/fw.h"

int main(void)
{
	fw_print("hello from the UART\n");
	return 7;
}
