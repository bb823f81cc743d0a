/** Processors with a table of system calls, by the names of Node. */
const MACHINES = ['x64', 'arm64'] as const;
export type Machine = (typeof MACHINES)[number];

export function isMachine(name: string): name is Machine {
  return MACHINES.some((machine) => machine === name);
}

/** `AUDIT_ARCH_*` of linux/audit.h. */
const ARCHITECTURE: Record<Machine, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** Numbers of system calls that are filtered by an argument or made by the launcher: asm/unistd.h. */
export const SYSTEM_CALL_NUMBERS: Record<
  Machine,
  Record<'clone' | 'tgkill' | 'prlimit64' | 'prctl' | 'seccomp', number>
> = {
  x64: { clone: 56, tgkill: 234, prlimit64: 302, prctl: 157, seccomp: 317 },
  arm64: { clone: 220, tgkill: 131, prlimit64: 261, prctl: 167, seccomp: 277 },
};

/** Rejected calls as `name x64 arm64`; `-` where a machine does not have the call. */
const REJECTED_CALLS = `
socket 41 198, socketpair 53 199, io_uring_setup 425 425,
fork 57 -, vfork 58 -, execveat 322 281, unshare 272 97, setns 308 268,
ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, kcmp 312 272,
pidfd_open 434 434, pidfd_getfd 438 438, pidfd_send_signal 424 424, kill 62 129, tkill 200 130,
rt_sigqueueinfo 129 138, rt_tgsigqueueinfo 297 240,
setpriority 141 140, sched_setaffinity 203 122, sched_setscheduler 144 119, sched_setparam 142 118, sched_setattr 314 274,
ioprio_set 251 30, migrate_pages 256 238, move_pages 279 239,
truncate 76 45, chmod 90 -, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452, chown 92 -, fchown 93 55, lchown 94 -,
fchownat 260 54, setxattr 188 5, lsetxattr 189 6, fsetxattr 190 7, setxattrat 463 463, removexattr 197 14,
lremovexattr 198 15, fremovexattr 199 16, removexattrat 466 466, utime 132 -, utimes 235 -, futimesat 261 -, utimensat 280 88,
shmget 29 194, msgget 68 186, semget 64 190, mq_open 240 180, open_by_handle_at 304 265,
bpf 321 280, perf_event_open 298 241, userfaultfd 323 282, add_key 248 217, request_key 249 218, keyctl 250 219`;

function listRejected(machine: Machine): number[] {
  const column = machine === 'x64' ? 1 : 2;
  const numbers = REJECTED_CALLS.split(',').map((entry) => entry.trim().split(' ')[column]);
  return numbers.filter((number) => number !== '-').map(Number);
}

/** Number of `clone3` on both machines, and the flag of `clone` that makes a thread. */
const CLONE3 = 435;
const CLONE_THREAD = 0x10000;
/** Calls of the x32 interface have this bit, and other numbers. */
const X32 = 0x40000000;

/** Error numbers: not permitted, no such call. */
const [EPERM, ENOSYS] = [1, 38];
/** Actions of a filter: SECCOMP_RET_ALLOW, SECCOMP_RET_KILL_PROCESS, and SECCOMP_RET_ERRNO with an error number. */
const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const RETURN_ERROR = 0x00050000;

/** Offsets in `struct seccomp_data`: number, architecture, lower half of the first argument. */
const [NUMBER, AUDIT_ARCH, ARGUMENT] = [0, 4, 16];

type Instruction = { code: number; onTrue: number; onFalse: number; value: number };

/** BPF_LD | BPF_W | BPF_ABS: loads the field at an offset of `struct seccomp_data`. */
const load = (value: number): Instruction => ({ code: 0x20, onTrue: 0, onFalse: 0, value });
/** BPF_RET | BPF_K: ends the filter with an action. */
const end = (value: number): Instruction => ({ code: 0x06, onTrue: 0, onFalse: 0, value });
/**
 * Returns a function that creates a jump. The jump skips `onFalse` instructions unless the loaded value equals the
 * operand (BPF_JEQ), is at least the operand (BPF_JGE) or has a bit of it (BPF_JSET).
 */
const unless =
  (code: number) =>
  (value: number, onFalse: number): Instruction => ({ code, onTrue: 0, onFalse, value });
const unlessEqual = unless(0x15);
const unlessAtLeast = unless(0x35);
const unlessHas = unless(0x45);

/** Program for seccomp(2), and the offset of the four bytes in which the launcher writes its own process id. */
export type Filter = { bytes: Buffer; ownIdOffset: number };

/**
 * Creates the filter that rejects with EPERM: sockets, new processes, signals to other processes, and changes to files
 * or other processes. Threads are allowed. `clone3`, whose flags a filter cannot read, fails with ENOSYS, so that glibc
 * calls `clone`. A call of another architecture or of the x32 interface kills the process.
 */
export function createFilter(machine: Machine): Filter {
  const { clone, tgkill, prlimit64 } = SYSTEM_CALL_NUMBERS[machine];
  const unlessOwnId = unlessEqual(0, 1);
  const program = [
    load(AUDIT_ARCH),
    { ...unlessEqual(ARCHITECTURE[machine], 0), onTrue: 1 },
    end(KILL_PROCESS),
    load(NUMBER),
    unlessAtLeast(X32, 1),
    end(KILL_PROCESS),
    ...ifCalled(clone, allowIf(unlessHas(CLONE_THREAD, 1))),
    ...ifCalled(tgkill, allowIf(unlessOwnId)),
    ...ifCalled(prlimit64, allowIf(unlessEqual(0, 1))),
    ...ifCalled(CLONE3, [end(RETURN_ERROR | ENOSYS)]),
    ...listRejected(machine).flatMap((number) => ifCalled(number, [end(RETURN_ERROR | EPERM)])),
    end(ALLOW),
  ];
  return { bytes: encode(program), ownIdOffset: program.indexOf(unlessOwnId) * 8 + 4 };
}

/** Allows a call when its first argument passes the test; otherwise rejects it with EPERM. */
function allowIf(unlessPassed: Instruction): Instruction[] {
  return [load(ARGUMENT), unlessPassed, end(ALLOW), end(RETURN_ERROR | EPERM)];
}

/** Runs instructions only for the system call of this number. */
function ifCalled(number: number, instructions: Instruction[]): Instruction[] {
  return [unlessEqual(number, instructions.length), ...instructions];
}

/** Encodes instructions as `struct sock_filter`, in the byte order of both machines. */
function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, { code, onTrue, onFalse, value }] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(onTrue, index * 8 + 2);
    bytes.writeUInt8(onFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}
