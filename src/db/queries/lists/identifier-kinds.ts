import { sql } from 'kysely';
import type { Db } from '../../client.ts';

type ListKey = { serviceId: number; source: string };
export type ListIdentifierKind = ListKey & { kind: string };

/** Returns which of these kinds of identifiers each list has on a day. */
export async function listIdentifierKinds(
  db: Db,
  lists: readonly ListKey[],
  { kinds, day }: { kinds: readonly string[]; day: string },
): Promise<ListIdentifierKind[]> {
  const { rows } = await sql<ListIdentifierKind>`
    select l.service_id as "serviceId", l.source, k.kind
    from unnest(${lists.map((list) => list.serviceId)}::integer[], ${lists.map((list) => list.source)}::text[])
      l (service_id, source)
    cross join unnest(${kinds}::text[]) k (kind)
    where exists (
      select from list_entries e
      join list_identifiers i on i.service_id = e.service_id and i.entry_id = e.id and i.kind = k.kind
      where e.service_id = l.service_id and e.source = l.source
        and e.valid_from <= ${day}::date and (e.valid_to is null or e.valid_to > ${day}::date)
    )
    order by l.service_id, l.source, k.kind
  `.execute(db);
  return rows;
}
