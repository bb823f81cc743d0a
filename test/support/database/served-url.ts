import { inject } from 'vitest';

/**
 * The same database for a role that owns nothing, for which row-level security holds, as gateways should be run; the URL as
 * it is where its server is not the run's own, or a cluster.
 */
export function servedUrlOf(databaseUrl: string): string {
  const role = inject('servedRole');
  // A socket's address is no URL.
  if (!URL.canParse(databaseUrl)) return databaseUrl;
  const url = new URL(databaseUrl);
  if (role === undefined || url.host !== new URL(inject('templateUrl')).host) return databaseUrl;
  url.username = role;
  return url.href;
}
