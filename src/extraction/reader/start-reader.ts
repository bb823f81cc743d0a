import { type ChildProcess, fork } from 'node:child_process';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { moduleBeside } from '../../runtime/module-beside.ts';
import type { Isolation } from '../isolation/find-isolation.ts';
import { launcherFor } from '../isolation/launcher.ts';
import { FORBID_NETWORK, listReadablePaths } from '../isolation/readable-paths.ts';
import { giveWay } from './give-way.ts';
import { offerToKill } from './offer-to-kill.ts';

export type ReaderProgram = {
  /** File of the program; by default the one that reads documents. */
  program?: string;
  heapMegabytes: number;
};

const PROGRAM = fileURLToPath(moduleBeside(import.meta.url, 'reader-process'));

/**
 * Has glibc return the memory of unpacked pictures at once instead of keeping it in pieces: mallopt(3). Other C libraries
 * ignore it.
 */
const ENVIRONMENT = {
  /** The engine that draws pages asks for it, and otherwise for the list of users. */
  HOME: '/nonexistent',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/**
 * Starts a process that reads documents. It gets nothing of this one: no environment, no output, no network, no file but its own
 * code, no right to write files or to start programs.
 */
export function startReader(options: ReaderProgram, { level }: Isolation): ChildProcess {
  const { program = PROGRAM } = options;
  const readable = listReadablePaths(program);
  const flags = listFlags(options, readable);
  const launcher = level === 'kernel' ? launcherFor(readable) : undefined;
  const child = fork(program, [], {
    serialization: 'advanced',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execPath: launcher?.program ?? execPath,
    execArgv: launcher === undefined ? flags : [...launcher.args, execPath, ...flags],
  });
  // It ends with this process and does not keep it alive.
  child.unref();
  child.channel?.unref();
  // What is wrong with a message is told to who sent it; without a listener it would end this process.
  child.on('error', () => undefined);
  void giveWay(child.pid);
  void offerToKill(child.pid);
  return child;
}

function listFlags({ heapMegabytes }: ReaderProgram, readable: readonly string[]): string[] {
  return [
    `--max-old-space-size=${heapMegabytes}`,
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--allow-addons',
    '--allow-worker',
    `--require=${FORBID_NETWORK}`,
  ];
}
