import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';

/** No other number of a test begins like it, as decimal digits or as integer bytes. The lower 16 bits count up. */
const FIRST = 0x4600_0000_0000;
const AS_TEXT = /7696581\d{7}/g;
const AS_BYTES = Buffer.from([0, 0, 0x46, 0, 0, 0]);
const ENCODED = /[\w-]{12,}/g;

/**
 * Makes the sequences that services share continue from a recognizable number. Omits the sequence of service ids, which
 * have four bytes only.
 */
export async function markSharedIds(db: Db): Promise<void> {
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, ${FIRST})
    from pg_sequences where schemaname = current_schema() and data_type = 'bigint'::regtype
  `.execute(db);
}

/**
 * Returns the parts of a text that contain such a number: in clear text, or base64url-encoded as in global ids,
 * cursors, links and tokens.
 */
export function findSharedIds(text: string): string[] {
  const encoded = (text.match(ENCODED) ?? []).filter((part) => {
    const bytes = Buffer.from(part, 'base64url');
    return bytes.includes(AS_BYTES) || bytes.toString('latin1').search(AS_TEXT) >= 0;
  });
  return [...(text.match(AS_TEXT) ?? []), ...encoded];
}
