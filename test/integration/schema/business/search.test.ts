import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { at, dataOf, errorOf } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let other: TestService;
let mariaIds: number[] = [];

beforeAll(async () => {
  const { db, service } = gateway;
  other = await createTestService(db, await createTestTokens(db));
  const first = await makeBusiness(db, service.serviceId, {
    name: 'Construcciones Ñandú, S.A. de C.V.',
    participants: [
      { personExternalId: 7, name: 'María', paternalSurname: 'Núñez', maternalSurname: 'López' },
      { personExternalId: 8, name: 'Óscar', paternalSurname: 'de la O', roles: ['A'] },
    ],
  });
  const second = await makeBusiness(db, service.serviceId, {
    name: 'Hermanos 100%_Puros',
    participants: [
      { personExternalId: 7, name: 'MARIA', paternalSurname: 'Nunez', maternalSurname: null },
      { personExternalId: 9, name: 'Mariana\tde', paternalSurname: 'Alba' },
    ],
  });
  mariaIds = [first.participantIds[0] ?? 0, second.participantIds[0] ?? 0];
  await makeBusiness(db, other.serviceId, { name: 'Ñandú', participants: [{ name: 'María' }] });
});

const QUERY = `query ($people: ParticipantFilter, $businesses: BusinessFilter) {
  participants(filter: $people, orderBy: { field: DATABASE_ID, direction: ASC }) {
    totalCount nodes { name } }
  businesses(filter: $businesses) { totalCount nodes { name } } }`;

async function search(nameContains: string) {
  const filter = { nameContains };
  const data = dataOf(await gateway.graphql(QUERY, { people: filter, businesses: filter }));
  const { people, businesses } = {
    people: at(data, 'participants', 'nodes'),
    businesses: at(data, 'businesses', 'nodes'),
  };
  expect(people).toHaveLength(Number(at(data, 'participants', 'totalCount')));
  expect(businesses).toHaveLength(Number(at(data, 'businesses', 'totalCount')));
  return [people, businesses].map((found) => JSON.stringify(found).match(/(?<=:")[^"]*/g) ?? []);
}

describe('nameContains', () => {
  it.each([
    ['maria', ['María', 'MARIA', 'Mariana\\tde'], []],
    ['  NÚÑEZ   maría ', ['María', 'MARIA'], []],
    ['maria lop', ['María'], []],
    ['unez', ['María', 'MARIA'], []],
    ['a de mariana', ['Mariana\\tde'], []],
    ['o oscar', ['Óscar'], []],
    ['nandu', [], ['Construcciones Ñandú, S.A. de C.V.']],
    ['c.v. construc', [], ['Construcciones Ñandú, S.A. de C.V.']],
    ['100%', [], ['Hermanos 100%_Puros']],
    ['%_p', [], ['Hermanos 100%_Puros']],
    ['100_', [], []],
    ['marialopez', [], []],
    ['nunezlopez', [], []],
  ])('%j finds people %j and businesses %j', async (text, people, businesses) => {
    expect(await search(text)).toEqual([people, businesses]);
  });

  it.each([
    ['', 'TOO_SHORT'],
    ['   ', 'TOO_SHORT'],
    ['ab', 'TOO_SHORT'],
    ['áé', 'TOO_SHORT'],
    ['a\u0301b\u0301', 'TOO_SHORT'],
    ['ab cd ef', 'TOO_SHORT'],
    ['abc '.repeat(11), 'TOO_MANY'],
    ['x'.repeat(201), 'TOO_LONG'],
    ['abc\u0000', 'WRONG_FORMAT'],
    ['abc\ud800', 'WRONG_FORMAT'],
  ])('refuses %j by an issue that does not hold it', async (nameContains, code) => {
    for (const list of ['participants', 'businesses']) {
      const type = list === 'participants' ? 'ParticipantFilter' : 'BusinessFilter';
      const query = `query ($filter: ${type}) { ${list}(filter: { and: [$filter] }) { totalCount } }`;
      const whole = query.replace('{ and: [$filter] }', '$filter');
      for (const [document, path] of [
        [whole, ['filter', 'nameContains']],
        [query.replace(`${type})`, `${type}!)`), ['filter', 'and', '0', 'nameContains']],
      ] as const) {
        const refusal = errorOf(await gateway.graphql(document, { filter: { nameContains } }));
        expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path, code }] });
        expect(nameContains.trim() === '' || !JSON.stringify(refusal).includes(nameContains)).toBe(
          true,
        );
      }
    }
  });

  it('takes ten words, one of three letters', async () => {
    expect(await search('ñan a de c v s . . , c')).toEqual([
      [],
      ['Construcciones Ñandú, S.A. de C.V.'],
    ]);
  });
});

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a filter in a filter', () => {
  const nested = (depth: number): object => (depth === 1 ? {} : { and: [nested(depth - 1)] });
  it.each([
    ['four in each other', nested(4), undefined],
    ['five in each other', nested(5), { path: ['filter'], code: 'TOO_MANY' }],
    ['twenty in all', { or: ids(19).map(() => ({})) }, undefined],
    ['more than twenty', { or: ids(20).map(() => ({})) }, { path: ['filter'], code: 'TOO_MANY' }],
    [
      'more than twenty, of which none holds many',
      { or: ids(7).map(() => ({ and: [{}, {}] })) },
      { path: ['filter'], code: 'TOO_MANY' },
    ],
    [
      '21 in one list',
      { or: ids(21).map(() => ({})) },
      { path: ['filter', 'or'], code: 'TOO_MANY' },
    ],
    ['100 ids', { databaseIdIn: ids(100) }, undefined],
    ['101 ids', { databaseIdIn: ids(101) }, { path: ['filter', 'databaseIdIn'], code: 'TOO_MANY' }],
  ])('is bounded: %s', async (_what, filter, issue) => {
    for (const list of ['participants', 'businesses']) {
      const type = list === 'participants' ? 'ParticipantFilter' : 'BusinessFilter';
      const query = `query ($filter: ${type}) { ${list}(filter: $filter) { totalCount } }`;
      const reply = await gateway.graphql(query, { filter });
      const told = at(reply.body, 'errors', 0, 'extensions', 'issues', 0);
      expect({ told: told ?? null }).toMatchObject({ told: issue ?? null });
    }
  });

  it('names the responsible user in one way', async () => {
    const query =
      'query ($by: ResponsibleUserFilter!) { businesses(filter: { responsibleUser: $by }) { totalCount } }';
    for (const by of [{}, { databaseId: 1, email: 'a@b' }])
      expect(errorOf(await gateway.graphql(query, { by }))).toMatchObject({
        code: 'VALIDATION_FAILED',
      });
  });
});

const people = async (args: string, headers = gateway.service.headers) =>
  at(
    dataOf(await gateway.graphql(`{ participants${args} { nodes { databaseId } } }`, {}, headers)),
    'participants',
    'nodes',
  );

const countStatements = async (first: number, filter: string) => {
  gateway.statements.length = 0;
  dataOf(
    await gateway.graphql(`{ participants(first: ${first}, filter: ${filter}) {
      totalCount nodes { name documents { typeCode } business { name } } } }`),
  );
  return gateway.statements.length;
};

describe('participants of all businesses', () => {
  it('are found by the id of their person, in every business that they take part in', async () => {
    const by = '(filter: { externalPersonIdIn: [7, 999] }, orderBy: { direction: ASC })';
    expect(await people(by)).toEqual(mariaIds.map((databaseId) => ({ databaseId })));
    expect(await people(by, other.headers)).toEqual([]);
  });

  it('cost a constant number of statements, whatever is searched and however many are found', async () => {
    expect(await countStatements(1, '{ nameContains: "maria" }')).toBe(4);
    expect(await countStatements(20, '{ nameContains: "maria" }')).toBe(4);
    expect(
      await countStatements(
        20,
        '{ or: [{ nameContains: "maria" }, { role: "A" }, { and: [{ personType: LEGAL_ENTITY }] }] }',
      ),
    ).toBe(4);
  });

  it('are counted up to 10,000', async () => {
    const { db } = gateway;
    const { headers, serviceId } = await createTestService(db, await createTestTokens(db));
    const { id } = await makeBusiness(db, serviceId);
    await sql`insert into persons (service_id, id, external_id)
      select ${serviceId}, n, n from generate_series(1, 10010) n`.execute(db);
    await sql`insert into participants (service_id, id, business_id, person_id, person_type, name)
      select ${serviceId}, n, ${id}, n, 'natural', 'Persona ' || n from generate_series(1, 10010) n`.execute(
      db,
    );
    const query = `{ all: participants { totalCount }
      some: participants(filter: { nameContains: "persona 1000" }) { totalCount }
      most: participants(filter: { nameContains: "persona" }) { totalCount } }`;
    expect(dataOf(await gateway.graphql(query, {}, headers))).toEqual({
      all: { totalCount: 10_000 },
      // 1000 and 10000 to 10009.
      some: { totalCount: 11 },
      most: { totalCount: 10_000 },
    });
  });

  it('have cursors that are good for their order only, and for no business', async () => {
    const first = `{ participants(first: 1, orderBy: { field: NAME }) { pageInfo { endCursor } } }`;
    const after = at(dataOf(await gateway.graphql(first)), 'participants', 'pageInfo', 'endCursor');
    expect(Buffer.from(String(after), 'base64url').toString('latin1')).not.toMatch(/maria|oscar/i);
    expect(
      await people(`(first: 9, after: "${String(after)}", orderBy: { field: NAME })`),
    ).toHaveLength(3);
    for (const document of [
      `{ participants(after: "${String(after)}") { totalCount } }`,
      `{ participants(after: "${String(after)}", orderBy: { field: NAME, direction: ASC }) { totalCount } }`,
      `{ businesses(after: "${String(after)}", orderBy: { field: NAME }) { totalCount } }`,
    ])
      expect(errorOf(await gateway.graphql(document))).toMatchObject({
        issues: [{ path: ['after'] }],
      });
  });

  it('come in pages of at most 1000', async () => {
    const refusal = errorOf(await gateway.graphql('{ participants(first: 1001) { totalCount } }'));
    expect(refusal).toMatchObject({ issues: [{ path: ['first'], code: 'TOO_LARGE' }] });
  });
});
