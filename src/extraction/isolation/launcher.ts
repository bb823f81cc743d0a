import { arch } from 'node:process';
import { createFilter, isMachine, SYSTEM_CALL_NUMBERS } from './system-calls.ts';

/**
 * Script that restricts its process, then replaces it by the program after `--`. Node cannot make arbitrary system
 * calls. Perl can, and is an essential package of Debian and Ubuntu. The script uses no module, so that a container
 * image needs the interpreter only. Arguments: numbers of prctl and seccomp, the filter, the offset of the process id
 * in it, and readable paths.
 */
const PERL_SCRIPT = `
sub call {
  my ($name, $number, @arguments) = @_;
  my $result = syscall $number + 0, @arguments;
  die "$name: $!\\n" if $result < 0;
  return $result;
}
my ($prctl, $seccomp, $filter, $own_id) = splice @ARGV, 0, 4;
my ($no_new_privileges, $all_rights, $read_folder, $read_file, $o_path) = (38, 0x1fff, 13, 5, 010000000);
call('prctl', $prctl, $no_new_privileges, 1, 0, 0, 0);
my $rules = call('landlock_create_ruleset', 444, pack('Q', $all_rights), 8, 0);
while (defined(my $path = shift)) {
  last if $path eq '--';
  sysopen(my $handle, $path, $o_path) or next;
  my $rule = pack 'Ql', (-d $handle ? $read_folder : $read_file), fileno $handle;
  call('landlock_add_rule', 445, $rules, 1, $rule, 0);
}
call('landlock_restrict_self', 446, $rules, 0);
my $code = pack 'H*', $filter;
substr($code, $own_id, 4) = pack 'V', $$;
call('seccomp', $seccomp, 1, 0, pack('Sx6P', length($code) / 8, $code));
exec { $ARGV[0] } @ARGV;
die "exec: $!\\n";
`;

/** System libraries of Node and its addons, and their configuration files. */
const SYSTEM_PATHS = [
  '/lib',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/usr/local/lib',
  '/etc/ld.so.cache',
  '/etc/ssl/openssl.cnf',
  '/etc/pki/tls/openssl.cnf',
];

/** Command that restricts itself and then runs the command that is appended to its arguments. */
export type Launcher = { program: string; args: string[] };

/**
 * Returns the launcher of a program that Landlock and seccomp restrict to reading the given files and folders and the
 * system libraries. Undefined for processors without a table of system calls.
 */
export function createLauncher(readable: readonly string[]): Launcher | undefined {
  if (!isMachine(arch)) return undefined;
  const { prctl, seccomp } = SYSTEM_CALL_NUMBERS[arch];
  const { bytes, ownIdOffset } = createFilter(arch);
  const numbers = [String(prctl), String(seccomp), bytes.toString('hex'), String(ownIdOffset)];
  const args = ['-e', PERL_SCRIPT, ...numbers, ...readable, ...SYSTEM_PATHS, '--'];
  return { program: '/usr/bin/perl', args };
}
