import { isIP, type LookupFunction } from 'node:net';
import type { AddressGuard } from './address-guard.ts';
import type { HostResolver, ResolvedAddress } from './resolve-host.ts';

export type FoundAddresses =
  | { kind: 'found'; addresses: readonly ResolvedAddress[] }
  | { kind: 'unknown_host' | 'refused_address' };

/** Resolves a URL to the addresses that the gateway may call. */
export async function findAddresses(
  url: URL,
  { resolveHost, mayCall }: { resolveHost: HostResolver; mayCall: AddressGuard },
): Promise<FoundAddresses> {
  const literal = literalOf(url);
  const addresses =
    literal === undefined
      ? await resolveHost(url.hostname).catch(() => [])
      : [{ address: literal, family: isIP(literal) }];
  if (addresses.length === 0) return { kind: 'unknown_host' };
  // One forbidden address is enough to reject the name: which one is called may be influenced by others.
  const areCallable = addresses.every(({ address }) => mayCall(address));
  return areCallable ? { kind: 'found', addresses } : { kind: 'refused_address' };
}

/** Returns the address in a URL without a host name. */
export function literalOf(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? undefined : host;
}

/** Returns a lookup function that connects to these addresses without another DNS query. */
export function pinnedTo(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_name, { all }, give) => {
    if (all) give(null, [...addresses]);
    else give(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}
