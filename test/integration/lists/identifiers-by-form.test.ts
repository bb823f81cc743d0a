import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { loadSatList } from '../../support/data/sat-lists.ts';
import { useDatabase } from '../../support/database/database.ts';

const database = useDatabase();

const TARGETS = `id,schema,name,aliases,identifiers
Q1,Person,Ana Uno,,cupu-800825-568;BADD110313HCMLNS06;AB 1
`;
const ENTITY = JSON.stringify({
  id: 'Q1',
  schema: 'Company',
  properties: {
    name: ['UNO, S.A.'],
    taxNumber: ['CIE150318QX5', 'DE123456789'],
    registrationNumber: ['HRB120331'],
  },
});

it.each([
  ['targets.simple.csv', TARGETS, 'rfc CUPU800825568, curp BADD110313HCMLNS06, other AB1'],
  ['entities.ftm.json', ENTITY, 'rfc CIE150318QX5, tax_id DE123456789, registration HRB120331'],
])('RFC and CURP are found as such, whatever %s of OpenSanctions calls them', async (...given) => {
  const [, text, expected] = given;
  await sql`truncate list_snapshots, list_entries cascade`.execute(database.db);
  await loadSatList(database.url, { code: 'opensanctions', list: Buffer.from(text) });
  const { rows } = await sql<{ told: string }>`
    select string_agg(kind || ' ' || value, ', ' order by position) as told from list_identifiers`.execute(
    database.db,
  );
  expect(rows).toEqual([{ told: expected }]);
});
