import { createHash } from 'node:crypto';

/** SHA-256 of a content, or of all its pieces in their order, in hexadecimal. */
export function digestOf(content: string | Uint8Array | readonly string[]): string {
  const hash = createHash('sha256');
  if (typeof content === 'string' || content instanceof Uint8Array)
    return hash.update(content).digest('hex');
  for (const piece of content) hash.update(piece);
  return hash.digest('hex');
}
