import { execFileSync, spawnSync } from 'node:child_process';

/** Filter of system calls that a unit of systemd asks for. */
export type UnitFilter = {
  allowed: ReadonlySet<string>;
  /** Name of the error that any other call gets; undefined where it ends the process. */
  errorName: string | undefined;
};

/** Reads `SystemCallFilter` as systemd.exec(5) does: the first line lists what is allowed, later ones add or, by `~`, remove. */
export function readUnitFilter(unit: string): UnitFilter {
  const sets = readSets();
  const expand = (name: string): string[] =>
    name.startsWith('@') ? (sets.get(name) ?? []).flatMap(expand) : [name];
  const allowed = new Set<string>();
  for (const [, mark, names = ''] of unit.matchAll(/^SystemCallFilter=(~?)(.+)$/gm))
    for (const name of names.split(' ').flatMap(expand)) {
      if (mark === '~') allowed.delete(name);
      else allowed.add(name);
    }
  return { allowed, errorName: /^SystemCallErrorNumber=(\w+)$/m.exec(unit)?.[1] };
}

/** Sets of systemd by their names; each lists system calls and further sets. */
function readSets(): Map<string, string[]> {
  const text = execFileSync('systemd-analyze', ['syscall-filter', '--no-pager'], {
    encoding: 'utf8',
    // It notes where it cannot ask the kernel for calls of no set.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sections = text.split(/^(?=@)/m).map((section) => {
    const [name = '', ...lines] = section.split('\n');
    const members = lines.map((line) => line.trim()).filter((line) => /^[@\w-]+$/.test(line));
    return [name, members] as const;
  });
  return new Map(sections);
}

/** Loads a filter by libseccomp, as systemd does, and becomes the program of its arguments. */
const LOADER = `
import ctypes, errno, os, sys
allowed, error_name, *command = sys.argv[1:]
lib = ctypes.CDLL('libseccomp.so.2')
lib.seccomp_init.restype = ctypes.c_void_p
ALLOW, KILL_PROCESS, ERRNO = 0x7fff0000, 0x80000000, 0x00050000
default = ERRNO | getattr(errno, error_name) if error_name else KILL_PROCESS
context = ctypes.c_void_p(lib.seccomp_init(ctypes.c_uint32(default)))
for name in allowed.split(','):
    number = lib.seccomp_syscall_resolve_name(name.encode())
    # -1 is a call that this machine does not have.
    if number != -1:
        lib.seccomp_rule_add(context, ctypes.c_uint32(ALLOW), number, 0)
if lib.seccomp_load(context) != 0:
    sys.exit('The filter cannot be loaded')
os.execvp(command[0], command)
`;

/** Returns the command that runs another one under the filter. */
export function commandUnder({ allowed, errorName = '' }: UnitFilter): string[] {
  return ['python3', '-c', LOADER, [...allowed].join(','), errorName];
}

/** True when systemd names its sets and a filter can be loaded. */
export function canLoadFilters(): boolean {
  if (spawnSync('systemd-analyze', ['--version']).error !== undefined) return false;
  const { status } = spawnSync('python3', ['-c', "import ctypes; ctypes.CDLL('libseccomp.so.2')"]);
  return status === 0;
}
