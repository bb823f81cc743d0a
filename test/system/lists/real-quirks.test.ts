import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { type LoadedList, loadList } from '../../../src/lists/load/load-list.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { verifyLists } from '../../../src/lists/verify-lists.ts';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { describeWithLists } from '../../support/data/lists-data.ts';
import { createTestPool } from '../../support/database/test-pool.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' });
const OFAC = ['sdn', 'add', 'alt', 'sdn_comments'].map((part) => `ofac/fixture_quirks/${part}.csv`);

async function load(source: keyof typeof READERS, ...paths: string[]): Promise<LoadedList> {
  const pool = createTestPool(gateway.databaseUrl);
  const files = paths.map((path) => join(process.env['LISTS_DATA'] ?? '', path));
  const read = READERS[source];
  const said = { today: '2026-01-01', loadedBy: 'test' };
  const loaded = await loadList({ pool, serviceId: 0, source, files, read, ...said });
  await pool.end();
  return loaded;
}

/** What a list holds of one thing, by entry, as `key: what`. */
async function listOf(source: string, what: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    select entry_key || ': ' || ${what} as said from list_entries e
    where service_id = 0 and source = ${source} and ${what} is not null order by entry_key collate "C"
  `.execute(gateway.db);
  return rows.map(({ said }) => said);
}

const LOADED: Record<string, LoadedList> = {};

describeWithLists('the quirks of the lists, cut from those that were really published', () => {
  beforeAll(async () => {
    LOADED['ofac'] = await load('ofac-sdn', ...OFAC);
    LOADED['sat69'] = await load('sat69-exigibles', 'sat69/fixture_exigibles.csv');
    LOADED['sat69b'] = await load('sat69b', 'sat69b/fixture_quirks_69b.csv');
  });

  it('are loaded whole', async () => {
    const warnings = 0;
    expect(LOADED['ofac']).toMatchObject({
      rows: { read: 9, kept: 9, suppressed: 0 },
      tallies: { entity: 7, individual: 2 },
      warnings,
    });
    expect(LOADED['sat69']).toMatchObject({
      rows: { read: 25, kept: 25, suppressed: 0 },
      tallies: { EXIGIBLES: 25 },
      warnings,
    });
    expect(LOADED['sat69b']).toMatchObject({
      asOf: '2022-11-30',
      rows: { read: 25, kept: 23, suppressed: 2 },
      tallies: { Definitivo: 14, 'Sentencia Favorable': 6, Desvirtuado: 2, Presunto: 3 },
      warnings: 1,
    });
    expect(await verifyLists(gateway.db, {})).toEqual([]);
  });

  it('OFAC: hyphened RFCs, short ones, several programs, and remarks that are cut within a word', async () => {
    const identifiers = sql`(select string_agg(i.kind || ' ' || i.value, ', ' order by i.position)
      from list_identifiers i where i.service_id = 0 and i.entry_id = e.id
        and i.kind in ('rfc', 'rfc10', 'curp'))`;
    expect(await listOf('ofac-sdn', identifiers)).toEqual([
      '12300: rfc CIVJ650513LJA, rfc10 OUSV640707, curp CIVJ650513HNEFLR06, curp OUVS640707HTSSLR07',
      '21079: rfc CNU130416UJ3',
      '7156: rfc DIB771110HQ1',
      '7157: rfc FVS870610LX3',
      '9386: rfc KEB020222380',
      '9402: rfc CSI0005162U3',
    ]);
    const programs = sql`case when cardinality(programs) > 1 then array_to_string(programs, ', ') end`;
    expect(await listOf('ofac-sdn', programs)).toEqual(['28264: DPRK3, CYBER2']);
    const joined = sql`case when details ->> 'remarks' ~ '"(Phone Number 8613314257947|Linked To: PROMO RAIZ S.A.S.)"'
      then 'whole' end`;
    expect(await listOf('ofac-sdn', joined)).toEqual(['12300: whole', '28264: whole']);
  });

  it('69-B: repeated taxpayers, court notes apart from names, serial days and several days in a cell', async () => {
    const repeated = sql`case when entry_key like '%/%' then status end`;
    expect(await listOf('sat69b', repeated)).toEqual([
      'AAS110331G59/2: Definitivo',
      'ARK0812185MA/2: Definitivo',
      'MCE140410K83/2: Definitivo',
      'SER830422DE6/2: Sentencia Favorable',
      'SER830422DE6/3: Definitivo',
    ]);
    const note = sql`name || ' ' || left(details ->> 'note', 27)`;
    expect(await listOf('sat69b', note)).toEqual([
      'AAS110331G59/2: ABIRA & SAFFI CORPORATIVO, S. DE R.L. DE C.V. En cumplimiento a la senten',
      'ARK0812185MA/2: ARKDIS, S.A. DE C.V. En cumplimiento a la senten',
    ]);
    const serial = sql`(select min(notice ->> 'dates') from jsonb_array_elements(details -> 'notices') notice
      where notice ->> 'published' in ('44029', '25/05/2022 - 26/04/2021'))`;
    expect(await listOf('sat69b', serial)).toEqual([
      'AAA140116926: ["2022-05-25", "2021-04-26"]',
      'CAS101105KB6: ["2020-07-17"]',
    ]);
  });

  it('whoever is asked about is found, with Ñ, & and a wrong check digit; who is blanked out is nobody', async () => {
    const rfcs = ['ÑAÑ140114GY4', 'ÑEX121116KM4', 'AD&061011ET5', 'DEJ080909C3A', 'SER830422DE6'];
    const query = `query ($rfcs: [String!]!) { sat69bBatch(rfcs: $rfcs) { verdict isMixed } }`;
    expect(at(dataOf(await gateway.graphql(query, { rfcs })), 'sat69bBatch')).toEqual([
      { verdict: 'DEFINITIVE', isMixed: false },
      { verdict: 'DEFINITIVE', isMixed: false },
      { verdict: 'DEFINITIVE', isMixed: false },
      { verdict: null, isMixed: false },
      { verdict: 'DEFINITIVE', isMixed: true },
    ]);
    const blanked = await gateway.db
      .selectFrom('list_identifiers')
      .select('value')
      .where('service_id', '=', 0)
      .where('value', 'like', 'XXXX%')
      .execute();
    expect(blanked).toEqual([]);
    const found = `{ sat69(input: { rfc: "DOR0803045A6" }) { entries { name state publishedOn } } }`;
    expect(dataOf(await gateway.graphql(found))).toEqual({
      sat69: {
        entries: [
          {
            name: 'COMPAÑIA DESTILADORA CON ORGULLO SA DE CV',
            state: 'JALISCO',
            publishedOn: '2014-01-16',
          },
        ],
      },
    });
  });
});
