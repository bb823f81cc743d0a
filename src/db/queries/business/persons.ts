import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { runLater } from '../../statements/together.ts';

/** Those of the provider's person ids that the service has no person for, in order. */
export async function listUnknownPersons(
  db: Db,
  serviceId: number,
  externalIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ externalId: number }>`
    select sent.external_id as "externalId"
    from unnest(${externalIds}::bigint[]) as sent (external_id)
    where not exists (
      select from persons n where n.service_id = ${serviceId} and n.external_id = sent.external_id
    )
    order by sent.external_id
  `.execute(db);
  return rows.map((one) => one.externalId);
}

/** Adds persons with ids that count up from `firstId`, in the order given; with the next statement. */
export async function insertPersons(
  db: Db,
  serviceId: number,
  { firstId, externalIds }: { firstId: number; externalIds: readonly number[] },
): Promise<void> {
  const statement = sql`
    insert into persons (service_id, id, external_id)
    select ${serviceId}, ${firstId} + place - 1, external_id
    from unnest(${externalIds}::bigint[]) with ordinality as added (external_id, place)
  `;
  await runLater(db, statement.compile(db));
}
