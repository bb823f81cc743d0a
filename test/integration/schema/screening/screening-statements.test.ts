import { beforeAll, describe, expect, it } from 'vitest';
import { queueAllParticipants } from '../../../../src/db/queries/screening/queue.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { screenAll, switchOn } from '../../../support/data/living-screening.ts';
import { loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' });
const MANY = 50;
const NAME = 'COMERCIALIZADORA IMAGINARIA DEL ESTE';
const businesses: number[] = [];

beforeAll(async () => {
  const { db, service, databaseUrl } = gateway;
  const list = makeSat69List([['CIE150318QX5', `${NAME} SA DE CV`]]);
  await loadSatList(databaseUrl, { code: 'sat69-exigibles', list }, { asOf: '2024-01-31' });
  await switchOn(db, service.serviceId);
  for (const length of [1, MANY]) {
    const participants = Array.from({ length }, () => ({ name: NAME }));
    businesses.push((await makeBusiness(db, service.serviceId, { participants })).id);
  }
  await queueAllParticipants(db, service.serviceId);
  await screenAll(db, service.serviceId);
});

type Counted = { statements: number; found: unknown };

/** The second time that it is sent, for the first prepares what all later ones share. */
async function count(query: string): Promise<Counted> {
  await gateway.graphql(query);
  gateway.statements.length = 0;
  const found = dataOf(await gateway.graphql(query));
  return { statements: gateway.statements.length, found };
}

/** The same of one participant and of many; what is answered is there for each. */
async function expectConstant(fields: string, reach: (node: unknown) => unknown): Promise<void> {
  const counts: number[] = [];
  for (const id of businesses) {
    const query = `{ business(by: { databaseId: ${id} }) { participants(first: ${MANY}) { nodes { ${fields} } } } }`;
    const { statements, found } = await count(query);
    const nodes = at(found, 'business', 'participants', 'nodes');
    if (!Array.isArray(nodes)) throw new Error('There are no participants.');
    expect(nodes).toHaveLength(counts.length === 0 ? 1 : MANY);
    expect(nodes.filter((node) => reach(node) === undefined)).toEqual([]);
    counts.push(statements);
  }
  expect(counts[1]).toBe(counts[0]);
}

const screenings = (first: number) => `{ screenings(first: ${first}) { totalCount nodes { outcome
  subject { rfc } matches { entry { name } explanation { query } } participant { name } } } }`;

describe('one statement serves many participants', () => {
  it('of what was found of them, with the entry and the screening', async () => {
    await expectConstant(
      'matches { score band raisedBecause entry { name } explanation { query } screening { outcome trigger } }',
      (node) => at(node, 'matches', 0, 'screening', 'outcome'),
    );
  });

  it('of their screenings, with subject, matches and explanation', async () => {
    await expectConstant(
      `screenings(first: 2) { nodes { outcome lists { code } subject { rfc }
        matches { entry { name } explanation { query } } participant { name } } }`,
      (node) => at(node, 'screenings', 'nodes', 0, 'matches', 0, 'entry', 'name'),
    );
  });

  it('of how many screenings they have', async () => {
    await expectConstant('screenings { totalCount }', (node) =>
      at(node, 'screenings', 'totalCount'),
    );
  });

  it('of the screenings of the service, whatever is asked of each', async () => {
    const [one, many] = [await count(screenings(1)), await count(screenings(MANY))];
    expect(
      at(many.found, 'screenings', 'nodes', MANY - 1, 'matches', 0, 'entry', 'name'),
    ).toContain(NAME);
    expect(many.statements).toBe(one.statements);
  });
});
