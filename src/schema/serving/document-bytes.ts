import type { DocumentNode } from 'graphql';
import { textBytes } from '../../runtime/bounded-cache.ts';

/** Measured with graphql 17 on Node 24: from 220 bytes a token for lists of numbers to 450 for fields of one name each. */
const TOKEN_BYTES = 500;

/** About as many bytes as a parsed document holds alive, its text, tokens and nodes; never fewer. */
export function documentBytes({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken ?? null; token !== null; token = token.next) count += 1;
  return count * TOKEN_BYTES + textBytes(loc?.source.body ?? '');
}
