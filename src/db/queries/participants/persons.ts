import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { hiddenIds } from '../../statements/requested-ids.ts';
import { pipelineWithNext } from '../../statements/run-pipelined.ts';

/** Persons by the provider's ids, without duplicates. */
type PersonKeys = { serviceId: number; externalIds: readonly number[] };

/**
 * Persons that the service does not have yet, by the provider's ids. Their ids are consecutive from `firstId`, in the
 * same order.
 */
export type NewPersons = { firstId: number; externalIds: readonly number[] };

/** Statement that locks those of the persons that exist until the transaction ends, in order of id. */
export const lockPersonsByExternalIds = prepareStatement((db, value: ValueOf<PersonKeys>) =>
  db
    .selectFrom('persons')
    .select(sql<number>`1`.as('locked'))
    .where('service_id', '=', value('serviceId'))
    .where((eb) => eb('external_id', '=', eb.fn.any(hiddenIds(value('externalIds')))))
    .orderBy('id')
    .forUpdate()
    .compile(),
);

/** Statement that allocates ids for the persons that the service does not have yet; `toNewPersons` decodes the rows. */
export const allocatePersonIds = prepareStatement((db, value: ValueOf<PersonKeys>) =>
  sql<{ externalId: number; lastId: number }>`
    with new_persons as materialized (
      select requested_person.external_id
      from unnest(${value('externalIds')}::bigint[]) as requested_person (external_id)
      where not exists (
        select from persons person
        where person.service_id = ${value('serviceId')} and person.external_id = requested_person.external_id
      )
    ), counter as (
      insert into id_counters as c (service_id, kind, last_id)
      select ${value('serviceId')}::integer, 'person', count(*) from new_persons having count(*) > 0
      on conflict (service_id, kind) do update set last_id = c.last_id + excluded.last_id
      returning last_id
    )
    select new_persons.external_id as "externalId", counter.last_id as "lastId"
    from new_persons, counter
    order by new_persons.external_id
  `.compile(db),
);

/** Decodes the rows of `allocatePersonIds`. */
export function toNewPersons(rows: readonly { externalId: number; lastId: number }[]): NewPersons {
  const lastId = rows[0]?.lastId ?? 0;
  return {
    firstId: lastId - rows.length + 1,
    externalIds: rows.map((row) => row.externalId),
  };
}

/** Inserts persons as a pipelined statement. */
export async function insertPersons(
  db: Db,
  serviceId: number,
  { firstId, externalIds }: NewPersons,
): Promise<void> {
  await pipelineWithNext(db, insert(db, { serviceId, firstId, externalIds }));
}

const insert = prepareStatement((db, value: ValueOf<PersonKeys & { firstId: number }>) =>
  sql`
    insert into persons (service_id, id, external_id)
    select ${value('serviceId')}, ${value('firstId')} + ordinal - 1, external_id
    from unnest(${value('externalIds')}::bigint[]) with ordinality as new_persons (external_id, ordinal)
  `.compile(db),
);
