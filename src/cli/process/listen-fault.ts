import { OperatorError } from '../../errors.ts';

/** Address to listen on, and the names of the variables that configure it. */
export type ListenAddress = { host: string; port: number; hostName: string; portName: string };

/** Returns an OperatorError when the address cannot be used; returns any other error unchanged. */
export function explainListenFault(
  cause: unknown,
  { host, port, ...names }: ListenAddress,
): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const reason = REASONS_BY_CODE.get(code);
  if (reason === undefined) return cause;
  return new OperatorError(`${host}:${port} ${reason(names)}`, { cause });
}

type VariableNames = Pick<ListenAddress, 'hostName' | 'portName'>;

const describeForeignAddress = ({ hostName }: VariableNames): string =>
  `is not an address of this machine: set ${hostName}.`;

const REASONS_BY_CODE = new Map<unknown, (names: VariableNames) => string>([
  [
    'EADDRINUSE',
    ({ portName }) => `is taken by another program: stop that one, or set ${portName}.`,
  ],
  ['EACCES', ({ portName }) => `is not open to this user: set ${portName} to 1024 or above.`],
  ['EADDRNOTAVAIL', describeForeignAddress],
  ['ENOTFOUND', describeForeignAddress],
]);
