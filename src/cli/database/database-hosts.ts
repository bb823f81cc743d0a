import { Client } from 'pg';
import { parseHostList } from '../../db/hosts/host-list.ts';
import { isLoopback } from '../terminal/loopback.ts';

/**
 * Creates a client for each server of a URL, without connecting: it has the host, port and TLS mode as pg parses them.
 */
function createClients(url: string): Client[] {
  const urls = parseHostList(url)?.urls ?? [url];
  return urls.map((connectionString) => new Client({ connectionString }));
}

/** Returns the hosts and ports of a URL, without user, password and database name. */
export function describeHosts(url: string): string {
  return createClients(url)
    .map(({ host, port }) => `${host}:${port}`)
    .join(', ');
}

/** Returns the hosts on other machines that are connected to without TLS. */
export function listUnencryptedHosts(url: string): string[] {
  return createClients(url)
    .filter(({ host, ssl }) => !ssl && !host.startsWith('/') && !isLoopback(host))
    .map(({ host }) => host);
}
