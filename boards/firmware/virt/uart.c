/* SPDX-License-Identifier: MIT */
#include "virt/virt.h"

int main(void)
{
	virt_uart_print("hello from the UART\n");
	virt_print("# above this line\n");
	return 0;
}
