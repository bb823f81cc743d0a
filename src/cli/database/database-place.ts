import { Client } from 'pg';
import { parseHostList } from '../../db/hosts/host-list.ts';
import { isLoopback } from '../terminal/loopback.ts';

/** A client for each server of the URL, none of them connected: how the driver reads it, with its defaults. */
function clientsOf(url: string): Client[] {
  const urls = parseHostList(url)?.urls ?? [url];
  return urls.map((connectionString) => new Client({ connectionString }));
}

/** Hosts and ports; never user, password or name. */
export function placeOf(url: string): string {
  return clientsOf(url)
    .map(({ host, port }) => `${host}:${port}`)
    .join(', ');
}

/** The hosts on other machines that are reached without TLS. */
export function listPlainHosts(url: string): string[] {
  return clientsOf(url)
    .filter(({ host, ssl }) => !ssl && !host.startsWith('/') && !isLoopback(host))
    .map(({ host }) => host);
}
