/* SPDX-License-Identifier: MIT */
/*
 * A plugin of QEMU for bench/boards.py: it counts instructions and memory
 * accesses, which is the least that a tool which looks at every access does.
 */
#include <inttypes.h>
#include <stdio.h>

#include <qemu-plugin.h>

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static uint64_t instructions, accesses;

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
	const size_t count = qemu_plugin_tb_n_insns(block);

	(void)id;
	qemu_plugin_register_vcpu_tb_exec_inline(
		block, QEMU_PLUGIN_INLINE_ADD_U64, &instructions, count);
	for (size_t i = 0; i < count; i++)
		qemu_plugin_register_vcpu_mem_inline(
			qemu_plugin_tb_get_insn(block, i), QEMU_PLUGIN_MEM_RW,
			QEMU_PLUGIN_INLINE_ADD_U64, &accesses, 1);
}

static void ended(qemu_plugin_id_t id, void *ctx)
{
	(void)id;
	(void)ctx;
	fprintf(stderr, "%" PRIu64 " instructions, %" PRIu64 " accesses\n",
		instructions, accesses);
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id,
					   const qemu_info_t *info, int words,
					   char **word)
{
	(void)info;
	(void)words;
	(void)word;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	qemu_plugin_register_atexit_cb(id, ended, NULL);
	return 0;
}
