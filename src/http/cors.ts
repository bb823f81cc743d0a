import type { IncomingMessage } from 'node:http';
import { findSingleHeader } from './headers.ts';
import type { HttpReply } from './reply.ts';

/**
 * CORS by the Fetch standard. Only the exact origins in the configuration are allowed, and never with cookies: callers
 * authenticate with headers that no browser adds automatically.
 */
export type Cors = {
  /** Returns the response to a preflight request, without the headers of `addHeaders`. Undefined for other requests. */
  findPreflightReply: (request: IncomingMessage) => HttpReply | undefined;
  /** Adds the CORS headers for an allowed origin, and `vary: Origin` for all. */
  addHeaders: <T extends { headers?: Record<string, string> }>(
    reply: T,
    request: IncomingMessage,
  ) => T;
};

/** Creates the CORS rules. Undefined without configured origins: responses then have no CORS headers. */
export function createCors(origins: readonly string[]): Cors | undefined {
  if (origins.length === 0) return undefined;
  const allowedOrigins = new Set(origins);
  const buildHeaders = (request: IncomingMessage): Record<string, string> => {
    const origin = findSingleHeader(request, 'origin');
    const isAllowed = origin !== undefined && allowedOrigins.has(origin);
    // A cache must not serve the response for one origin to another.
    return isAllowed
      ? { vary: 'Origin', 'access-control-allow-origin': origin, ...EXPOSED_HEADERS }
      : { vary: 'Origin' };
  };
  return {
    findPreflightReply: (request) => {
      if (request.method !== 'OPTIONS') return undefined;
      if (findSingleHeader(request, 'access-control-request-method') === undefined)
        return undefined;
      const isAllowed = 'access-control-allow-origin' in buildHeaders(request);
      return { status: 204, headers: isAllowed ? PREFLIGHT_HEADERS : {}, body: '' };
    },
    addHeaders: (reply, request) => {
      const headers = buildHeaders(request);
      // Pages already set `vary` for the content encoding.
      const vary = [reply.headers?.['vary'], headers['vary']].filter(Boolean).join(', ');
      return { ...reply, headers: { ...reply.headers, ...headers, vary } };
    },
  };
}

/** Request headers that pages may send in addition to the safelisted ones. */
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-none-match, last-event-id, range, service, x-api-key, x-request-id',
  // The longest time for which Chromium caches the response.
  'access-control-max-age': '7200',
};

/** Response headers that pages may read in addition to the safelisted ones. */
const EXPOSED_HEADERS = {
  'access-control-expose-headers':
    'accept-ranges, automatic-screening, content-disposition, content-range, date, etag, idempotent-replay, ignored-questions, ratelimit, ratelimit-policy, retry-after, x-request-id',
};
