import { z } from 'zod';

const PORT_MAX = 65_535;

/** URL of PostgreSQL with one or several hosts, or the directory of a Unix socket and a database name. */
export const databaseUrlSchema = z
  .string()
  .regex(/^(?!.*[?&]target_session_attrs=(?!(any|primary|read-write)(&|$)))/s, {
    message: 'target_session_attrs must be any, primary or read-write',
  })
  .refine((text) => text.startsWith('/') || hasValidAuthority(text), {
    message:
      'must be postgres://user:password@host:5432/name, with / ? # and % of a password as %2F %3F %23 and %25',
  });

/**
 * True when the hosts and ports of the URL are well-formed or absent. An unescaped `/`, `?` or `#` in the password ends
 * the authority early, so that a part of the password would be taken for a host and appear in errors.
 */
function hasValidAuthority(text: string): boolean {
  const match = /^postgres(?:ql)?:\/\/([^/?#]*)([^#]*)$/.exec(text);
  if (match === null) return false;
  const [, authority = '', pathAndQuery = ''] = match;
  const userEnd = authority.lastIndexOf('@');
  if (userEnd < 0 && pathAndQuery.includes('@') && authority !== '') return false;
  return authority
    .slice(userEnd + 1)
    .split(',')
    .every(isHost);
}

function isHost(text: string): boolean {
  const match = /^(?:\[[^\]]+\]|[^:[\]]*)(?::(?<port>\d{1,5}))?$/.exec(text);
  return match !== null && Number(match.groups?.['port'] ?? 0) <= PORT_MAX;
}
