import { Kysely, PostgresDialect, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type {
  CandidateQuery,
  KeysProbe,
} from '../../../../../src/db/queries/list-search/candidate-parts.ts';
import { findCandidates } from '../../../../../src/db/queries/list-search/candidates.ts';
import { readEntries } from '../../../../../src/db/queries/lists/entries.ts';
import { countListKeys } from '../../../../../src/db/queries/lists/key-counts.ts';
import type { DB } from '../../../../../src/db/tables.ts';
import type { ScreenedSubject } from '../../../../../src/domain/screening/screening.ts';
import { screenSubjects } from '../../../../../src/resolvers/screening/screen-subjects.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { explain } from '../../../../support/probes/explain.ts';

const OWNERS = [0, 7];
const SOURCE = 'sat69-firmes';
/** The rows lie on thousands of pages. */
const FEW_PAGES = 400;
const database = useDatabase();

/** 100,000 names of two words: a thousand names have each first word, ten each second. */
beforeAll(async () => {
  const { db } = database;
  await sql`
    insert into list_snapshots (service_id, source, as_of, as_of_origin, sha256, bytes, rows_read, rows_kept, rows_suppressed,
      tallies, warnings_count, warnings, loaded_by, rules)
    values (0, ${SOURCE}, '2025-01-01', 'operator', '', 1, 1, 1, 0, '{}', 0, '[]', 'test', 1)`.execute(
    db,
  );
  await sql`
    with made as (
      insert into list_entries (service_id, source, entry_key, content_hash, matter_hash, party_type, name, programs, birth_dates,
        countries, details, valid_from)
      select 0, ${SOURCE}, n::text, '', '', 'natural', 'FIRST' || n % 100 || ' SECOND' || n % 10000, '{}', '{}', '{}', '{}',
        '2025-01-01'
      from generate_series(1, 100000) n
      returning service_id, id, name
    ), named as (
      insert into list_names (service_id, entry_id, position, name, kind, keys)
      select service_id, id, 0, name, 'primary', string_to_array(name, ' ') from made
    )
    insert into list_identifiers (service_id, entry_id, position, kind, value)
    select service_id, id, 0, 'rfc', 'RFC' || lpad(id::text, 12, '0') from made`.execute(db);
  await sql`
    insert into list_key_counts (service_id, source, key, names)
    select 0, ${SOURCE}, 'FIRST' || n, 1000 from generate_series(0, 99) n`.execute(db);
  // The GIN index keeps what is new in a list of its own until then.
  await sql`vacuum analyze list_names, list_entries, list_identifiers, list_key_counts`.execute(db);
});

function ask(names: KeysProbe[]): CandidateQuery {
  return {
    owners: OWNERS,
    sources: [SOURCE],
    includesCustomLists: true,
    day: '2025-06-01',
    identifiers: [{ subject: 0, kind: 'rfc', value: 'RFC00000007700', isPrefix: true }],
    names,
    searchesAllEntries: false,
    reach: 100,
    limit: 100,
  };
}

describe('what a search sends reads no table from start to end', () => {
  const probe = { subject: 0, weight: 1, keysCount: 2 };

  it.each([
    ['by a rare key', { ...probe, keys: ['SECOND77'], also: [] }],
    ['by two keys, of which one is frequent', { ...probe, keys: ['FIRST7'], also: ['SECOND7'] }],
    ['by keys that nobody has', { ...probe, keys: ['NONE'], also: ['NEITHER'] }],
  ])('%s', async (_what, one) => {
    const plan = await explain(database.pool, async (db) => await findCandidates(db, ask([one])));
    expect(plan.scannedTables.filter((table) => table !== 'list_snapshots')).toEqual([]);
    expect(plan.pages).toBeLessThan(FEW_PAGES);
  });

  it('how many names have keys', async () => {
    const keys = ['FIRST1', 'FIRST2', 'NONE'];
    const work = async (db: Kysely<DB>) => await countListKeys(db, { owners: OWNERS, keys });
    const plan = await explain(database.pool, work);
    expect(plan.pages).toBeLessThan(FEW_PAGES);
  });

  it('entries by id', async () => {
    const keys = [1, 2, 3].map((entryId) => ({ serviceId: 0, entryId }));
    const plan = await explain(database.pool, async (db) => await readEntries(db, keys));
    expect(plan.scannedTables).toEqual([]);
    expect(plan.pages).toBeLessThan(FEW_PAGES);
  });
});

const subject = (at: number): ScreenedSubject => ({
  partyType: 'natural',
  name: `FIRST${at % 100} SECOND${at % 100}`,
  rfc: null,
  curp: null,
  passport: null,
  birthDate: null,
  country: null,
});

async function countStatements(subjects: number): Promise<number> {
  let sent = 0;
  const dialect = new PostgresDialect({ pool: database.pool });
  const db = new Kysely<DB>({ dialect, log: () => void (sent += 1) });
  const request = { lists: [SOURCE], asOf: '2025-06-01', minScore: 0.85 };
  const all = Array.from({ length: subjects }, (_, at) => subject(at));
  const screened = await screenSubjects({ db, serviceId: 7 }, { ...request, subjects: all });
  expect(screened.matchesBySubject.every((matches) => matches.length > 0)).toBe(true);
  return sent;
}

it('sends four statements for one subject and for two hundred', async () => {
  expect([await countStatements(1), await countStatements(200)]).toEqual([4, 4]);
});

it('tells how many there are where only the strongest hundred are told', async () => {
  await sql`
    with made as (
      insert into list_entries (service_id, source, entry_key, content_hash, matter_hash, party_type, name, programs, birth_dates,
        countries, details, valid_from)
      select 0, ${SOURCE}, 'same' || n, '', '', 'natural', 'IMELDA INVENTADA', '{}', '{}', '{}', '{}', '2025-01-01'
      from generate_series(1, 130) n
      returning service_id, id, name
    )
    insert into list_names (service_id, entry_id, position, name, kind, keys)
    select service_id, id, 0, name, 'primary', '{IMELDA,INVENTADA}' from made`.execute(database.db);
  const { matchesBySubject, countsBySubject } = await screenSubjects(
    { db: database.db, serviceId: 7 },
    {
      subjects: [
        {
          partyType: 'natural',
          name: 'INVENTADA IMELDA',
          rfc: null,
          curp: null,
          passport: null,
          birthDate: null,
          country: null,
        },
      ],
      lists: 'all',
      asOf: '2025-06-01',
      minScore: 0.85,
    },
  );
  expect([matchesBySubject[0]?.length, countsBySubject[0]]).toEqual([100, 130]);
});
