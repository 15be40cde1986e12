/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_MONITORS_H
#define CATALOG_MONITORS_H

#include "catalog/catalog.h"

/* The monitors that catalog.c knows, one table each. */
extern const struct catalog_monitor catalog_arm1136;
extern const struct catalog_monitor catalog_arm1156;
extern const struct catalog_monitor catalog_arm1176;
extern const struct catalog_monitor catalog_arm926pxp_ahb;
extern const struct catalog_monitor catalog_pxa250;
extern const struct catalog_monitor catalog_i80200;
extern const struct catalog_monitor catalog_xscale2;
extern const struct catalog_monitor catalog_l210;
extern const struct catalog_monitor catalog_l210_trm;
extern const struct catalog_monitor catalog_l210_six;
extern const struct catalog_monitor catalog_l220;
extern const struct catalog_monitor catalog_pmuv3;
extern const struct catalog_monitor catalog_cortex_a53;
extern const struct catalog_monitor catalog_cortex_a55;
extern const struct catalog_monitor catalog_cortex_a57;
extern const struct catalog_monitor catalog_cortex_a72;
extern const struct catalog_monitor catalog_cortex_a76;
extern const struct catalog_monitor catalog_neoverse_n1;
extern const struct catalog_monitor catalog_neoverse_n2;
extern const struct catalog_monitor catalog_neoverse_v1;
extern const struct catalog_monitor catalog_e500v1;
extern const struct catalog_monitor catalog_e500v2;
extern const struct catalog_monitor catalog_mpc8540;
extern const struct catalog_monitor catalog_mpc8548;

#endif
