import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { listBlockingKeys } from '../../../../src/domain/screening/names/blocking-keys.ts';
import type { ScreeningMatch } from '../../../../src/domain/screening/screening.ts';
import { screenSubjects } from '../../../../src/resolvers/screening/screen-subjects.ts';
import { loadNames, NOBODY } from '../../../support/data/named-lists.ts';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();
const SOURCE = 'sat69-exigibles';
const NAME = 'IMELDA FANTASTICA';
/** Likelier than the strong one, and no alert. */
const WEAK = 'IMELDA FANTASTIKA';
const STRONG = 'IMELDA FANTASTCIAS';
/** Born long before whoever is looked for. */
/** Has another name and the number of whoever is looked for. */
const NUMBERED = { name: 'ALEJANDRA REMOTA', rfc: 'ROCF841212AB1' };
const CONTRADICTED = 'IMELDA FANTASTICAA';

async function insertEntries(
  name: string,
  kind: 'primary' | 'weak',
  { count = 1, births = [] }: { count?: number; births?: string[] } = {},
): Promise<void> {
  await sql`
    with made as (
      insert into list_entries (service_id, source, entry_key, content_hash, matter_hash, party_type, name, programs, birth_dates,
        countries, details, valid_from)
      select 0, ${SOURCE}, ${name} || n, '', '', 'natural', ${name}, '{}', ${births}, '{}', '{}', '2025-01-01'
      from generate_series(1, ${count}::integer) n
      returning service_id, id, name
    )
    insert into list_names (service_id, entry_id, position, name, kind, keys)
    select service_id, id, 0, name, ${kind}, ${listBlockingKeys(name, 'natural').keys} from made`.execute(
    database.db,
  );
}

beforeAll(async () => {
  await loadNames(database.url, [['CIE150318QX5', 'COMERCIAL LEJANA']], '2024-12-31');
  await insertEntries(WEAK, 'weak', { count: 130 });
  await insertEntries(STRONG, 'primary');
  await insertEntries(NUMBERED.name, 'primary');
  await sql`
    insert into list_identifiers (service_id, entry_id, position, kind, value)
    select service_id, id, 0, 'rfc', ${NUMBERED.rfc} from list_entries
    where service_id = 0 and source = ${SOURCE} and name = ${NUMBERED.name}`.execute(database.db);
  await insertEntries(CONTRADICTED, 'primary', { births: ['1921-03-04'] });
});

async function screen(
  from: number,
  more: { birthDate?: string; rfc?: string; name?: string } = {},
): Promise<{ matches: ScreeningMatch[]; count: number | undefined }> {
  const subjects = [{ ...NOBODY, partyType: 'natural', name: NAME, ...more } as const];
  const { matchesBySubject, countsBySubject } = await screenSubjects(
    { db: database.db, serviceId: 7 },
    { subjects, lists: 'all', asOf: '2025-06-01', minScore: from },
  );
  return { matches: matchesBySubject[0] ?? [], count: countsBySubject[0] };
}

const namesOf = (matches: readonly ScreeningMatch[]): string[] =>
  matches.map(({ entry: { name } }) => name);

it('tells an alert that more than a hundred weak aliases are likelier than', async () => {
  const { matches, count } = await screen(0.85);
  expect(namesOf(matches)).toEqual([CONTRADICTED, STRONG]);
  expect(count).toBe(2);
});

it('tells alerts before the weak aliases that are possible', async () => {
  const { matches, count } = await screen(0.75);
  expect(namesOf(matches).slice(0, 2)).toEqual([CONTRADICTED, STRONG]);
  expect([matches.length, count]).toEqual([100, 132]);
});

it('tells an alert that the birth contradicts, however many are possible', async () => {
  const { matches } = await screen(0.75, { birthDate: '1985-01-31' });
  expect(matches).toHaveLength(100);
  expect(namesOf(matches)).toContain(CONTRADICTED);
  expect(matches.at(-1)).toMatchObject({
    band: 'name_contradicted',
    entry: { name: CONTRADICTED },
  });
});

it('tells who has the number that was asked for, however many have the very name', async () => {
  const { matches } = await screen(0.75, { name: WEAK, rfc: NUMBERED.rfc });
  expect(matches).toHaveLength(100);
  expect(matches[0]).toMatchObject({ band: 'identifier_exact', entry: { name: NUMBERED.name } });
});
