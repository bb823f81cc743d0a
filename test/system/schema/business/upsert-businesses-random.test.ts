import { beforeAll, describe, expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { createRandom, type Random } from '../../../support/data/random.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let atOnce: TestService;
let oneByOne: TestService;

beforeAll(async () => {
  const tokens = await createTestTokens(gateway.db);
  atOnce = await createTestService(gateway.db, tokens);
  oneByOne = await createTestService(gateway.db, tokens);
});

const PART = `created business { version } changes { created updated unchanged }`;
const MANY = `mutation ($input: UpsertBusinessesInput!) { upsertBusinesses(input: $input) {
  ... on UpsertBusinessesPayload { outcomes { ... on UpsertedBusiness { ${PART} }
    ... on UserError { code } ... on InputValidationError { issues { path code } }
    ... on VersionConflictError { currentVersion } } } } }`;
const ONE = `mutation ($input: UpsertBusinessInput!) { upsertBusiness(input: $input) {
  ... on UpsertBusinessPayload { ${PART} }
  ... on UserError { code } ... on InputValidationError { issues { path code } }
  ... on VersionConflictError { currentVersion } } }`;
const ALL = `{ businesses(first: 100, orderBy: { field: CREATED_AT, direction: ASC }) { nodes {
  externalId code name version hasPendingMatches hasMissingDocuments
  responsibleUser { databaseId givenName paternalSurname maternalSurname email }
  participants(first: 50) { nodes { externalPersonId personType name paternalSurname email roles
    legalActFolio hasPendingMatches phone { countryCode number }
    documents { typeCode } matches { sourceCode externalId state } } } } } }`;

function maybe<T>(random: Random, make: () => T): T | undefined {
  return random.below(10) < 5 ? make() : undefined;
}

function makeParticipant(random: Random, externalPersonId: number): object {
  return {
    externalPersonId,
    personType: 'NATURAL_PERSON',
    name: random.pick(['Ana', 'Eva', 'Ida']),
    paternalSurname: maybe(random, () => random.pick(['Rey', null, ''])),
    email: maybe(random, () => random.pick(['a@x.test', null])),
    roles: maybe(random, () => random.pick([['a'], ['a', 'b'], null])),
    legalActFolio: maybe(random, () => random.pick(['F-1', null])),
    phone: maybe(random, () => ({ number: '55' })),
    matches: maybe(random, () => [{ sourceCode: 'OFAC', externalId: random.pick(['m1', 'm2']) }]),
    requestedDocumentTypes: random.pick([[], ['INE'], ['INE', 'CSF'], ['INE', 'INE']]),
  };
}

/** Few ids, persons and e-mails, so that they meet; some businesses break a rule or expect another version. */
function makeBusiness(random: Random, externalId: number): object {
  const persons = [1, 2, 3, 4, 5].filter(() => random.below(10) < 4);
  return {
    externalId,
    code: random.below(10) < 1 ? ' ' : random.pick(['F/1', 'F/2']),
    name: maybe(random, () => random.pick(['Uno', 'Dos', null])),
    responsibleUser: maybe(random, () =>
      random.pick([
        null,
        { givenName: random.pick(['Rita', 'Olga']), email: random.pick(['r@x.test', 'R@X.test']) },
        { givenName: 'Lucía', paternalSurname: random.pick(['Paz', null]), email: 'l@x.test' },
      ]),
    ),
    participants: persons.map((one) => makeParticipant(random, one)),
    expectedVersion: random.below(10) < 2 ? random.pick([0, 1, 2]) : undefined,
  };
}

async function ask({ headers }: TestService, document: string, input?: object): Promise<unknown> {
  return dataOf(await gateway.graphql(document, { input }, headers));
}

async function countRecords({ serviceId }: TestService): Promise<unknown[]> {
  return await gateway.db
    .selectFrom('business_events as e')
    .innerJoin('audit_events as a', (join) =>
      join.onRef('a.service_id', '=', 'e.service_id').on('a.action', '=', 'business_upserted'),
    )
    .where('e.service_id', '=', serviceId)
    .select((eb) => [
      eb.fn.count<number>('e.id').distinct().as('events'),
      eb.fn.count<number>('a.id').distinct().as('audits'),
    ])
    .execute();
}

describe('several upserts at once', () => {
  it('leave and answer what they would one after the other, round after round', async () => {
    const random = createRandom(41);
    for (let round = 0; round < 25; round += 1) {
      const ids = [1, 2, 3, 4, 5, 6, 7, 8].filter(() => random.below(10) < 6);
      if (ids.length === 0) continue;
      const businesses = ids.map((id) => makeBusiness(random, id));
      const many = await ask(atOnce, MANY, { businesses });
      const each: unknown[] = [];
      for (const one of businesses) each.push(at(await ask(oneByOne, ONE, one), 'upsertBusiness'));
      expect({ round, outcomes: at(many, 'upsertBusinesses', 'outcomes') }).toEqual({
        round,
        outcomes: each,
      });
      const [left, right] = [await ask(atOnce, ALL), await ask(oneByOne, ALL)];
      expect(sorted(left)).toEqual(sorted(right));
      expect(await countRecords(atOnce)).toEqual(await countRecords(oneByOne));
    }
    expect(JSON.stringify(await ask(atOnce, ALL))).toContain('"INE"');
  });
});

/** Of one transaction all businesses are made at the same moment, so that their order may differ. */
function sorted(data: unknown): unknown[] {
  const nodes: unknown = at(data, 'businesses', 'nodes');
  return Array.isArray(nodes)
    ? nodes.toSorted(
        (one, other) => Number(at(one, 'externalId')) - Number(at(other, 'externalId')),
      )
    : [];
}
