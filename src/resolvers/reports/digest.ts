import { createHash } from 'node:crypto';

/** Returns the SHA-256 of content, or of its consecutive pieces, in hexadecimal. */
export function toSha256(content: string | Uint8Array | readonly string[]): string {
  const hash = createHash('sha256');
  if (typeof content === 'string' || content instanceof Uint8Array)
    return hash.update(content).digest('hex');
  for (const piece of content) hash.update(piece);
  return hash.digest('hex');
}
