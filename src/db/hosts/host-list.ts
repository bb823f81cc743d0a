/** Role of a server that the gateway connects to (libpq's `target_session_attrs`). */
export type SessionAttributes = 'any' | 'primary' | 'read-write';

/** Servers of a connection URL in order, each with a URL of its own. */
export type HostList = { urls: string[]; attributes: SessionAttributes };

const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s;
const ATTRIBUTES = /(?<=[?&])target_session_attrs=([^&]*)(&|$)/;

/**
 * Parses a URL of several servers as libpq does:
 * `postgres://user@one:5432,two:5433/db?target_session_attrs=read-write`. Returns undefined for a URL of one server.
 * The default role is `read-write`.
 */
export function parseHostList(url: string): HostList | undefined {
  const [, start = '', hosts = '', end = ''] = URL_PARTS.exec(url) ?? [];
  const named = ATTRIBUTES.exec(end)?.[1];
  if (!hosts.includes(',') && named === undefined) return undefined;
  const rest = end.replace(ATTRIBUTES, '').replace(/[?&]$/, '');
  return {
    urls: hosts.split(',').map((host) => `${start}${host}${rest}`),
    attributes: named === 'any' || named === 'primary' ? named : 'read-write',
  };
}
