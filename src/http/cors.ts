import type { IncomingMessage } from 'node:http';
import { singleHeader } from './headers.ts';
import type { HttpReply } from './reply.ts';

/**
 * Lets pages of other origins read answers, as the Fetch standard's CORS protocol has it. Only the exact origins that the
 * operator names are let in, and never with cookies: who calls shows headers that no browser adds by itself.
 */
export type Cors = {
  /** What a browser is answered that asks first whether it may send a request, for `allow`; undefined for other requests. */
  preflight: (request: IncomingMessage) => HttpReply | undefined;
  /** The same answer with the headers that let the page which asked read it; those of others get none. */
  allow: <T extends { headers?: Record<string, string> }>(reply: T, request: IncomingMessage) => T;
};

/** Undefined where no origin is named: answers then say nothing of other origins. */
export function createCors(origins: readonly string[]): Cors | undefined {
  if (origins.length === 0) return undefined;
  const known = new Set(origins);
  const headersFor = (request: IncomingMessage): Record<string, string> => {
    const origin = singleHeader(request, 'origin');
    const isKnown = origin !== undefined && known.has(origin);
    // A cache must not give one origin the answer that another one got.
    return isKnown
      ? { vary: 'Origin', 'access-control-allow-origin': origin, ...EXPOSED }
      : { vary: 'Origin' };
  };
  return {
    preflight: (request) => {
      if (request.method !== 'OPTIONS') return undefined;
      if (singleHeader(request, 'access-control-request-method') === undefined) return undefined;
      const isKnown = 'access-control-allow-origin' in headersFor(request);
      return { status: 204, headers: isKnown ? PREFLIGHT : {}, body: '' };
    },
    allow: (reply, request) => {
      const headers = headersFor(request);
      // Pages say by themselves that they vary with the encodings a client takes.
      const vary = [reply.headers?.['vary'], headers['vary']].filter(Boolean).join(', ');
      return { ...reply, headers: { ...reply.headers, ...headers, vary } };
    },
  };
}

/** What a page may send besides what every page may. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-none-match, last-event-id, range, service, x-api-key, x-request-id',
  'access-control-max-age': '7200',
};

/** What a page may read of an answer's headers besides what every page may. */
const EXPOSED = {
  'access-control-expose-headers':
    'accept-ranges, content-disposition, content-range, etag, idempotent-replay, ignored-questions, ratelimit, ratelimit-policy, retry-after, x-request-id',
};
