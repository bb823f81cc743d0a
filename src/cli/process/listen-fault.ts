import { OperatorError } from '../../errors.ts';

/** Address to listen on, and the variables that configure it. */
export type ListenAddress = { host: string; port: number; hostName: string; portName: string };

/** Returns an OperatorError for an address that cannot be used; other errors are returned unchanged. */
export function explainListenFault(
  cause: unknown,
  { host, port, ...names }: ListenAddress,
): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const reason = REASONS.get(code);
  if (reason === undefined) return cause;
  return new OperatorError(`${host}:${port} ${reason(names)}`, { cause });
}

type Names = Pick<ListenAddress, 'hostName' | 'portName'>;

const noAddress = ({ hostName }: Names): string =>
  `is not an address of this machine: set ${hostName}.`;

const REASONS = new Map<unknown, (names: Names) => string>([
  [
    'EADDRINUSE',
    ({ portName }) => `is taken by another program: stop that one, or set ${portName}.`,
  ],
  ['EACCES', ({ portName }) => `is not open to this user: set ${portName} to 1024 or above.`],
  ['EADDRNOTAVAIL', noAddress],
  ['ENOTFOUND', noAddress],
]);
