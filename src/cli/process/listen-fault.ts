import { OperatorError } from '../../errors.ts';

/** Address to listen on, and the variables that configure it. */
export type Listening = { host: string; port: number; hostName: string; portName: string };

/** In words for the operator, where the address cannot be had; any other error as it is. */
export function listenFault(cause: unknown, { host, port, ...names }: Listening): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const reason = REASONS.get(code);
  if (reason === undefined) return cause;
  return new OperatorError(`${host}:${port} ${reason(names)}`, { cause });
}

type Names = Pick<Listening, 'hostName' | 'portName'>;

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
