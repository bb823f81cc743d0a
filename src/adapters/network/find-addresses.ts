import { isIP, type LookupFunction } from 'node:net';
import type { AddressGuard } from './address-guard.ts';
import type { HostResolver, ResolvedAddress } from './resolve-host.ts';

export type FoundAddresses =
  | { kind: 'found'; addresses: readonly ResolvedAddress[] }
  | { kind: 'unknown_host' | 'refused_address' };

/** Where a URL leads, as far as the gateway may go there. */
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
  // One address that may not be called is enough: which of them is called, others could have a say in.
  const areCallable = addresses.every(({ address }) => mayCall(address));
  return areCallable ? { kind: 'found', addresses } : { kind: 'refused_address' };
}

/** The address that a URL holds in place of a name. */
export function literalOf(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? undefined : host;
}

/** Has a request connect to these addresses and ask nobody again. */
export function pinnedTo(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_name, { all }, give) => {
    if (all) give(null, [...addresses]);
    else give(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}
