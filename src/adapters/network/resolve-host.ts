import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

export type ResolvedAddress = { address: string; family: number };

/** Returns the addresses of a host name, or none. */
export type HostResolver = (name: string) => Promise<ResolvedAddress[]>;

const OPTIONS = { timeout: 2_000, tries: 2 };

/**
 * Creates a resolver that queries DNS instead of getaddrinfo, which would block one of the few threads of the file
 * system for as long as a foreign name server delays, and would use the local hosts file.
 */
export function createHostResolver(): HostResolver {
  return async (name) => {
    const resolver = new Resolver(OPTIONS);
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return results
      .flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
      .map((address) => ({ address, family: isIP(address) }));
  };
}
