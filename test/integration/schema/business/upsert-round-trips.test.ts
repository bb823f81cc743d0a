import { Client } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' });

function person(externalPersonId: number, name: string) {
  return { externalPersonId, personType: 'NATURAL_PERSON', name, requestedDocumentTypes: ['INE'] };
}

function business(externalId: number, participants: object[]) {
  const responsibleUser = { givenName: 'Rita', email: `rita${externalId}@x.test` };
  return { externalId, code: `F/${externalId}`, responsibleUser, participants };
}

/** How often the database was asked and waited for. */
async function countRoundTrips(query: string, input: object): Promise<number> {
  // Authenticates, which is remembered for a moment.
  await gateway.graphql('{ viewer { service } }');
  const sent = vi.spyOn(Client.prototype, 'query');
  const reply = await gateway.graphql(query, { input });
  const { length } = sent.mock.calls;
  sent.mockRestore();
  expect(at(dataOf(reply), 'done', '__typename')).toMatch(/^Upsert/);
  return length;
}

const ONE = `mutation ($input: UpsertBusinessInput!) { done: upsertBusiness(input: $input) { __typename } }`;
const MANY = `mutation ($input: UpsertBusinessesInput!) { done: upsertBusinesses(input: $input) { __typename } }`;

async function upsertOne(...participants: object[]): Promise<number> {
  return await countRoundTrips(ONE, business(1, participants));
}

async function upsertMany(from: number, count: number): Promise<number> {
  const businesses = Array.from({ length: count }, (_one, place) =>
    business(from + place, [person(from + place, 'Ana')]),
  );
  return await countRoundTrips(MANY, { businesses });
}

describe('an upsert waits for the database', () => {
  it('three times where it adds, for nobody else can add until its commit; else twice', async () => {
    expect(await upsertOne(person(1, 'Ana'), person(2, 'Eva'))).toBe(3);
    expect(await upsertOne(person(1, 'Ana María'))).toBe(2);
    expect(await upsertOne(person(1, 'Ana María'), person(3, 'Luz'))).toBe(3);
  });

  it('as often for a hundred businesses as for two', async () => {
    const few = await upsertMany(100, 2);
    expect(few).toBeLessThanOrEqual(6);
    expect(await upsertMany(200, 100)).toBe(few);
  });
});
