import { beforeAll, describe, expect, it } from 'vitest';
import { at, dataOf, errorOf } from '../../../support/clients/graphql.ts';
import { loadSatList } from '../../../support/data/sat-lists.ts';
import { makeSat69bList, type TaxpayerRow } from '../../../support/data/sat69b-list.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

const FIELDS = `rfc isListed verdict isAdverse isMixed
  rows { list standing isOverruled name otherNames { name kind } note
    notices { stage channel office publishedText publishedOn } }
  timeline { list entryKey standing name heldFrom heldUntil }
  checked { code isLoaded asOf asOfOrigin rows ageDays isStale }`;
const ONE = `query ($input: LookUpRfcInput!) { sat69b(input: $input) { ${FIELDS} } }`;
const MANY = `query ($rfcs: [String!]!, $asOf: Date) { sat69bBatch(rfcs: $rfcs, asOf: $asOf) { ${FIELDS} } }`;

const WORSE = 'AAA010101AA1';
const REBUTTED = 'BBB010101AA1';
const MIXED = 'CCC010101AA1';
const BIS = 'DDD010101AA1';
const GONE = 'EEE010101AA1';
const OVERRULED = 'FFF010101AA1';
const NEVER = 'EKU9003173C9';
const ALL = [WORSE, REBUTTED, MIXED, BIS, GONE, OVERRULED, NEVER];

async function ask(rfc: string, asOf?: string, of = gateway): Promise<unknown> {
  return at(dataOf(await of.graphql(ONE, { input: { rfc, asOf } })), 'sat69b');
}

const OTHER = 'UNO, S.C. // Ahora DOS, S.C. // En cumplimiento a la sentencia';

const ARTICLES = { sat69b: '69-B', 'sat69b-bis': '69-B Bis' } as const;

type List = { code: 'sat69b' | 'sat69b-bis'; day: string; rows: TaxpayerRow[] };

async function load(databaseUrl: string, { code, day, rows }: List): Promise<void> {
  await loadSatList(databaseUrl, { code, list: makeSat69bList(day, rows, ARTICLES[code]) });
}

const LISTS: List[] = [
  {
    code: 'sat69b',
    day: '2024-02-01',
    rows: [
      { rfc: WORSE, name: 'UNO, S.C.', situation: 'Presunto' },
      { rfc: GONE, name: 'IDO, S.C.', situation: 'Presunto' },
      { rfc: 'XXXXXXXXXXXX', name: 'Información suprimida', situation: 'Definitivo' },
    ],
  },
  {
    code: 'sat69b',
    day: '2024-05-01',
    rows: [
      { rfc: WORSE, name: OTHER, situation: 'Definitivo' },
      { rfc: REBUTTED, name: 'TRES, S.C.', situation: 'Desvirtuado' },
      {
        rfc: MIXED,
        name: 'CUATRO, S.C.',
        situation: 'Sentencia Favorable',
        presumed: '01/06/2017',
      },
      { rfc: MIXED, name: 'CUATRO, S.C.', situation: 'Presunto', presumed: '01/06/2018' },
      { rfc: BIS, name: 'CINCO, S.C.', situation: 'Desvirtuado' },
      { rfc: OVERRULED, name: 'SEIS, S.C.', situation: 'Definitivo', definitive: '01/11/2018' },
      { rfc: OVERRULED, name: 'SEIS, S.C.', situation: 'Sentencia Favorable', ruled: '05/03/2020' },
    ],
  },
];
const BIS_LIST: List = {
  code: 'sat69b-bis',
  day: '2024-05-02',
  rows: [{ rfc: BIS, name: 'CINCO, S.C.', situation: 'Definitivo' }],
};

beforeAll(async () => {
  for (const list of [...LISTS, BIS_LIST]) await load(gateway.databaseUrl, list);
});

describe('Query.sat69b without the list of 69-B Bis', () => {
  const withoutBis = useGateway();
  beforeAll(async () => {
    for (const list of LISTS) await load(withoutBis.databaseUrl, list);
  });
  const askWithout = async (rfc: string) => await ask(rfc, undefined, withoutBis);

  it('says what is bad, and of nobody that it is not', async () => {
    expect(await askWithout(WORSE)).toMatchObject({ verdict: 'DEFINITIVE', isAdverse: true });
    const unknown = { verdict: null, isAdverse: null };
    expect(await askWithout(REBUTTED)).toMatchObject({ ...unknown, isListed: true });
    expect(await askWithout(NEVER)).toMatchObject({ ...unknown, isListed: null, rows: [] });
    expect(at(await askWithout(NEVER), 'checked')).toMatchObject([
      { code: 'sat69b', isLoaded: true, asOf: '2024-05-01', asOfOrigin: 'FILE', isStale: true },
      { code: 'sat69b-bis', isLoaded: false, asOf: null, isStale: null },
    ]);
  });
});

describe('Query.sat69b', () => {
  it.each([
    { rfc: WORSE, verdict: 'DEFINITIVE', isAdverse: true, isMixed: false },
    { rfc: REBUTTED, verdict: 'REBUTTED', isAdverse: false, isMixed: false },
    { rfc: MIXED, verdict: 'PRESUMED', isAdverse: true, isMixed: true },
    { rfc: BIS, verdict: 'BIS_DEFINITIVE', isAdverse: true, isMixed: true },
    { rfc: OVERRULED, verdict: 'FAVORABLE_RULING', isAdverse: false, isMixed: false },
    { rfc: GONE, verdict: 'NOT_LISTED', isAdverse: false, isMixed: false },
    { rfc: NEVER, verdict: 'NOT_LISTED', isAdverse: false, isMixed: false },
  ])('tells the worst of all rows of $rfc: $verdict', async (one) => {
    const isListed = one.verdict !== 'NOT_LISTED';
    expect(await ask(one.rfc)).toMatchObject({ ...one, isListed });
  });

  it('tells names, notes and notices apart', async () => {
    expect(at(await ask(WORSE), 'rows')).toEqual([
      {
        list: 'sat69b',
        standing: 'DEFINITIVE',
        isOverruled: false,
        name: 'UNO, S.C.',
        otherNames: [{ name: 'DOS, S.C.', kind: 'nka' }],
        note: 'En cumplimiento a la sentencia',
        notices: [
          {
            stage: 'PRESUMED',
            channel: 'SAT',
            office: '500-05-2018-1 de fecha 1 de junio de 2018',
            publishedText: '01/06/2018',
            publishedOn: ['2018-06-01'],
          },
        ],
      },
    ]);
  });

  it('says which row a later ruling about the same letter stands against', async () => {
    expect(at(await ask(OVERRULED), 'rows')).toMatchObject([
      { standing: 'DEFINITIVE', isOverruled: true },
      { standing: 'FAVORABLE_RULING', isOverruled: false },
    ]);
    const v4 = await gateway.request('POST', '/api/v4/blacklist/sat69b', {
      body: { rfc: OVERRULED },
    });
    expect(v4).toMatchObject({
      body: {
        data: {
          verdict: 'SENTENCIA_FAVORABLE',
          rows: [{ situacion: 'DEFINITIVO', overruled: true }, { overruled: false }],
        },
      },
    });
  });

  it('tells how it stood from when until when, and no more than was known on the day', async () => {
    const presumed = { list: 'sat69b', entryKey: WORSE, standing: 'PRESUMED', name: 'UNO, S.C.' };
    expect(at(await ask(WORSE), 'timeline')).toEqual([
      { ...presumed, heldFrom: '2024-02-01', heldUntil: '2024-05-01' },
      { ...presumed, standing: 'DEFINITIVE', heldFrom: '2024-05-01', heldUntil: null },
    ]);
    const then = await ask(WORSE, '2024-04-30');
    expect(then).toMatchObject({ verdict: 'PRESUMED', isAdverse: true });
    expect(at(then, 'timeline')).toEqual([
      { ...presumed, heldFrom: '2024-02-01', heldUntil: null },
    ]);
    expect(at(then, 'checked', 0)).toMatchObject({
      asOf: '2024-02-01',
      ageDays: 89,
      isStale: true,
    });
    expect(at(await ask(WORSE, '2024-02-03'), 'checked', 0)).toMatchObject({
      ageDays: 2,
      isStale: false,
    });
    expect(at(await ask(GONE), 'timeline')).toMatchObject([{ heldUntil: '2024-05-01' }]);
  });

  it('is an error on a day before the first list, and never says that nobody was listed', async () => {
    const reply = await gateway.graphql(ONE, { input: { rfc: NEVER, asOf: '2024-01-31' } });
    expect(errorOf(reply)).toMatchObject({ code: 'LIST_UNAVAILABLE' });
    const body = { rfc: NEVER, as_of: '2024-01-31' };
    const v4 = await gateway.request('POST', '/api/v4/blacklist/sat69b', { body });
    expect(v4).toMatchObject({ status: 503, body: { code_message: 'list_unavailable' } });
    expect(await ask(NEVER, '2024-05-01')).toMatchObject({ verdict: null, isListed: null });
    expect(await ask(NEVER, '2024-05-02')).toMatchObject({ verdict: 'NOT_LISTED' });
  });

  it('tells of many what it tells of each, in their order and repeated, by one statement', async () => {
    const rfcs = [...ALL, WORSE, ...ALL.toReversed()];
    const each = [];
    for (const rfc of rfcs) each.push(await ask(rfc));
    gateway.statements.length = 0;
    const found = dataOf(await gateway.graphql(MANY, { rfcs }));
    expect(at(found, 'sat69bBatch')).toEqual(each);
    expect(gateway.statements).toHaveLength(1);
    const then = dataOf(await gateway.graphql(MANY, { rfcs: [WORSE], asOf: '2024-03-01' }));
    expect(at(then, 'sat69bBatch', 0)).toEqual(await ask(WORSE, '2024-03-01'));
  });
});

const V4_WORDS: Record<string, string> = {
  DEFINITIVE: 'DEFINITIVO',
  PRESUMED: 'PRESUNTO',
  BIS_DEFINITIVE: 'BIS_DEFINITIVO',
  REBUTTED: 'DESVIRTUADO',
  FAVORABLE_RULING: 'SENTENCIA_FAVORABLE',
  NOT_LISTED: 'NOT_LISTED',
};

describe('POST /api/v4/blacklist/sat69b', () => {
  it('says the same in its own words', async () => {
    for (const rfc of ALL) {
      const graph = await ask(rfc);
      const { status, body } = await gateway.request('POST', '/api/v4/blacklist/sat69b', {
        body: { rfc },
      });
      expect([status, at(body, 'success')]).toEqual([200, true]);
      expect(at(body, 'data')).toMatchObject({
        rfc,
        listed: at(graph, 'isListed'),
        verdict: V4_WORDS[String(at(graph, 'verdict'))],
        adverse: at(graph, 'isAdverse'),
        mixed: at(graph, 'isMixed'),
      });
    }
  });

  it('answers the whole of a taxpayer', async () => {
    const body = { rfc: WORSE, as_of: '' };
    const reply = await gateway.request('POST', '/api/v4/blacklist/sat69b', { body });
    const seen = { list: '69B', entry_key: WORSE, nombre: 'UNO, S.C.' };
    const sha256: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
    const age_days: unknown = expect.any(Number);
    const source = { as_of_origin: 'file', source_seen_at: null };
    const loaded = { loaded: true, ...source, sha256, stale: true };
    expect(reply.body).toEqual({
      data: {
        rfc: WORSE,
        listed: true,
        verdict: 'DEFINITIVO',
        adverse: true,
        mixed: false,
        rows: [
          {
            list: '69B',
            situacion: 'DEFINITIVO',
            overruled: false,
            nombre: 'UNO, S.C.',
            other_names: ['DOS, S.C.'],
            publications: [
              {
                stage: 'PRESUNTO',
                channel: 'SAT',
                oficio: '500-05-2018-1 de fecha 1 de junio de 2018',
                published_on: ['2018-06-01'],
              },
            ],
            nota: 'En cumplimiento a la sentencia',
          },
        ],
        timeline: [
          { ...seen, situacion: 'PRESUNTO', from: '2024-02-01', until: '2024-05-01' },
          { ...seen, situacion: 'DEFINITIVO', from: '2024-05-01', until: null },
        ],
        candidates: [],
        candidates_count: 0,
        checked: [
          { ...loaded, list: '69B', as_of: '2024-05-01', rows: 7, age_days },
          {
            ...loaded,
            list: '69B_BIS',
            as_of: '2024-05-02',
            rows: 1,
            age_days,
          },
        ],
      },
      message: 'SAT 69-B lists searched',
      success: true,
    });
  });
});
