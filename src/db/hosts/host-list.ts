/** Role of a server that the gateway connects to (libpq's `target_session_attrs`). */
export type SessionAttributes = 'any' | 'primary' | 'read-write';

/** Servers of a connection URL in order, each with its own URL. */
export type HostList = { urls: string[]; attributes: SessionAttributes };

/** Splits a URL into the scheme with the user, the hosts, and the path with the query. */
const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s;
const SESSION_ATTRIBUTES = /(?<=[?&])target_session_attrs=([^&]*)(&|$)/;

/**
 * Parses a URL of several servers as libpq does:
 * `postgres://user@one:5432,two:5433/db?target_session_attrs=read-write`. Returns undefined for a URL of one server
 * without `target_session_attrs`. A missing role, and any role other than `any` and `primary`, means `read-write`.
 */
export function parseHostList(url: string): HostList | undefined {
  const [, start = '', hosts = '', end = ''] = URL_PARTS.exec(url) ?? [];
  const attributes = SESSION_ATTRIBUTES.exec(end)?.[1];
  if (!hosts.includes(',') && attributes === undefined) return undefined;
  const pathAndQuery = end.replace(SESSION_ATTRIBUTES, '').replace(/[?&]$/, '');
  return {
    urls: hosts.split(',').map((host) => `${start}${host}${pathAndQuery}`),
    attributes: attributes === 'any' || attributes === 'primary' ? attributes : 'read-write',
  };
}
