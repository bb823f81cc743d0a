import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/*
 * Preloaded by each thread of a process that reads: its engines load what they need from their packages, and fail where they
 * would fetch it. This binds well-behaved code only; against code that a document brings along the kernel isolates.
 */
globalThis.fetch = refuse;
for (const [target, names] of [
  [net, ['connect', 'createConnection']],
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen']],
  [dgram.Socket.prototype, ['bind', 'connect', 'send']],
  [dns, functionsOf(dns)],
  [dns.promises, functionsOf(dns.promises)],
  [dns.Resolver.prototype, functionsOf(dns.Resolver.prototype)],
  [dns.promises.Resolver.prototype, functionsOf(dns.promises.Resolver.prototype)],
] as const)
  for (const name of names) Reflect.set(target, name, refuse);
syncBuiltinESMExports();

function functionsOf(target: object): string[] {
  return Object.keys(Object.getOwnPropertyDescriptors(target)).filter(
    (name) => name !== 'constructor' && typeof Reflect.get(target, name) === 'function',
  );
}

function refuse(): never {
  throw new Error('There is no network here.');
}
