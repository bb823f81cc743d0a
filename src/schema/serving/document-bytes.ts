import type { DocumentNode } from 'graphql';
import { estimateTextBytes } from '../../runtime/bounded-cache.ts';

/**
 * Upper estimate of the memory of a token with its node. Measured with graphql 17 on Node 24: 220 bytes in lists of
 * numbers, 450 bytes in selections of fields without arguments.
 */
const TOKEN_BYTES = 500;

/** Returns an upper estimate of the memory that a parsed document retains, in bytes: its text, tokens and nodes. */
export function estimateDocumentBytes({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken ?? null; token !== null; token = token.next) count += 1;
  return count * TOKEN_BYTES + estimateTextBytes(loc?.source.body ?? '');
}
