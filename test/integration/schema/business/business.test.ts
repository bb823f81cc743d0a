import { beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '../../../../src/domain/shared/global-id.ts';
import { dataOf, errorOf, invalid } from '../../../support/clients/graphql.ts';
import { type MadeBusiness, makeBusiness } from '../../../support/data/factories.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let business: MadeBusiness;

beforeAll(async () => {
  const { db, service } = gateway;
  await db
    .updateTable('users')
    .set({ given_name: 'Lucía', paternal_surname: 'Robles' })
    .where('id', '=', service.userId)
    .execute();
  business = await makeBusiness(db, service.serviceId, {
    externalId: 5_000_000_000,
    code: 'F/1001',
    name: 'Fideicomiso Sol',
    responsibleUserId: service.userId,
    createdAt: new Date('2026-03-01T12:00:00.123Z'),
    participants: [
      {
        personExternalId: 9_007_199_254_740_991,
        name: 'Ana',
        paternalSurname: 'Luna',
        email: 'ana@example.test',
        phoneCountryCode: '+52',
        registrationMode: 'layout',
        hasPendingMatches: true,
        roles: ['Fideicomitente', 'Beneficiario'],
        legalActFolio: 'F-1',
        documents: [
          ['INE', 12],
          ['INE', null],
        ],
      },
      { personType: 'legal', name: 'Notaría Sur, S.C.' },
    ],
  });
});

async function find(by: object, fields = 'databaseId') {
  const query = `query ($by: BusinessLookup!) { business(by: $by) { ${fields} } }`;
  return await gateway.graphql(query, { by });
}

const PARTICIPANT = 'query ($by: ParticipantLookup!) { participant(by: $by) { databaseId } }';

async function findOne(by: object): Promise<unknown> {
  return dataOf(await gateway.graphql(PARTICIPANT, { by }));
}

describe('Query.business', () => {
  it('answers every field, with null where v4 has an empty string', async () => {
    const reply = await find(
      { databaseId: business.id },
      `id databaseId externalId code name version createdAt participantCount
       responsibleUser { givenName paternalSurname maternalSurname email }
       participants { totalCount nodes {
         id databaseId externalPersonId personType name paternalSurname maternalSurname email
         phone { countryCode number } registrationMode hasPendingMatches roles legalActFolio
         documents { id typeCode downloadId isAvailable isExternal } business { code }
       } }`,
    );
    const [ana = 0, notary = 0] = business.participantIds;
    expect(dataOf(reply)).toEqual({
      business: {
        id: encodeGlobalId('Business', business.id),
        databaseId: business.id,
        externalId: 5_000_000_000,
        code: 'F/1001',
        name: 'Fideicomiso Sol',
        version: 1,
        createdAt: '2026-03-01T12:00:00.123Z',
        participantCount: 2,
        responsibleUser: {
          givenName: 'Lucía',
          paternalSurname: 'Robles',
          maternalSurname: null,
          email: gateway.service.email,
        },
        participants: {
          totalCount: 2,
          nodes: [
            {
              id: encodeGlobalId('Participant', ana),
              databaseId: ana,
              externalPersonId: 9_007_199_254_740_991,
              personType: 'NATURAL_PERSON',
              name: 'Ana',
              paternalSurname: 'Luna',
              maternalSurname: null,
              email: 'ana@example.test',
              phone: { countryCode: '+52', number: null },
              registrationMode: 'layout',
              hasPendingMatches: true,
              roles: ['Fideicomitente', 'Beneficiario'],
              legalActFolio: 'F-1',
              documents: [
                document(ana, { typeCode: 'INE', occurrence: 1, downloadId: 12 }),
                document(ana, { typeCode: 'INE', occurrence: 2, downloadId: null }),
              ],
              business: { code: 'F/1001' },
            },
            {
              id: encodeGlobalId('Participant', notary),
              databaseId: notary,
              externalPersonId: 500_000 + notary,
              personType: 'LEGAL_ENTITY',
              name: 'Notaría Sur, S.C.',
              paternalSurname: null,
              maternalSurname: null,
              email: null,
              phone: null,
              registrationMode: 'manual',
              hasPendingMatches: false,
              roles: [],
              legalActFolio: null,
              documents: [],
              business: { code: 'F/1001' },
            },
          ],
        },
      },
    });
  });

  it('finds one business by each of its four names', async () => {
    const found = { business: { databaseId: business.id } };
    const id = encodeGlobalId('Business', business.id);
    expect(dataOf(await find({ id }))).toEqual(found);
    expect(dataOf(await find({ databaseId: business.id }))).toEqual(found);
    expect(dataOf(await find({ externalId: 5_000_000_000 }))).toEqual(found);
    expect(dataOf(await find({ code: 'F/1001' }))).toEqual(found);
  });

  it.each([
    { databaseId: Number.MAX_SAFE_INTEGER },
    { externalId: 1 },
    { code: 'f/1001' },
    { code: 'F/1001 ' },
    { code: '' },
    { id: 'nonsense' },
    { id: '' },
    { id: encodeGlobalId('Participant', 1) },
    { id: encodeGlobalId('Business', '01') },
    { id: `${encodeGlobalId('Business', 1)}=` },
  ])('answers null for %j, which names nothing', async (by) => {
    expect(dataOf(await find(by))).toEqual({ business: null });
  });

  it('refuses a code that several businesses have, and says so', async () => {
    const { db, service } = gateway;
    await makeBusiness(db, service.serviceId, { code: 'twice' });
    await makeBusiness(db, service.serviceId, { code: 'twice' });
    const issue = { path: ['by', 'code'], message: 'Several businesses have this code' };
    expect(errorOf(await find({ code: 'twice' }))).toEqual(invalid(['business'], issue));
  });

  it.each([
    [{ databaseId: 0 }, 'databaseId', 'Must be at least 1'],
    [{ externalId: -1 }, 'externalId', 'Must be at least 1'],
    [{ code: 'a\0' }, 'code', 'Must not contain U+0000 or a lone surrogate'],
    [{ id: '\ud800' }, 'id', 'Must not contain U+0000 or a lone surrogate'],
    [{ code: 'x'.repeat(1001) }, 'code', 'Must have at most 1000 characters'],
  ])('refuses %j and names the field', async (by, field, message) => {
    const expected = invalid(['business'], { path: ['by', field], message });
    expect(errorOf(await find(by))).toEqual(expected);
  });

  it.each([
    {},
    { databaseId: null },
    { databaseId: 1, code: 'F/1001' },
    { databaseId: 1, code: null },
    { databaseId: '1' },
    { databaseId: 1.5 },
    { databaseId: 9_007_199_254_740_992 },
    { code: 7 },
    { name: 'x' },
  ])('refuses the lookup %j before it runs', async (by) => {
    expect(errorOf(await find(by))).toMatchObject({ code: 'VALIDATION_FAILED', path: undefined });
  });

  it('counts the participants of a business without any as 0', async () => {
    const { id } = await makeBusiness(gateway.db, gateway.service.serviceId);
    const fields = 'participantCount responsibleUser { givenName } participants { totalCount }';
    expect(dataOf(await find({ databaseId: id }, fields))).toEqual({
      business: { participantCount: 0, responsibleUser: null, participants: { totalCount: 0 } },
    });
  });
});

describe('Query.participant', () => {
  it('finds one by both of its names, and null for anything else', async () => {
    const [databaseId = 0] = business.participantIds;
    expect(await findOne({ databaseId })).toEqual({ participant: { databaseId } });
    const id = encodeGlobalId('Participant', databaseId);
    expect(await findOne({ id })).toEqual({ participant: { databaseId } });
    const nothing = { participant: null };
    expect(await findOne({ databaseId: 999_999 })).toEqual(nothing);
    expect(await findOne({ id: encodeGlobalId('Business', business.id) })).toEqual(nothing);
    expect(await findOne({ id: 'x' })).toEqual(nothing);
  });

  it('refuses ids that cannot be one', async () => {
    const reply = await gateway.graphql(PARTICIPANT, { by: { databaseId: -5 } });
    const message = 'Must be at least 1';
    expect(errorOf(reply)).toEqual(
      invalid(['participant'], { path: ['by', 'databaseId'], message }),
    );
  });
});

type DocumentSample = { typeCode: string; occurrence: number; downloadId: number | null };

function document(participantId: number, { typeCode, occurrence, downloadId }: DocumentSample) {
  const id = encodeGlobalId('RequestedDocument', `${participantId}:${occurrence}:${typeCode}`);
  // The ids of these tests are of files that the provider stores.
  return { id, typeCode, downloadId, isAvailable: false, isExternal: downloadId !== null };
}
