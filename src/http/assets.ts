import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PageHandler } from './reply.ts';

/** Static file of a page. `load` must return the same text at each call, because browsers cache the path for a year. */
export type Asset = { type: string; load: () => Promise<string> };

export const JAVASCRIPT = 'text/javascript; charset=utf-8';
export const CSS = 'text/css; charset=utf-8';
export const SVG = 'image/svg+xml';

/**
 * Headers of every response for pages: other sites can neither embed it nor keep a reference to its window. The content
 * security policies forbid framing.
 */
const ISOLATION_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Content security policy of pages, which run only scripts of this origin. `unsafe-inline` is for GraphiQL and the v4
 * explorer, which insert styles at run time.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Content security policy of assets: a worker has no page to inherit one from, so its own file carries one that permits
 * nothing.
 */
const ASSET_POLICY = "default-src 'none'; frame-ancestors 'none'";

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...ISOLATION_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_POLICY,
  'cache-control': 'no-store',
};

/** Creates the handler of a file: it compresses the file once per encoding and lets browsers cache it for a year. */
export function serveAsset({ type, load }: Asset): PageHandler {
  const bodies = new Map<Encoding, Uint8Array>();
  return async ({ acceptEncoding }) => {
    const encoding = chooseEncoding(acceptEncoding ?? '');
    const body = bodies.get(encoding) ?? (await ENCODERS[encoding](Buffer.from(await load())));
    bodies.set(encoding, body);
    return {
      status: 200,
      headers: {
        ...ISOLATION_HEADERS,
        'content-type': type,
        'content-security-policy': ASSET_POLICY,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
      body,
    };
  };
}

/** Returns a fingerprint of the content, 64 bits in hexadecimal, which becomes part of the path of a file. */
export function computeFingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Serializes JSON for a script element; `<` is escaped, so that no text can end the element. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Quality 5: the default, 11, takes ten times as long for files that are 10 % smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const ENCODERS = {
  br: async (bytes: Buffer): Promise<Uint8Array> => await promisify(brotliCompress)(bytes, BROTLI),
  gzip: async (bytes: Buffer): Promise<Uint8Array> => await promisify(gzip)(bytes),
  identity: async (bytes: Buffer): Promise<Uint8Array> => await Promise.resolve(bytes),
};
type Encoding = keyof typeof ENCODERS;

/**
 * Chooses Brotli, then gzip, if the header names it without `q=0`. Otherwise, also for `*`, the file is not encoded.
 */
function chooseEncoding(acceptEncoding: string): Encoding {
  const codings = acceptEncoding
    .toLowerCase()
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0*)?\s*$/.test(coding))
    .map((coding) => coding.split(';', 1)[0]?.trim());
  if (codings.includes('br')) return 'br';
  return codings.includes('gzip') ? 'gzip' : 'identity';
}
