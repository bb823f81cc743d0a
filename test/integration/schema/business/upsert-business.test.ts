import { describe, expect, it } from 'vitest';
import { businessOf, mutate, readBusiness } from '../../../support/clients/mutate.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let lastExternalId = 1000;

function nextExternalId(): number {
  lastExternalId += 1;
  return lastExternalId;
}

async function upsert(input: object) {
  return await mutate(gateway, ['upsertBusiness', input]);
}

/** Of the businesses that miss a document, those with this id of the provider. */
async function countMissing(externalId: number): Promise<unknown> {
  const document = 'query ($filter: BusinessFilter) { businesses(filter: $filter) { totalCount } }';
  const filter = { hasMissingDocuments: true, externalIdIn: [externalId] };
  return (await gateway.graphql(document, { filter })).body;
}

const ANA = {
  externalPersonId: 71,
  personType: 'NATURAL_PERSON',
  name: 'Ana',
  paternalSurname: 'Luna',
  email: 'ana@example.test',
  phone: { countryCode: '+52', number: '5555550001' },
  registrationMode: 'layout',
  roles: ['Fideicomitente', 'Beneficiario'],
  legalActFolio: 'F-1',
  requestedDocumentTypes: ['INE', 'CSF'],
};
/** The least that names a participant. */
const ANA_NAMED = { externalPersonId: 71, personType: 'NATURAL_PERSON', name: 'Ana' };
const NOTARY = { externalPersonId: 72, personType: 'LEGAL_ENTITY', name: 'Notaría Sur' };

describe('upsertBusiness', () => {
  it('creates a business with everything that was sent, in its order, at version 1', async () => {
    const externalId = nextExternalId();
    const result = await upsert({
      externalId,
      code: 'F/1',
      name: 'Fideicomiso Uno',
      responsibleUser: { givenName: 'Lucía', paternalSurname: 'Robles', email: 'lucia@x.test' },
      participants: [ANA, NOTARY],
    });
    expect(result).toMatchObject({
      __typename: 'UpsertBusinessPayload',
      created: true,
      replayed: false,
    });
    const business = await readBusiness(gateway, externalId);
    expect(business).toMatchObject({
      code: 'F/1',
      name: 'Fideicomiso Uno',
      version: 1,
      responsibleUser: {
        givenName: 'Lucía',
        paternalSurname: 'Robles',
        maternalSurname: null,
        email: 'lucia@x.test',
      },
    });
    const { requestedDocumentTypes: _types, personType: _type, ...sent } = ANA;
    expect(business.participants).toMatchObject([
      {
        ...sent,
        hasPendingMatches: false,
        documents: [
          { typeCode: 'INE', downloadId: null },
          { typeCode: 'CSF', downloadId: null },
        ],
      },
      {
        externalPersonId: 72,
        paternalSurname: null,
        email: null,
        phone: null,
        registrationMode: 'API',
        roles: [],
        legalActFolio: null,
        documents: [],
      },
    ]);
  });

  it('keeps whatever the input leaves out, the folio above all', async () => {
    const externalId = nextExternalId();
    const responsibleUser = { givenName: 'Rita', maternalSurname: 'Paz', email: 'rita@x.test' };
    const whole = {
      externalId,
      code: 'F/2',
      name: 'Dos',
      responsibleUser,
      participants: [ANA, NOTARY],
    };
    await upsert(whole);
    const before = await readBusiness(gateway, externalId);
    await upsert({ externalId, code: 'F/2b', participants: [ANA_NAMED] });
    expect(await readBusiness(gateway, externalId)).toEqual({
      ...before,
      code: 'F/2b',
      version: 2,
    });
  });

  it('takes null, empty text and an empty list for none', async () => {
    const externalId = nextExternalId();
    await upsert({
      externalId,
      code: 'F/3',
      name: 'Tres',
      responsibleUser: { givenName: 'Rita', email: 'rita@x.test' },
      participants: [ANA],
    });
    await upsert({
      externalId,
      code: 'F/3',
      name: null,
      responsibleUser: null,
      participants: [
        {
          ...ANA_NAMED,
          paternalSurname: '',
          email: null,
          phone: null,
          roles: [],
          legalActFolio: ' ',
        },
      ],
    });
    expect(await readBusiness(gateway, externalId)).toMatchObject({
      name: null,
      responsibleUser: null,
      version: 2,
      participants: [
        { paternalSurname: null, email: null, phone: null, roles: [], legalActFolio: null },
      ],
    });
  });

  it('replaces a telephone number whole', async () => {
    const externalId = nextExternalId();
    await upsert({ externalId, code: 'F/4', participants: [ANA] });
    await upsert({
      externalId,
      code: 'F/4',
      participants: [{ ...ANA_NAMED, phone: { number: '1' } }],
    });
    const { participants } = await readBusiness(gateway, externalId);
    expect(participants[0]?.phone).toEqual({ countryCode: null, number: '1' });
  });

  it('changes nothing at all where the same is sent again', async () => {
    const input = {
      externalId: nextExternalId(),
      code: 'F/5',
      name: 'Cinco',
      responsibleUser: { givenName: 'Rita', email: 'RITA@x.test' },
      participants: [ANA, NOTARY],
      missingParticipants: 'DELETE',
      missingDocuments: 'DELETE',
    };
    await upsert(input);
    const before = await dumpTables(gateway.db);
    const again = await upsert(input);
    expect(again).toMatchObject({ created: false, business: { version: 1 } });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it.each([
    ['its code', { code: 'F/6b' }],
    ['its name', { name: 'Otro' }],
    ['its responsible user', { responsibleUser: { givenName: 'Eva', email: 'eva@x.test' } }],
    [
      'the names of its responsible user',
      { responsibleUser: { givenName: 'Ri', email: 'rita@x.test' } },
    ],
    ['a participant', { participants: [{ ...ANA, name: 'Anna' }] }],
    ['the order of roles', { participants: [{ ...ANA, roles: ANA.roles.toReversed() }] }],
    ['a further participant', { participants: [NOTARY] }],
    ['a further document', { participants: [{ ...ANA, requestedDocumentTypes: ['X'] }] }],
    ['a participant less', { missingParticipants: 'DELETE' }],
    ['a document less', { participants: [ANA_NAMED], missingDocuments: 'DELETE' }],
  ])('counts the version up by one for a change of %s', async (_what, change) => {
    const externalId = nextExternalId();
    const input = {
      externalId,
      code: 'F/6',
      name: 'Seis',
      responsibleUser: { givenName: 'Rita', email: 'rita@x.test' },
    };
    await upsert({ ...input, participants: [ANA] });
    const changed = await upsert({ ...input, ...change });
    expect(businessOf(changed).version).toBe(2);
    expect(businessOf(await upsert({ ...input, ...change })).version).toBe(2);
  });

  it('makes a responsible user once, knows it by e-mail in any case and writes its names', async () => {
    const first = nextExternalId();
    const second = nextExternalId();
    await upsert({
      externalId: first,
      code: 'F/7',
      responsibleUser: { givenName: 'Olga', paternalSurname: 'Mora', email: 'olga@x.test' },
    });
    await upsert({
      externalId: second,
      code: 'F/8',
      responsibleUser: { givenName: 'Olga María', email: 'OLGA@X.TEST' },
    });
    const { responsibleUser } = await readBusiness(gateway, first);
    expect(responsibleUser).toEqual({
      givenName: 'Olga María',
      paternalSurname: 'Mora',
      maternalSurname: null,
      email: 'olga@x.test',
    });
  });

  it('refers to the one person of the service that has the provider’s id', async () => {
    await upsert({ externalId: nextExternalId(), code: 'F/9', participants: [ANA] });
    await upsert({ externalId: nextExternalId(), code: 'F/10', participants: [ANA] });
    const persons = await gateway.db
      .selectFrom('persons')
      .select('id')
      .where('service_id', '=', gateway.service.serviceId)
      .where('external_id', '=', 71)
      .execute();
    expect(persons).toHaveLength(1);
  });

  it('is found by its missing documents until the last has its file', async () => {
    const externalId = nextExternalId();
    const participants = [{ ...ANA_NAMED, requestedDocumentTypes: ['INE'] }];
    await upsert({ externalId, code: 'F/12', participants });
    expect(await countMissing(externalId)).toEqual({ data: { businesses: { totalCount: 1 } } });
    const [participant] = (await readBusiness(gateway, externalId)).participants;
    const key = { databaseId: participant?.databaseId };
    const attach = { participant: key, typeCode: 'INE', downloadId: 12 };
    await mutate(gateway, ['attachDocument', attach]);
    expect(await countMissing(externalId)).toEqual({ data: { businesses: { totalCount: 0 } } });
    const more = [{ ...ANA_NAMED, requestedDocumentTypes: ['CSF'] }];
    await upsert({ externalId, code: 'F/12', participants: more });
    expect(await countMissing(externalId)).toEqual({ data: { businesses: { totalCount: 1 } } });
    await upsert({ externalId, code: 'F/12', missingParticipants: 'DELETE' });
    expect(await countMissing(externalId)).toEqual({ data: { businesses: { totalCount: 0 } } });
  });

  it('records who changed what, by ids and counts', async () => {
    const result = await upsert({
      externalId: nextExternalId(),
      code: 'F/11',
      participants: [ANA],
    });
    const { details, user_id: userId } = await gateway.db
      .selectFrom('audit_events')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(userId).toBe(gateway.service.userId);
    expect(details).toEqual({
      businessId: businessOf(result).databaseId,
      created: true,
      receiptId: null,
      participantsAdded: 1,
      participantsChanged: 0,
      participantsDeleted: 0,
      documentsAdded: 2,
      documentsDeleted: 0,
      matchesAdded: 0,
    });
  });
});
