import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SAT69_LISTS, type Sat69ListCode } from '../../../../src/domain/lists/list-source.ts';
import { readOwnList } from '../../../../src/lists/own/own-list.ts';
import { today } from '../../../../src/runtime/calendar.ts';
import { at, dataOf, errorOf, invalid } from '../../../support/clients/graphql.ts';
import { deleteLists, loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

const CHECKED =
  'checked { code isLoaded asOf asOfOrigin sourceSeenAt sha256 rows ageDays isStale }';
const ONE = `query ($input: LookUpRfcInput!) { sat69(input: $input) { rfc isListed
  entries { list supposition name state publishedOn amount cancelledOn fiscalYear period } ${CHECKED} } }`;
const MANY =
  'query ($rfcs: [String!]!, $asOf: Date) { sat69Batch(rfcs: $rfcs, asOf: $asOf) { rfc isListed entries { list } } }';

const LISTED = 'CIE150318QX5';
const UNLISTED = 'EKU9003173C9';
const SHA256: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
const WITH_SIGNS = 'ÑA&140114GY4';

async function ask(input: object): Promise<unknown> {
  return at(dataOf(await gateway.graphql(ONE, { input })), 'sat69');
}

function daysSince(day: string): number {
  return (Date.parse(today()) - Date.parse(day)) / 86_400_000;
}

async function refusal(input: object): Promise<unknown> {
  return errorOf(await gateway.graphql(ONE, { input }));
}

const UNAVAILABLE = { code: 'LIST_UNAVAILABLE' };

/** Both wires refuse alike; v4 says it by its status too. */
async function expectUnavailable(asOf?: string): Promise<void> {
  expect(await refusal({ rfc: UNLISTED, asOf })).toMatchObject(UNAVAILABLE);
  const body = { rfc: UNLISTED, ...(asOf === undefined ? {} : { as_of: asOf }) };
  const reply = await gateway.request('POST', '/api/v4/blacklist/sat69', { body });
  expect([reply.status, at(reply.body, 'code_message')]).toEqual([503, 'list_unavailable']);
  expect(at(reply.body, 'success')).toBe(false);
}

/** Loads one of the seven lists as of September, with two entries of one RFC. */
async function loadOneList(): Promise<void> {
  const list = makeSat69List([
    [LISTED, 'ESTRELLA'],
    [LISTED, 'ESTRELLA'],
    [WITH_SIGNS, 'ÑANDÚ & CÍA'],
  ]);
  const options = { asOf: '2024-09-01' };
  await loadSatList(gateway.databaseUrl, { code: 'sat69-exigibles', list }, options);
}

/** Loads a list as of October that has another RFC only. */
async function loadEmptied(code: Sat69ListCode): Promise<void> {
  const list = makeSat69List([['OTR010101AA1', code]], code);
  await loadSatList(gateway.databaseUrl, { code, list }, { asOf: '2024-10-01' });
}

describe('Query.sat69', () => {
  beforeEach(async () => {
    await deleteLists(gateway.db);
  });

  it('is no answer but an error while none of the lists is loaded', async () => {
    await expectUnavailable();
    expect(errorOf(await gateway.graphql(MANY, { rfcs: [UNLISTED] }))).toMatchObject(UNAVAILABLE);
  });

  it('says that an RFC is listed, and of no other whether it is, while some lists are missing', async () => {
    await loadOneList();
    const entry = {
      list: 'sat69-exigibles',
      supposition: 'EXIGIBLES',
      name: 'ESTRELLA',
      state: 'JALISCO',
      publishedOn: '2024-02-01',
      amount: null,
      cancelledOn: null,
      fiscalYear: null,
      period: null,
    };
    const found = await ask({ rfc: ' cie-150318.qx5 ' });
    expect(found).toMatchObject({ rfc: LISTED, isListed: true, entries: [entry, entry] });
    expect(at(found, 'checked', 1)).toEqual({
      code: 'sat69-exigibles',
      isLoaded: true,
      asOf: '2024-09-01',
      asOfOrigin: 'OPERATOR',
      sourceSeenAt: null,
      sha256: SHA256,
      rows: 3,
      ageDays: daysSince('2024-09-01'),
      isStale: true,
    });
    expect(at(found, 'checked', 0)).toEqual({
      code: 'sat69-firmes',
      isLoaded: false,
      asOf: null,
      asOfOrigin: null,
      sourceSeenAt: null,
      sha256: null,
      rows: null,
      ageDays: null,
      isStale: null,
    });
    expect(await ask({ rfc: WITH_SIGNS.toLowerCase() })).toMatchObject({ isListed: true });
    expect(await ask({ rfc: UNLISTED })).toMatchObject({ isListed: null, entries: [] });
  });

  it('says that one is not listed only when all seven are loaded', async () => {
    await loadOneList();
    for (const code of SAT69_LISTS) {
      expect(await ask({ rfc: UNLISTED })).toMatchObject({ isListed: null });
      await loadEmptied(code);
    }
    expect(await ask({ rfc: UNLISTED })).toMatchObject({ isListed: false, entries: [] });
    // It has left the only list in which it stood.
    expect(await ask({ rfc: LISTED })).toMatchObject({ isListed: false, entries: [] });
    expect(at(await ask({ rfc: 'OTR010101AA1' }), 'entries')).toHaveLength(7);
  });

  it('answers with the lists of the day, and never of a day before them', async () => {
    await loadOneList();
    for (const code of SAT69_LISTS) await loadEmptied(code);
    await expectUnavailable('2024-08-31');
    expect(await ask({ rfc: LISTED, asOf: '2024-09-01' })).toMatchObject({ isListed: true });
    expect(await ask({ rfc: UNLISTED, asOf: '2024-09-30' })).toMatchObject({ isListed: null });
    expect(await ask({ rfc: LISTED, asOf: '2024-10-01' })).toMatchObject({ isListed: false });
  });

  it('never tells of a list that a service has for itself', async () => {
    for (const code of SAT69_LISTS) await loadEmptied(code);
    const own = Buffer.from(`name,rfc\r\nVETADO,${UNLISTED}\r\n`);
    const { serviceId } = gateway.service;
    const options = { serviceId, source: 'custom:vetados', asOf: '2024-10-01' };
    await loadSatList(
      gateway.databaseUrl,
      { code: 'sat69-csd', list: own },
      {
        ...options,
        read: readOwnList({}),
      },
    );
    expect(await ask({ rfc: UNLISTED })).toMatchObject({ isListed: false, entries: [] });
    expect(at(await ask({ rfc: UNLISTED }), 'checked')).toHaveLength(7);
  });
});

describe('what may not be asked', () => {
  beforeAll(async () => {
    await deleteLists(gateway.db);
    await loadSatList(gateway.databaseUrl, {
      code: 'sat69-firmes',
      list: makeSat69List([[LISTED, 'ESTRELLA']], 'sat69-firmes'),
    });
  });

  it.each([
    ['', 'wrong_format'],
    ['nonsense', 'wrong_format'],
    ['XXXXXXXXXXXX', 'wrong_format'],
    ['ÁAAA010101AAA', 'wrong_format'],
    ['XAXX010101000', 'not_allowed'],
    ['xexx-010101-000', 'not_allowed'],
  ])('the RFC %j', async (rfc, code) => {
    const issues = [{ path: ['rfc'], code }];
    expect(await refusal({ rfc })).toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ path: ['rfc'], code: code.toUpperCase() }],
    });
    const reply = await gateway.request('POST', '/api/v4/blacklist/sat69', { body: { rfc } });
    expect([reply.status, at(reply.body, 'data')]).toMatchObject([400, { issues }]);
  });

  it('a day to come', async () => {
    const asOf = '2999-01-01';
    const message = 'Must not be in the future';
    expect(await refusal({ rfc: LISTED, asOf })).toEqual(
      invalid(['sat69'], { path: ['asOf'], message }),
    );
    const body = { rfc: LISTED, as_of: asOf };
    const reply = await gateway.request('POST', '/api/v4/blacklist/sat69', { body });
    const issues = [{ path: ['as_of'], code: 'too_large' }];
    expect([reply.status, at(reply.body, 'data')]).toMatchObject([400, { issues }]);
  });

  it('one among many, which refuses all', async () => {
    const issue = { path: ['rfcs', '1'], message: 'Must be in the format of an RFC' };
    const reply = await gateway.graphql(MANY, { rfcs: [LISTED, 'nonsense'] });
    expect(errorOf(reply)).toEqual(invalid(['sat69Batch'], issue));
    const many = await gateway.graphql(MANY, { rfcs: Array.from({ length: 100 }, () => 'x') });
    expect(at(errorOf(many), 'issues')).toHaveLength(50);
  });
});

describe('far too many rows', () => {
  const HOARDER = 'HOA010101AA1';

  beforeAll(async () => {
    await deleteLists(gateway.db);
    await loadEmptied('sat69-firmes');
  });

  const addRows = async (from: number, to: number) =>
    await sql`
      with added as (
        insert into list_entries (service_id, source, entry_key, content_hash, matter_hash, party_type, name, programs,
          birth_dates, countries, details, valid_from)
        select 0, 'sat69-firmes', 'HOA#' || n, '', '', 'legal', '', '{}', '{}', '{}', '{}', '2024-10-01'
        from generate_series(${from}::integer, ${to}::integer) n
        returning id
      )
      insert into list_identifiers (service_id, entry_id, position, kind, value)
      select 0, id, 0, 'rfc', ${HOARDER} from added`.execute(gateway.db);

  it('are refused as a whole and never cut off', async () => {
    await addRows(1, 50_000);
    const query = `{ sat69(input: { rfc: "${HOARDER}" }) { isListed } }`;
    expect(dataOf(await gateway.graphql(query))).toEqual({ sat69: { isListed: true } });
    await addRows(50_001, 50_001);
    expect(errorOf(await gateway.graphql(query))).toMatchObject({ code: 'LIMIT_EXCEEDED' });
    const body = { rfc: HOARDER };
    const reply = await gateway.request('POST', '/api/v4/blacklist/sat69', { body });
    expect([reply.status, at(reply.body, 'code_message')]).toEqual([413, 'payload_too_large']);
  });
});

describe('Query.sat69Batch', () => {
  beforeAll(async () => {
    await deleteLists(gateway.db);
    for (const code of SAT69_LISTS) await loadEmptied(code);
    await loadSatList(gateway.databaseUrl, {
      code: 'sat69-firmes',
      list: makeSat69List([[LISTED, 'ESTRELLA!']], 'sat69-firmes'),
    });
  });

  it('answers 5000 in their order, and not one more, by as many statements as one', async () => {
    await ask({ rfc: LISTED });
    gateway.statements.length = 0;
    await ask({ rfc: LISTED });
    const count = gateway.statements.length;
    expect(count).toBe(1);
    gateway.statements.length = 0;
    const rfcs = Array.from({ length: 5000 }, (_, n) =>
      n % 2 === 0 ? LISTED : `EKU900317${String(n % 90).padStart(2, '0')}9`,
    );
    const found = at(dataOf(await gateway.graphql(MANY, { rfcs })), 'sat69Batch');
    expect(gateway.statements).toHaveLength(count);
    expect(found).toHaveLength(5000);
    for (const [place, isListed] of [
      [0, true],
      [1, false],
      [4998, true],
      [4999, false],
    ] as const)
      expect(at(found, place)).toMatchObject({ rfc: rfcs[place], isListed });
    expect(errorOf(await gateway.graphql(MANY, { rfcs: [...rfcs, LISTED] }))).toEqual(
      invalid(['sat69Batch'], { path: ['rfcs'], message: 'Must have at most 5000 items' }),
    );
  });

  it('writes no RFC into the log', async () => {
    await gateway.graphql(MANY, { rfcs: [LISTED, UNLISTED] });
    await expect.poll(() => gateway.logs, { timeout: 60_000 }).toContain('sat69Batch');
    expect(gateway.logs).not.toMatch(/CIE150318|EKU900317/i);
  });
});
