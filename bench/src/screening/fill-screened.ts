import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';
import type { ListEntry } from '../../../src/domain/lists/list-entry.ts';
import { toNamePartyType } from '../../../src/domain/screening/screened-parties.ts';
import { createRandom } from '../stats.ts';
import { type Invented, inventNames } from './invented-names.ts';
import { inventParty } from './invented-people.ts';
import { misspell, pick } from './misspell.ts';

const PLANTED_SHARE = 0.002;
const IN_BUSINESS = 5;

export type Screened = { id: number; party: Invented; isPlanted: boolean };

/**
 * Stores participants with ids from 1, of whom a few in a thousand have the misspelled name of an entry. Returns all of
 * them.
 */
export async function fillScreened(
  db: Db,
  {
    folder,
    count,
    entries,
  }: { folder: string | undefined; count: number; entries: readonly ListEntry[] },
): Promise<Screened[]> {
  const random = createRandom(5);
  const invented =
    folder === undefined
      ? Array.from({ length: count }, () => inventOne(random))
      : await inventNames(folder, { seed: 5, count });
  const order = invented.map((party) => ({ party, order: random() }));
  const mixed = order.toSorted((a, b) => a.order - b.order).map(({ party }) => party);
  const parties = mixed.map((party, at) => {
    const planted = random() < PLANTED_SHARE ? plant(entries, random) : undefined;
    return { id: at + 1, party: planted ?? fit(party), isPlanted: planted !== undefined };
  });
  await insert(db, parties);
  return parties;
}

function inventOne(random: () => number): Invented {
  const { name, isPerson } = inventParty(random);
  return { name, partyType: isPerson ? 'natural' : 'legal' };
}

function plant(entries: readonly ListEntry[], random: () => number): Invented | undefined {
  const entry = pick(entries, random);
  const name = entry && misspell(pick(entry.names, random)?.name.toUpperCase() ?? '', random);
  if (entry === undefined || name === undefined) return undefined;
  return fit({ name, partyType: toNamePartyType(entry.partyType) });
}

const NAME_LENGTH_MAX = 150;

/** As a participant is kept. */
function fit({ name, partyType }: Invented): Invented {
  const kept = name.trim().slice(0, NAME_LENGTH_MAX);
  return { name: kept, partyType: partyType === 'natural' ? 'natural' : 'legal' };
}

async function insert(db: Db, parties: readonly Screened[]): Promise<void> {
  const [types, names] = [
    parties.map(({ party }) => party.partyType),
    parties.map(({ party }) => party.name),
  ];
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into users (service_id, id, email) values (1, 1, 'user1@example.test')
      on conflict do nothing`.execute(tx);
    await sql`
      insert into businesses (service_id, id, external_id, code, name, responsible_user_id)
      select 1, n, n, 'NEG-' || n, 'Fideicomiso ' || n, 1
      from generate_series(1, ${Math.ceil(parties.length / IN_BUSINESS)}::integer) n`.execute(tx);
    await sql`
      insert into persons (service_id, id, external_id)
      select 1, n, n from generate_series(1, ${parties.length}::integer) n`.execute(tx);
    await sql`
      insert into participants (service_id, id, business_id, person_id, person_type, name)
      select 1, n, 1 + (n - 1) / ${IN_BUSINESS}::integer, n, person_type, name
      from unnest(${types}::text[], ${names}::text[]) with ordinality p (person_type, name, n)`.execute(
      tx,
    );
  });
  await sql`analyze`.execute(db);
}
