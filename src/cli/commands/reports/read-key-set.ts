import { readFile } from 'node:fs/promises';
import type { JWK } from 'jose';
import { OperatorError } from '../../../errors.ts';

/** Maximum size of a JWKS read from a URL; a key takes less than 1 kB. */
const BYTES_MAX = 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** Reads the keys of a JWKS from a file or a URL. Throws OperatorError when it cannot be read or contains no key. */
export async function readKeySet(source: string): Promise<JWK[]> {
  const keys = listKeys(parseJson(await readSource(source)));
  if (keys.length === 0) throw new OperatorError(`${source} contains no JWKS.`);
  return keys;
}

async function readSource(source: string): Promise<string> {
  try {
    if (!/^https?:/i.test(source)) return await readFile(source, 'utf8');
    const response = await fetch(source, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    return await readBounded(response);
  } catch (cause) {
    throw new OperatorError(`${source} cannot be read.`, { cause });
  }
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > BYTES_MAX) throw new Error('The response is too long for a JWKS.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listKeys(value: unknown): JWK[] {
  if (typeof value !== 'object' || value === null || !('keys' in value)) return [];
  return Array.isArray(value.keys) ? value.keys.filter(isKey) : [];
}

function isKey(value: unknown): value is JWK {
  return typeof value === 'object' && value !== null && 'kty' in value;
}
