import { expect, it } from 'vitest';
import { z } from 'zod';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';
import { countAnew } from '../../../support/probes/service-counts.ts';

const gateway = useGateway();

const list = async (args: string, headers?: Record<string, string>): Promise<unknown> => {
  const query = `{ deletionReceipts${args} { totalCount nodes { deleteMode businessDatabaseId
    completedByUserId business { name } } } }`;
  return at(dataOf(await gateway.graphql(query, {}, headers)), 'deletionReceipts');
};

const page = (...found: unknown[]) => ({ totalCount: found.length, nodes: found });

const person = (externalPersonId: number, personType: string) => ({
  externalPersonId,
  personType,
  name: 'Ana',
  requestedDocumentTypes: ['INE', 'CSF'],
  matches: [
    { sourceCode: 'OFAC', externalId: 'a' },
    { sourceCode: 'OFAC', externalId: 'b' },
  ],
});

it('deletionReceipts lists what was deleted, the newest first, also of businesses that are gone', async () => {
  const { db, service } = gateway;
  const completedByUserId = service.userId;
  const ids: number[] = [];
  for (const [place, mode] of ['', 'juridical_only', 'all'].entries()) {
    const participants = [{}, { legalActFolio: 'F-1' }];
    const name = `N${place}`;
    const { id } = await makeBusiness(db, service.serviceId, { name, participants });
    ids.push(id);
    const path = `/api/v4/fiduciary/${id}/complete`;
    await gateway.request('POST', path, { body: { delete_mode: mode } });
  }
  const receipt = (place: number, deleteMode: string, name: string | null) => ({
    deleteMode,
    businessDatabaseId: ids[place],
    completedByUserId,
    business: name === null ? null : { name },
  });
  const nodes = [
    receipt(2, 'ALL', null),
    receipt(1, 'WITH_LEGAL_ACT_FOLIO', 'N1'),
    receipt(0, 'WITHOUT_LEGAL_ACT_FOLIO', 'N0'),
  ];
  expect(await list('')).toEqual(page(...nodes));
  expect(await list(`(filter: { businessDatabaseId: ${ids[1]} })`)).toEqual(page(nodes[1]));
  expect(await list('(filter: { deleteMode: ALL })')).toEqual(page(nodes[0]));
  expect(await list('(filter: { completedByUserId: 999 })')).toEqual(page());
  const soon = new Date(Date.now() + 60_000).toISOString();
  expect(await list(`(filter: { completedSince: "${soon}" })`)).toEqual(page());
  const { userId } = service;
  const both = `completedBefore: "${soon}", completedByUserId: ${userId}`;
  expect(await list(`(filter: { ${both} })`)).toEqual(page(...nodes));

  const count = async (size: number): Promise<number> => {
    await list('(first: 0)');
    gateway.statements.length = 0;
    await list(`(first: ${size})`);
    return gateway.statements.length;
  };
  expect(await count(3)).toBe(await count(2));
  const other = await createTestService(db, await createTestTokens(db));
  expect(await list('', other.headers)).toEqual(page());
});

it('counts tells what the service has, in one statement, and of no other service', async () => {
  const query = `{ counts { businesses naturalPersons legalEntities participantsWithPendingMatches
    pendingMatches missingDocuments } }`;
  const other = await createTestService(gateway.db, await createTestTokens(gateway.db));
  const participants = [
    person(1, 'NATURAL_PERSON'),
    person(2, 'NATURAL_PERSON'),
    person(3, 'LEGAL_ENTITY'),
  ];
  const input = { externalId: 1, code: 'C', participants };
  const mutation =
    'mutation ($input: UpsertBusinessInput!) { upsertBusiness(input: $input) { __typename } }';
  dataOf(await gateway.graphql(mutation, { input }, other.headers));
  dataOf(await gateway.graphql('{ viewer { service } }', {}, other.headers));
  gateway.statements.length = 0;
  const reply = dataOf(await gateway.graphql(query, {}, other.headers));
  expect(gateway.statements).toHaveLength(1);
  const { pendingParticipants, ...rest } = await countAnew(gateway.db, other.serviceId);
  const participantsWithPendingMatches = pendingParticipants;
  expect({ ...rest, participantsWithPendingMatches }).toMatchObject(
    z.record(z.string(), z.number()).parse(at(reply, 'counts')),
  );
  expect(at(reply, 'counts')).toEqual({
    businesses: 1,
    naturalPersons: 2,
    legalEntities: 1,
    participantsWithPendingMatches: 3,
    pendingMatches: 6,
    missingDocuments: 6,
  });
  const third = await createTestService(gateway.db, await createTestTokens(gateway.db));
  const none = dataOf(await gateway.graphql(query, {}, third.headers));
  expect(at(none, 'counts')).toEqual({
    businesses: 0,
    naturalPersons: 0,
    legalEntities: 0,
    participantsWithPendingMatches: 0,
    pendingMatches: 0,
    missingDocuments: 0,
  });
});
