import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';

type Asked = { owners: readonly number[]; keys: readonly string[] };
type Counted = { key: string; names: number };

/** In how many names of these services' lists each key stands, as far as they are many; nothing for a rare one. */
export async function countListKeys(db: Db, asked: Asked): Promise<Map<string, number>> {
  const { rows } = await db.executeQuery<Counted>(selectCounts(db, asked));
  return new Map(rows.map(({ key, names }) => [key, names]));
}

const selectCounts = prepareStatement((db, value: ValueOf<Asked>) =>
  sql<Counted>`
    select c.key, sum(c.names)::integer as names
    from list_key_counts c
    where c.service_id = any((select ${value('owners')}::integer[])::integer[])
      and c.key = any((select ${value('keys')}::text[])::text[])
    group by c.key
    order by c.key
  `.compile(db),
);
