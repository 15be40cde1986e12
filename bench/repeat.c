/* SPDX-License-Identifier: MIT */
/*
 * A demo program twenty times over, so that start-up does not matter: it is
 * compiled with -Dmain=once next to this.
 */
int once(void);

int main(void)
{
	for (int i = 0; i < 20; i++)
		(void)once();
	return 0;
}
