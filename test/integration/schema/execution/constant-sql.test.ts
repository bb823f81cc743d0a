import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let firstId = 0;

const EVERYTHING = `id databaseId externalId code name version createdAt updatedAt
  responsibleUser { givenName paternalSurname maternalSurname email }
  participants(first: 10) { edges { cursor node {
    id databaseId externalPersonId personType name paternalSurname maternalSurname email
    phone { countryCode number } registrationMode hasPendingMatches roles legalActFolio
    createdAt updatedAt documents { id typeCode downloadId isAvailable }
    business { code name responsibleUser { email } }
  } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;

beforeAll(async () => {
  const { db, service } = gateway;
  for (let index = 0; index < 50; index += 1) {
    const made = await makeBusiness(db, service.serviceId, {
      responsibleUserId: service.userId,
      participants: [
        {
          personExternalId: 1 + (index % 7),
          documents: [
            ['INE', null],
            ['CSF', 1 + index],
          ],
        },
        { personType: 'legal', documents: [['ACTA', null]] },
        {},
      ],
    });
    firstId ||= made.id;
  }
});

// Who calls is known for some seconds without a statement: the counts are of the operation alone.
beforeEach(async () => {
  dataOf(await gateway.graphql('{ viewer { service } }'));
});

async function countStatements(query: string): Promise<{ data: unknown; statements: string[] }> {
  gateway.statements.length = 0;
  const data = dataOf(await gateway.graphql(query));
  // Those that run side by side are noted as they end, so their order says nothing.
  return { data, statements: gateway.statements.toSorted() };
}

function byAlias(count: number): string {
  const roots = Array.from(
    { length: count },
    (_, index) => `b${index}: business(by: { databaseId: ${firstId + index} }) { ...F }`,
  );
  return `{ ${roots.join(' ')} }
    fragment F on Business { code participants { nodes { name documents { typeCode } } } }`;
}

describe('the number of SQL statements', () => {
  it('is at most 4 for one business with everything', async () => {
    const query = `{ business(by: { databaseId: ${firstId} }) { ${EVERYTHING} } }`;
    const { data, statements } = await countStatements(query);
    expect(at(data, 'business', 'participants', 'edges')).toHaveLength(3);
    expect(statements.length).toBeLessThanOrEqual(4);
  });

  it('is at most 4 for fifty businesses with everything', async () => {
    const query = `{ businesses(first: 50) { nodes { ${EVERYTHING} } pageInfo { hasNextPage } } }`;
    const { data, statements } = await countStatements(query);
    expect(at(data, 'businesses', 'nodes')).toHaveLength(50);
    expect(
      at(data, 'businesses', 'nodes', 49, 'participants', 'edges', 1, 'node', 'documents'),
    ).toHaveLength(1);
    expect(statements.length).toBeLessThanOrEqual(4);
  });

  it('is one more for each kind of totalCount that is selected', async () => {
    const counted = EVERYTHING.replace(
      'participants(first: 10) {',
      'participants(first: 10) { totalCount',
    );
    const one = await countStatements(
      `{ business(by: { databaseId: ${firstId} }) { ${counted} participantCount } }`,
    );
    expect(one.statements.length).toBeLessThanOrEqual(5);
    const many = await countStatements(
      `{ businesses(first: 50) { totalCount nodes { ${counted} } } }`,
    );
    expect(at(many.data, 'businesses')).toMatchObject({ totalCount: 50 });
    expect(many.statements.length).toBeLessThanOrEqual(6);
  });

  it('is the same for one and for fifty, whatever way leads to them', async () => {
    const list = async (size: number) =>
      (await countStatements(`{ businesses(first: ${size}) { nodes { ${EVERYTHING} } } }`))
        .statements;
    expect(await list(50)).toEqual(await list(1));
    const twenty = await countStatements(byAlias(20));
    expect(twenty.statements).toEqual((await countStatements(byAlias(2))).statements);
    // One by itself is read by a statement of its own.
    const one = await countStatements(byAlias(1));
    expect(twenty.statements).toHaveLength(one.statements.length);
    expect(twenty.statements.length).toBeLessThanOrEqual(4);
  });

  it('is none for a viewer, and none for what no field asks', async () => {
    expect((await countStatements('{ viewer { service scopes } }')).statements).toEqual([]);
    const query = `{ business(by: { databaseId: ${firstId} }) { code participants { pageInfo { hasNextPage } } } }`;
    expect((await countStatements(query)).statements.length).toBeLessThanOrEqual(2);
  });

  it('is at most 4 for the v4 detail of one business', async () => {
    gateway.statements.length = 0;
    const reply = await gateway.request('GET', `/api/v4/business/detail?id=${firstId}`);
    expect(reply.status).toBe(200);
    expect(gateway.statements.length).toBeLessThanOrEqual(4);
  });

  it('names the service in every statement', async () => {
    const { statements } = await countStatements(
      `{ businesses(first: 50) { totalCount nodes { ${EVERYTHING} participantCount } } }`,
    );
    // What requests read together names a service for each of them.
    const named = /\bservice_id"? = (\$|\(select \$|"?asked"?\."?service_id)/;
    expect(statements.filter((sql) => !named.test(sql))).toEqual([]);
  });
});
