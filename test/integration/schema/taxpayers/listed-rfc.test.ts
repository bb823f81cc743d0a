import { beforeAll, describe, expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { addDemoLists } from '../../../support/data/demo-lists.ts';
import { deleteLists, loadSatList } from '../../../support/data/sat-lists.ts';
import { makeSat69bList } from '../../../support/data/sat69b-list.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

const LISTED = 'CIE150318QX5';
const UNLISTED = 'EKU9003173C9';
const MANY = `query ($inputs: [ValidateRfcInput!]!) {
  validateRfcs(inputs: $inputs) { normalized listed { sat69 sat69b } } }`;

async function ask(...rfcs: string[]): Promise<unknown> {
  const inputs = rfcs.map((rfc) => ({ rfc }));
  const found = at(dataOf(await gateway.graphql(MANY, { inputs })), 'validateRfcs');
  return rfcs.map((_, index) => at(found, index, 'listed'));
}

async function askV4(body: object): Promise<unknown> {
  const { body: answer } = await gateway.request('POST', '/api/v4/rfc/validate', { body });
  return at(answer, 'data', 'listed');
}

describe('what a validated RFC is listed in', () => {
  it('is not known where no list is loaded, and only what is bad where one is', async () => {
    await deleteLists(gateway.db);
    expect(await ask(LISTED, UNLISTED)).toEqual([null, null]);
    expect(await askV4({ rfc: LISTED, include_listed: true })).toBe(null);
    const row = { rfc: 'AAA010101AA1', name: 'UNO, S.C.' };
    await loadSatList(gateway.databaseUrl, {
      code: 'sat69b',
      list: makeSat69bList('2024-05-01', [
        { ...row, situation: 'Definitivo' },
        { ...row, rfc: 'BBB010101AA1', situation: 'Definitivo', definitive: '01/11/2018' },
        { ...row, rfc: 'BBB010101AA1', situation: 'Sentencia Favorable', ruled: '05/03/2020' },
      ]),
    });
    expect(await ask('AAA010101AA1', 'BBB010101AA1', UNLISTED)).toEqual([
      { sat69: null, sat69b: 'DEFINITIVE' },
      null,
      null,
    ]);
  });
});

describe('what a validated RFC is listed in, with the lists of the demo', () => {
  beforeAll(async () => {
    await deleteLists(gateway.db);
    await addDemoLists(gateway.databaseUrl);
  });

  it('is said of what is an RFC of somebody, by one statement for all', async () => {
    gateway.statements.length = 0;
    expect(await ask('cie-150318-qx5', UNLISTED, 'XAXX010101000', 'XEXX010101000', 'no')).toEqual([
      { sat69: true, sat69b: 'DEFINITIVE' },
      { sat69: false, sat69b: 'NOT_LISTED' },
      null,
      null,
      null,
    ]);
    expect(gateway.statements).toHaveLength(1);
  });

  it('costs no statement where it is not asked for', async () => {
    gateway.statements.length = 0;
    await gateway.graphql(`{ validateRfc(input: { rfc: "${LISTED}" }) { valid } }`);
    expect(await askV4({ rfc: LISTED })).toBe(null);
    expect(await askV4({ rfc: LISTED, include_listed: false })).toBe(null);
    expect(gateway.statements).toEqual([]);
  });

  it('is said on v4 in its words', async () => {
    const include_listed = true;
    expect(await askV4({ rfc: LISTED, include_listed })).toEqual({
      sat69: true,
      sat69b: 'DEFINITIVO',
    });
    expect(await askV4({ rfc: UNLISTED, include_listed })).toEqual({
      sat69: false,
      sat69b: 'NOT_LISTED',
    });
    expect(await askV4({ rfc: 'XAXX010101000', include_listed })).toBe(null);
  });

  it('is not said to whoever may not look lists up', async () => {
    const tokens = await createTestTokens(gateway.db);
    const { headers } = await createTestService(gateway.db, tokens, { scopes: ['tax:validate'] });
    gateway.statements.length = 0;
    const inputs = [{ rfc: LISTED }];
    const reply = await gateway.graphql(MANY, { inputs }, headers);
    expect(dataOf(reply)).toEqual({ validateRfcs: [{ normalized: LISTED, listed: null }] });
    expect(gateway.statements.filter((text) => text.includes('list_'))).toEqual([]);
    const body = { rfc: LISTED, include_listed: true };
    const v4 = await gateway.request('POST', '/api/v4/rfc/validate', { body, headers });
    expect(at(v4.body, 'data')).toMatchObject({ valid: true, listed: null });
  });
});
