import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

export type ResolvedAddress = { address: string; family: number };

/** Returns the addresses of a host name; none when it does not exist or DNS does not respond. */
export type HostResolver = (name: string) => Promise<ResolvedAddress[]>;

const OPTIONS = { timeout: 2_000, tries: 2 };

/**
 * Creates a resolver that queries DNS itself. getaddrinfo would block one of the few threads of the libuv pool, which
 * the file system also needs, as long as a foreign name server delays. It would also use the local hosts file.
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
