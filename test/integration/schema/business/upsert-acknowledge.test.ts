import { afterEach, describe, expect, it } from 'vitest';
import { insertMatches } from '../../../../src/db/queries/screening/matches.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { businessOf, mutate, readBusiness } from '../../../support/clients/mutate.ts';
import { switchOn } from '../../../support/data/living-screening.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' });
const LISTED = { sourceCode: 'ofac-sdn', externalId: '1' };
const deleting = (externalId: number) => ({ externalId, missingParticipants: 'DELETE' });

afterEach(async () => {
  await switchOn(gateway.db, gateway.service.serviceId, { isOn: false });
});

async function upsert(input: object) {
  return await mutate(gateway, ['upsertBusiness', { code: 'F/1', ...input }]);
}

function named(externalPersonId: number) {
  return {
    externalPersonId,
    personType: 'NATURAL_PERSON',
    name: 'Ana',
    requestedDocumentTypes: [],
  };
}

async function listPeople(externalId: number): Promise<number[]> {
  const { participants } = await readBusiness(gateway, externalId);
  return participants.map((participant) => participant.externalPersonId);
}

describe('participants with a match that waits or is true', () => {
  it('are deleted by an upsert only once that is acknowledged', async () => {
    const { db, service } = gateway;
    const { databaseId } = businessOf(
      await upsert({ externalId: 60, participants: [named(61), named(62)] }),
    );
    const people = db.selectFrom('participants').select('id').orderBy('id');
    const [first, second] = await people
      .where('service_id', '=', service.serviceId)
      .where('business_id', '=', databaseId)
      .execute();
    await insertMatches(db, service.serviceId, [
      { participantId: first?.id ?? 0, ...LISTED, state: 'pending' },
      { participantId: second?.id ?? 0, ...LISTED, state: 'true_match' },
    ]);
    const refused = { code: 'VALIDATION_FAILED', issues: [{ path: ['acknowledge'] }] };
    expect(await upsert(deleting(60))).toMatchObject(refused);
    const half = { ...deleting(60), acknowledge: ['PENDING_MATCHES'] };
    expect(await upsert(half)).toMatchObject(refused);
    expect(await listPeople(60)).toEqual([61, 62]);
    await upsert({ ...half, acknowledge: ['PENDING_MATCHES', 'TRUE_MATCHES'] });
    expect(await listPeople(60)).toEqual([]);
  });
});

const UPSERT = `mutation ($input: UpsertBusinessInput!) { upsertBusiness(input: $input) {
  ... on UpsertBusinessPayload { isScreeningOn } } }`;
const UPSERT_ALL = `mutation ($input: UpsertBusinessesInput!) { upsertBusinesses(input: $input) {
  ... on UpsertBusinessesPayload { isScreeningOn } } }`;

/** The statements of both mutations of the graph about screening, and the headers of both paths of v4. */
async function readAnswers(id: number): Promise<unknown[]> {
  const single = await gateway.graphql(UPSERT, { input: { externalId: id, code: 'A' } });
  const businesses = [{ externalId: id, code: 'A' }];
  const batch = await gateway.graphql(UPSERT_ALL, { input: { businesses } });
  const participant = { tipo_per: 'FIS', nombre: 'Ana', tipo_doctos: [] };
  const toRequest = (person: number) => ({
    id_negocio: id,
    cod_negocio: 'A',
    participantes: [{ id_persona: person, ...participant }],
  });
  const path = '/api/v4/fiduciary/requests';
  const replies = [
    await gateway.request('POST', path, { body: toRequest(id) }),
    await gateway.request('POST', path, { body: toRequest(id) }),
    await gateway.request('POST', `${path}/batch`, { body: { requests: [toRequest(id + 1)] } }),
  ];
  return [
    at(dataOf(single), 'upsertBusiness', 'isScreeningOn'),
    at(dataOf(batch), 'upsertBusinesses', 'isScreeningOn'),
    ...replies.map(({ headers }) => headers.get('automatic-screening')),
  ];
}

describe('the response to an upsert', () => {
  it('says that nobody is screened, on v4 where participants are new', async () => {
    expect(await readAnswers(70)).toEqual([false, false, 'off', null, 'off']);
  });

  it('says that participants are screened', async () => {
    await switchOn(gateway.db, gateway.service.serviceId);
    expect(await readAnswers(80)).toEqual([true, true, null, null, null]);
  });
});
