/*===- SimulatorControls.h - What librocke_hip.so has beyond HIP ---*- C -*-===
 *
 * librocke_hip.so is HIP's module API over simulated GPUs. The environment says which:
 *
 *   ROCKE_SIM_ARCH                GPUs in order of their HIP device number, "gfx1151" (the
 *                                 default), "gfx942,gfx1100": any that the simulator has
 *   ROCKE_SIM_THREADS             host threads of a launch; default: one per core
 *   ROCKE_SIM_INSTRUCTION_BUDGET  instructions after which a wavefront counts as a runaway
 *   ROCKE_SIM_CHECK               what to check launches for, as rocke_sim_set_checks has it
 *   ROCKE_SIM_SCHEDULE            in which order to run, as rocke_sim_set_schedule has it
 *
 * They are read at the first call. A program that opens the library itself asks for a GPU with
 * rocke_sim_device_for_arch, which adds it when it is not there yet.
 *
 * A launch runs to its end inside hipModuleLaunchKernel, on the simulator's threads. As on a GPU, a
 * fault in a kernel is not the launch's result: it is that of the calls that follow, and it stays
 * (hipErrorIllegalAddress, hipErrorLaunchTimeOut or hipErrorLaunchFailure) until hipDeviceReset.
 * The functions below speak of the calling thread's own last launch and last failed call.
 *
 * Functions that return int return a hipError_t.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ROCKE_RUNTIME_SIMULATORCONTROLS_H
#define ROCKE_RUNTIME_SIMULATORCONTROLS_H

#include <stdint.h>

/* NOLINTBEGIN(readability-identifier-naming): names as C programs have them. */

#ifdef __cplusplus
extern "C" {
#endif

/* The number of the HIP device that simulates `arch` ("gfx950"). hipErrorInvalidValue (1) and no
 * device when rocke does not simulate that GPU. */
int rocke_sim_device_for_arch(const char *arch, int *device);

#define ROCKE_SIM_MAX_CLASSES 32

/* What a launch executed, in wavefront instructions. */
struct rocke_sim_stats {
  uint64_t wavefronts;
  uint64_t workgroups;
  uint64_t matrix_flop;
  uint32_t class_count; /* of counts; their names are rocke_sim_class_name's */
  uint64_t counts[ROCKE_SIM_MAX_CLASSES];
};

/* hipErrorNotReady (600) when this thread has not launched a kernel that ran to its end. */
int rocke_sim_last_stats(struct rocke_sim_stats *stats);

/* "valu", "matrix", ...; NULL from class_count on. */
const char *rocke_sim_class_name(uint32_t index);

/* The report of the fault that stopped this thread's last launch, as text of a few lines and as a
 * JSON object (reason, kernel, instruction, offset, workgroup, wavefront, lane, source_file,
 * source_line). Empty when it did not fault. Valid until the thread's next launch. */
const char *rocke_sim_last_fault_text(void);
const char *rocke_sim_last_fault_json(void);

/* What the calling thread's launches are checked for: "memory", "race", "init", "wait", "barrier",
 * of which several are joined by commas, or "all". Null or empty: nothing, which costs nothing.
 * hipErrorInvalidValue (1) for an unknown word. What is found is also written to stderr, like
 * faults. */
int rocke_sim_set_checks(const char *list);

/* In which order the wavefronts of the calling thread's launches issue and their workgroups start:
 * "seed:7" for one of many legal orders; "default", also called "in-order", null or empty for each
 * wavefront one instruction in turn. hipErrorInvalidValue (1) for anything else. */
int rocke_sim_set_schedule(const char *schedule);

/* What a checker found at one instruction. Texts live until the thread's next launch. */
struct rocke_sim_report {
  const char *text;  /* all that follows, on a few lines */
  const char *check; /* "memory", "race", "init", "wait" or "barrier" */
  const char *reason;
  const char *kernel;
  const char *instruction;
  uint64_t offset; /* from the kernel's entry */
  uint32_t workgroup[3];
  uint32_t wavefront;
  int32_t lane;            /* -1: no single one */
  uint64_t address;        /* that it is about, or 0 */
  uint64_t count;          /* how often */
  const char *source_file; /* empty without debug info */
  uint32_t source_line;
};

/* Report `index` of the calling thread's last launch, whether it faulted or not.
 * hipErrorNotReady (600) from their number on. */
int rocke_sim_last_report(uint32_t index, struct rocke_sim_report *report);

/* Whether the calling thread's launches are counted by instruction: 1, or 0 (the default). Such a
 * launch must not be checked as well. */
void rocke_sim_set_profiling(int enabled);

/* One instruction of a counted launch, summed over all wavefronts. Texts live until the thread's
 * next launch. */
struct rocke_sim_inst_profile {
  uint64_t offset; /* from the kernel's entry, modulo 2^64 */
  const char *text;
  uint32_t inst_class;     /* its name is rocke_sim_class_name's */
  const char *source_file; /* empty without debug info */
  uint32_t source_line;
  uint64_t executions;
  uint64_t lanes; /* that were on */
  uint64_t matrix_flop;
  uint64_t global_bytes;
  uint64_t global_lines; /* distinct ones of 128 bytes in each execution */
  uint64_t lds_bytes;
  uint64_t lds_cycles;
  uint64_t lds_conflict_cycles; /* of lds_cycles */
  uint64_t scratch_bytes;
};

/* Instruction `index`, by address, of the calling thread's last launch. hipErrorNotReady (600) from
 * their number on. */
int rocke_sim_last_inst_profile(uint32_t index, struct rocke_sim_inst_profile *profile);

/* Why this thread's last failed call failed, beyond its hipError_t; empty when there is no more to
 * say. Valid until the thread's next failed call. */
const char *rocke_sim_last_message(void);

/* Whether faults are also written to stderr: 1 (the default) or 0. */
void rocke_sim_set_diagnostics(int enabled);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* ROCKE_RUNTIME_SIMULATORCONTROLS_H */
