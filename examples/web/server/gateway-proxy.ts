import type { IncomingMessage } from 'node:http';
import type { ProxyOptions } from 'vite';
import type { GatewayAccess } from './request-token.ts';

// Links to files lead to the second, with which bytes are sent and fetched; PDFs of reports are at the third.
const PATHS = ['/graphql', '/api/v4/file/', '/api/v4/socioeconomic/report/'];

/** Headers of the browser that reach the gateway; cookies and keys do not. */
const HEADERS = [
  'accept',
  'accept-encoding',
  'authorization',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
  'transfer-encoding',
];

/**
 * Passes what the page asks for on to the gateway. `x-api-key` and `service` are added to requests with a token only: the
 * gateway then judges the token, and issues none to a caller that shows one. Other requests are passed on without them.
 */
export function proxyToGateway(gateway: GatewayAccess): Record<string, ProxyOptions> {
  return Object.fromEntries(PATHS.map((path) => [path, passOn(gateway)]));
}

function passOn({ url, service, apiKey }: GatewayAccess): ProxyOptions {
  return {
    target: url,
    bypass: (request) => {
      if (!isPassedOn(request.url ?? '')) return false;
      request.headers = keepHeaders(request.headers);
      if (request.headers.authorization !== undefined)
        Object.assign(request.headers, { 'x-api-key': apiKey, service });
      return undefined;
    },
    configure: (proxy) => {
      // By itself Vite's proxy keeps a stream open whose server has gone, and the page would not notice.
      proxy.on('proxyRes', (from, _request, to) => from.on('close', () => to.destroy()));
    },
  };
}

/** Vite compares beginnings: `..` must not lead from one of these paths to another, which takes the key alone. */
function isPassedOn(target: string): boolean {
  const [path = ''] = target.split('?');
  if (!URL.canParse(target, 'http://page') || new URL(target, 'http://page').pathname !== path)
    return false;
  return PATHS.some((allowed) =>
    allowed.endsWith('/') ? path.startsWith(allowed) : path === allowed,
  );
}

function keepHeaders(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(
    HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
