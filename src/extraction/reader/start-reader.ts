import { type ChildProcess, fork } from 'node:child_process';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { moduleBeside } from '../../runtime/module-beside.ts';
import type { Isolation } from '../isolation/find-isolation.ts';
import { createLauncher } from '../isolation/launcher.ts';
import { FORBID_NETWORK, listReadablePaths } from '../isolation/readable-paths.ts';
import { lowerReaderPriority } from './lower-reader-priority.ts';
import { preferForOomKill } from './prefer-for-oom-kill.ts';

export type ReaderProgram = {
  /** File of the program. Default: the reader process. */
  program?: string | undefined;
  heapMegabytes: number;
  /** `pipe` makes the error output of the process readable. Default: discarded, as it may quote a document. */
  stderr?: 'pipe';
  /** `normal` for work that a request waits for. Default: below that of requests. */
  priority?: 'normal';
};

const PROGRAM = fileURLToPath(moduleBeside(import.meta.url, 'reader-process'));

/**
 * Environment of a reader process. The MALLOC variables make glibc return the memory of decoded images at once instead
 * of keeping it: mallopt(3). Other C libraries ignore them.
 */
const ENVIRONMENT = {
  /** Without HOME, the renderer reads the list of users. */
  HOME: '/nonexistent',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/**
 * Starts a reader process without the environment of the gateway, output or network. The process can read its own code
 * and packages only, and can neither write files nor start programs.
 */
export function startReader(options: ReaderProgram, { level }: Isolation): ChildProcess {
  const { program = PROGRAM } = options;
  const readable = listReadablePaths(program);
  const flags = listFlags(options, readable);
  const launcher = level === 'kernel' ? createLauncher(readable) : undefined;
  const child = fork(program, [], {
    serialization: 'advanced',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'ignore', options.stderr ?? 'ignore', 'ipc'],
    execPath: launcher?.program ?? execPath,
    execArgv: launcher === undefined ? flags : [...launcher.args, execPath, ...flags],
  });
  // The reader exits with this process and does not keep it alive.
  child.unref();
  child.channel?.unref();
  // The callback of each send reports its errors. Without a listener, they would also end this process.
  child.on('error', () => undefined);
  if (options.priority === undefined) void lowerReaderPriority(child.pid);
  void preferForOomKill(child.pid);
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
