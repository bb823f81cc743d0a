import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { runLater } from '../../statements/together.ts';

/** Those of the provider's person ids that the service has no person for, in order. */
export async function listUnknownPersons(
  db: Db,
  serviceId: number,
  externalIds: readonly number[],
): Promise<number[]> {
  const { rows } = await db.executeQuery(selectUnknown(db, { serviceId, externalIds }));
  return rows.map((one) => one.externalId);
}

type People = { serviceId: number; externalIds: readonly number[] };

const selectUnknown = prepareStatement((db, value: ValueOf<People>) =>
  sql<{ externalId: number }>`
    select sent.external_id as "externalId"
    from unnest(${value('externalIds')}::bigint[]) as sent (external_id)
    where not exists (
      select from persons n
      where n.service_id = ${value('serviceId')} and n.external_id = sent.external_id
    )
    order by sent.external_id
  `.compile(db),
);

/** Adds persons with ids that count up from `firstId`, in the order given; with the next statement. */
export async function insertPersons(
  db: Db,
  serviceId: number,
  { firstId, externalIds }: { firstId: number; externalIds: readonly number[] },
): Promise<void> {
  await runLater(db, insert(db, { serviceId, firstId, externalIds }));
}

const insert = prepareStatement((db, value: ValueOf<People & { firstId: number }>) =>
  sql`
    insert into persons (service_id, id, external_id)
    select ${value('serviceId')}, ${value('firstId')} + place - 1, external_id
    from unnest(${value('externalIds')}::bigint[]) with ordinality as added (external_id, place)
  `.compile(db),
);
