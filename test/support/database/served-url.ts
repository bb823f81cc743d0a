import { inject } from 'vitest';

/**
 * Returns the URL of the database for a role that owns nothing, to which row-level security applies, as gateways should
 * run. Returns the URL unchanged for a cluster, or for a server that is not that of the run.
 */
export function servedUrlOf(databaseUrl: string): string {
  const role = inject('servedRole');
  // The path of a Unix socket is no URL.
  if (!URL.canParse(databaseUrl)) return databaseUrl;
  const url = new URL(databaseUrl);
  if (role === undefined || url.host !== new URL(inject('templateUrl')).host) return databaseUrl;
  url.username = role;
  return url.href;
}
