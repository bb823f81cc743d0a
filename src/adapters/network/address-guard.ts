import ipaddr from 'ipaddr.js';

/** Returns true when the gateway may call an address. */
export type AddressGuard = (address: string) => boolean;

/** Platform service of Azure virtual machines, which has a public address. */
const HOST_SERVICES = ['168.63.129.16'];
/** Globally assigned IPv6 addresses. All others are private, reserved or map to IPv4 addresses. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Creates a guard against SSRF, which allows public addresses and the networks that the operator permits: no
 * loopback, private, link-local (metadata services of clouds), shared or multicast address, and no IPv6 address that
 * maps to an IPv4 one.
 */
export function createAddressGuard(allowedNetworks: readonly string[]): AddressGuard {
  const networks = allowedNetworks.map((cidr) => ipaddr.parseCIDR(cidr));
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.parse(text);
    return networks.some((network) => isWithin(address, network)) || isPublic(address);
  };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv6') return isWithin(address, GLOBAL_IPV6);
  return !HOST_SERVICES.includes(address.toString());
}

function isWithin(address: Address, network: [Address, number]): boolean {
  return address.kind() === network[0].kind() && address.match(network);
}
