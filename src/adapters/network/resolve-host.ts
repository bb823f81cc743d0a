import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

export type ResolvedAddress = { address: string; family: number };

/** The addresses of a name; none where it has none. */
export type HostResolver = (name: string) => Promise<ResolvedAddress[]>;

const OPTIONS = { timeout: 2_000, tries: 2 };

/**
 * Asks DNS, and not the system: getaddrinfo would hold one of the few threads that files are read with for as long as a
 * stranger's name server likes, and would find the names of this machine's own hosts file.
 */
export function createHostResolver(): HostResolver {
  return async (name) => {
    const resolver = new Resolver(OPTIONS);
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers
      .flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      .map((address) => ({ address, family: isIP(address) }));
  };
}
