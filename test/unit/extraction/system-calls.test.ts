import { describe, expect, it } from 'vitest';
import { createFilter } from '../../../src/extraction/isolation/system-calls.ts';

type Call = { architecture: number; number: number; argument?: number };

/** Result of a filter for a call, as the kernel runs it: linux/filter.h. */
function judge(filter: Buffer, { architecture, number, argument = 0 }: Call): number {
  const loaded = new Map([
    [0, number],
    [4, architecture],
    [16, argument],
  ]);
  const tests = new Map<number, (left: number, right: number) => boolean>([
    [0x15, (left, right) => left === right],
    [0x35, (left, right) => left >= right],
    [0x45, (left, right) => (left & right) !== 0],
  ]);
  let accumulator = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const [code, value] = [filter.readUInt16LE(at), filter.readUInt32LE(at + 4)];
    if (code === 0x06) return value;
    if (code === 0x20) accumulator = loaded.get(value) ?? Number.NaN;
    const holds = tests.get(code)?.(accumulator, value);
    if (holds !== undefined) at += 8 * filter.readUInt8(holds ? at + 2 : at + 3);
  }
  throw new Error('The filter has no end');
}

const ALLOWED = 0x7fff0000;
const KILLED = 0x80000000;
const REFUSED = 0x00050001;
const UNKNOWN = 0x00050026;
const OWN_ID = 4711;
const CLONE_THREAD = 0x10000;
const [X64, ARM64] = [0xc000003e, 0xc00000b7];

describe.each([
  {
    machine: 'x64' as const,
    architecture: X64,
    other: ARM64,
    calls: {
      read: 0,
      execve: 59,
      socket: 41,
      kill: 62,
      tgkill: 234,
      ptrace: 101,
      clone: 56,
      prlimit64: 302,
    },
  },
  {
    machine: 'arm64' as const,
    architecture: ARM64,
    other: X64,
    calls: {
      read: 63,
      execve: 221,
      socket: 198,
      kill: 129,
      tgkill: 131,
      ptrace: 117,
      clone: 220,
      prlimit64: 261,
    },
  },
])('the filter of system calls of $machine', ({ machine, architecture, other, calls }) => {
  const { bytes, ownIdOffset } = createFilter(machine);
  const filter = Buffer.from(bytes);
  filter.writeUInt32LE(OWN_ID, ownIdOffset);
  const judged = (number: number, argument?: number): number =>
    judge(filter, { architecture, number, ...(argument === undefined ? {} : { argument }) });

  it('allows what a program does with itself', () => {
    expect([judged(calls.read), judged(calls.execve)]).toEqual([ALLOWED, ALLOWED]);
  });

  it('refuses sockets, signals and other processes', () => {
    const { socket, kill, ptrace } = calls;
    for (const number of [socket, kill, ptrace, 425, 434]) expect(judged(number)).toBe(REFUSED);
  });

  it('tells threads from processes, and itself from others', () => {
    expect([judged(calls.clone, CLONE_THREAD), judged(calls.clone, 17)]).toEqual([
      ALLOWED,
      REFUSED,
    ]);
    expect(judged(435)).toBe(UNKNOWN);
    expect([judged(calls.tgkill, OWN_ID), judged(calls.tgkill, OWN_ID + 1)]).toEqual([
      ALLOWED,
      REFUSED,
    ]);
    expect([judged(calls.prlimit64, 0), judged(calls.prlimit64, 1)]).toEqual([ALLOWED, REFUSED]);
  });

  it('ends what calls by the numbers of another machine', () => {
    expect(judge(filter, { architecture: other, number: calls.read })).toBe(KILLED);
    expect(judged(0x40000000 + calls.socket)).toBe(KILLED);
  });
});
