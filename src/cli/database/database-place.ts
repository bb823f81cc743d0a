import { Client } from 'pg';
import { parseHostList } from '../../db/hosts/host-list.ts';
import { isLoopback } from '../terminal/loopback.ts';

/** Unconnected clients for the servers of a URL, which show how the driver parses it, with its defaults. */
function createClients(url: string): Client[] {
  const urls = parseHostList(url)?.urls ?? [url];
  return urls.map((connectionString) => new Client({ connectionString }));
}

/** Hosts and ports of a URL, without user, password and database name. */
export function describeHosts(url: string): string {
  return createClients(url)
    .map(({ host, port }) => `${host}:${port}`)
    .join(', ');
}

/** Hosts on other machines that are connected to without TLS. */
export function listPlainHosts(url: string): string[] {
  return createClients(url)
    .filter(({ host, ssl }) => !ssl && !host.startsWith('/') && !isLoopback(host))
    .map(({ host }) => host);
}
