import { isIP, type LookupFunction } from 'node:net';
import type { AddressGuard } from './address-guard.ts';
import type { HostResolver, ResolvedAddress } from './resolve-host.ts';

export type AddressResult =
  | { kind: 'found'; addresses: readonly ResolvedAddress[] }
  | { kind: 'unknown_host' | 'refused_address' };

/** Resolves a URL to its addresses. Returns `refused_address` when the gateway may not call one of them. */
export async function resolveAllowedAddresses(
  url: URL,
  { resolveHost, isAllowed }: { resolveHost: HostResolver; isAllowed: AddressGuard },
): Promise<AddressResult> {
  const ipLiteral = getIpLiteral(url);
  const addresses =
    ipLiteral === undefined
      ? await resolveHost(url.hostname).catch(() => [])
      : [{ address: ipLiteral, family: isIP(ipLiteral) }];
  if (addresses.length === 0) return { kind: 'unknown_host' };
  // One forbidden address rejects the host name, because an attacker may influence which of them is used.
  const areAllowed = addresses.every(({ address }) => isAllowed(address));
  return areAllowed ? { kind: 'found', addresses } : { kind: 'refused_address' };
}

/** Returns the IP address of a URL; undefined for a URL with a host name. */
export function getIpLiteral(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? undefined : host;
}

/**
 * Returns a lookup function that resolves every name to these addresses, without a DNS query: against DNS rebinding.
 */
export function createPinnedLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_name, { all }, callback) => {
    if (all) callback(null, [...addresses]);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}
