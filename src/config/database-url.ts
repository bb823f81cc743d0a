import { z } from 'zod';

const PORT_MAX = 65_535;

/** A URL of PostgreSQL, of one host or several, or the folder of a socket and a name, as the driver reads them. */
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
  const found = /^postgres(?:ql)?:\/\/([^/?#]*)([^#]*)$/.exec(text);
  if (found === null) return false;
  const [, authority = '', rest = ''] = found;
  const at = authority.lastIndexOf('@');
  if (at < 0 && rest.includes('@') && authority !== '') return false;
  return authority
    .slice(at + 1)
    .split(',')
    .every(isHost);
}

function isHost(text: string): boolean {
  const found = /^(?:\[[^\]]+\]|[^:[\]]*)(?::(?<port>\d{1,5}))?$/.exec(text);
  return found !== null && Number(found.groups?.['port'] ?? 0) <= PORT_MAX;
}
