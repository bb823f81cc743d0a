import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { describeWithLists } from '../../../support/data/lists-data.ts';
import { loadSatList } from '../../../support/data/sat-lists.ts';
import { makeSat69bList } from '../../../support/data/sat69b-list.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
const FOLDER = process.env['LISTS_DATA'] ?? '';

const ONE = `query ($input: LookUpRfcInput!) { sat69b(input: $input) { verdict isAdverse isMixed
  rows { standing notices { stage channel publishedOn } } timeline { standing heldFrom heldUntil } } }`;
const MANY =
  'query ($rfcs: [String!]!) { sat69bBatch(rfcs: $rfcs) { rfc isListed verdict rows { isOverruled } } }';

async function ask(rfc: string, asOf?: string): Promise<unknown> {
  return at(dataOf(await gateway.graphql(ONE, { input: { rfc, asOf } })), 'sat69b');
}

describeWithLists('the lists as they were really published, looked up', () => {
  beforeAll(async () => {
    const { databaseUrl } = gateway;
    for (const file of [
      'hist_art69b_0001.csv',
      'hist_art69b_0002.csv',
      'Listado_Completo_69-B.2023-01.csv',
    ])
      await loadSatList(databaseUrl, {
        code: 'sat69b',
        list: { path: join(FOLDER, 'sat69b', file) },
      });
    const invented = [{ rfc: 'DDD010101AA1', name: 'CINCO, S.C.', situation: 'Definitivo' }];
    await loadSatList(databaseUrl, {
      code: 'sat69b-bis',
      list: makeSat69bList('2024-05-01', invented, '69-B Bis'),
    });
    await loadSatList(
      databaseUrl,
      { code: 'sat69-exigibles', list: { path: join(FOLDER, 'sat69', 'Exigibles.csv') } },
      { asOf: '2024-09-01' },
    );
  });

  it.each([
    ['AAA080808HL8', 'FAVORABLE_RULING', false],
    ['AAA091014835', 'REBUTTED', false],
    ['AAA120730823', 'DEFINITIVE', true],
    ['AAU070208LB4', 'PRESUMED', true],
    ['CNU130416UJ3', 'DEFINITIVE', true],
    ['ÑAÑ140114GY4', 'DEFINITIVE', true],
    ['AD&061011ET5', 'DEFINITIVE', true],
    ['DEJ080909C3A', 'FAVORABLE_RULING', false],
    ['EKU9003173C9', 'NOT_LISTED', false],
  ])('%s is %s', async (rfc, verdict, isAdverse) => {
    expect(await ask(rfc)).toMatchObject({ verdict, isAdverse });
  });

  it('SER830422DE6 has three procedures, CNU130416UJ3 its day in the gazette', async () => {
    expect(at(await ask('SER830422DE6'), 'rows')).toHaveLength(3);
    expect(at(await ask('CNU130416UJ3'), 'rows', 0, 'notices')).toContainEqual({
      stage: 'DEFINITIVE',
      channel: 'DOF',
      publishedOn: ['2018-05-31'],
    });
  });

  it('what was presumed until December 2018 is presumed on the day before', async () => {
    const rows = await gateway.db
      .selectFrom('list_entries')
      .select('entry_key as rfc')
      .where('service_id', '=', 0)
      .where('source', '=', 'sat69b')
      .where('status', '=', 'Presunto')
      .where(sql<boolean>`valid_to = '2018-12-05'`)
      .where('entry_key', 'not like', '%/%')
      .orderBy('entry_key')
      .limit(5)
      .execute();
    expect(rows).toHaveLength(5);
    for (const { rfc } of rows)
      expect(await ask(rfc, '2018-12-04')).toMatchObject({
        verdict: 'PRESUMED',
        timeline: [{ standing: 'PRESUMED', heldFrom: '2018-10-26', heldUntil: null }],
      });
  });

  it('who was decided anew after a ruling stays definitive, and nobody is overruled', async () => {
    const { rows } = await sql<{ rfc: string; isRuled: boolean }>`
      select split_part(entry_key, '/', 1) as rfc,
        bool_or(status = 'Definitivo' and details @> '{"notices":[{"stage":"SENTENCIA_FAVORABLE"}]}') as "isRuled"
      from list_entries where service_id = 0 and source = 'sat69b' and valid_to is null
      group by 1 having count(*) > 1 or bool_or(details @> '{"notices":[{"stage":"SENTENCIA_FAVORABLE"}]}')
      order by 1`.execute(gateway.db);
    const rfcs = rows.map(({ rfc }) => rfc);
    const listings = at(dataOf(await gateway.graphql(MANY, { rfcs })), 'sat69bBatch');
    expect(JSON.stringify(listings)).not.toContain('"isOverruled":true');
    const ruled = rows
      .filter(({ isRuled }) => isRuled)
      .map(({ rfc }) => ({ rfc, verdict: 'DEFINITIVE' }));
    // The 27th is blanked out.
    expect(ruled).toHaveLength(26);
    expect(listings).toMatchObject(
      expect.arrayContaining(ruled.map((one) => expect.objectContaining(one))),
    );
  });

  it('BME9410137F5 owes in Nuevo León', async () => {
    const query =
      '{ sat69(input: { rfc: "BME9410137F5" }) { isListed entries { list supposition state publishedOn } } }';
    expect(dataOf(await gateway.graphql(query))).toEqual({
      sat69: {
        isListed: true,
        entries: [
          {
            list: 'sat69-exigibles',
            supposition: 'EXIGIBLES',
            state: 'NUEVO LEON',
            publishedOn: '2014-01-01',
          },
        ],
      },
    });
  });

  it('5000 of them are found in one request by one statement', async () => {
    const found = await gateway.db
      .selectFrom('list_identifiers')
      .select('value')
      .distinct()
      .where('service_id', '=', 0)
      .orderBy('value')
      .limit(5000)
      .execute();
    const rfcs = found.map(({ value }) => value);
    gateway.statements.length = 0;
    const listings = at(dataOf(await gateway.graphql(MANY, { rfcs })), 'sat69bBatch');
    expect(listings).toHaveLength(5000);
    expect(gateway.statements).toHaveLength(1);
  });
});
