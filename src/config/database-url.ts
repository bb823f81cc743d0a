import { z } from 'zod';

const PORT_MAX = 65_535;

/** URL of PostgreSQL with one host or several, or the folder of a socket and a name, as the driver accepts them. */
export const databaseUrlSchema = z
  .string()
  .regex(/^(?!.*[?&]target_session_attrs=(?!(any|primary|read-write)(&|$)))/s, {
    message: 'target_session_attrs must be any, primary or read-write',
  })
  .refine((text) => text.startsWith('/') || hasServer(text), {
    message:
      'must be postgres://user:password@host:5432/name, with / ? # and % of a password as %2F %3F %23 and %25',
  });

/**
 * True when the URL names a server. A password with a character that ends the authority would otherwise be read as a
 * host and printed.
 */
function hasServer(text: string): boolean {
  const match = /^postgres(?:ql)?:\/\/([^/?#]*)([^#]*)$/.exec(text);
  if (match === null) return false;
  const [, authority = '', rest = ''] = match;
  const userEnd = authority.lastIndexOf('@');
  if (userEnd < 0 && rest.includes('@') && authority !== '') return false;
  return authority
    .slice(userEnd + 1)
    .split(',')
    .every(isHost);
}

function isHost(text: string): boolean {
  const match = /^(?:\[[^\]]+\]|[^:[\]]*)(?::(?<port>\d{1,5}))?$/.exec(text);
  return match !== null && Number(match.groups?.['port'] ?? 0) <= PORT_MAX;
}
