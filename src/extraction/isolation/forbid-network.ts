import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/*
 * Preloaded by each thread of a reader process. OCR engines load their data from packages; a download of missing data
 * fails here. This restricts well-behaved code only: the kernel isolates code that a document injects.
 */
globalThis.fetch = refuse;
for (const [target, names] of [
  [net, ['connect', 'createConnection']],
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen']],
  [dgram.Socket.prototype, ['bind', 'connect', 'send']],
  [dns, listFunctions(dns)],
  [dns.promises, listFunctions(dns.promises)],
  [dns.Resolver.prototype, listFunctions(dns.Resolver.prototype)],
  [dns.promises.Resolver.prototype, listFunctions(dns.promises.Resolver.prototype)],
] as const)
  for (const name of names) Reflect.set(target, name, refuse);
syncBuiltinESMExports();

function listFunctions(target: object): string[] {
  return Object.keys(Object.getOwnPropertyDescriptors(target)).filter(
    (name) => name !== 'constructor' && typeof Reflect.get(target, name) === 'function',
  );
}

function refuse(): never {
  throw new Error('Reader processes have no network access.');
}
