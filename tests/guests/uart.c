/* SPDX-License-Identifier: MIT */
/* The board's first UART: what it sends appears on the console. */
#include "common/fw.h"

int main(void)
{
	fw_uart_print("hello from the UART\n");
	fw_print("# above this line\n");
	return 0;
}
