import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '../../../../src/domain/shared/global-id.ts';
import { openEventStream } from '../../../support/clients/event-client.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { mutate } from '../../../support/clients/mutate.ts';
import { headersWithoutPersonal, listReadings, PERSONAL } from '../../../support/data/personal.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
const STATEMENTS_MAX = 6;
const COUNT = 200;
let lacking: Record<string, string>;

const FIELDS = `personalInformation { isMasked rfc curp birthOrConstitutionDate nationality
  countryOfBirth civilStatus economicActivity address { street exteriorNumber interiorNumber
  neighborhood municipality city state postalCode country } }`;
const ADDRESS = {
  street: 'Calle Falsa',
  exteriorNumber: '12',
  interiorNumber: null,
  neighborhood: null,
  municipality: null,
  city: null,
  state: null,
  postalCode: '01000',
  country: null,
};
const INFORMATION = {
  rfc: PERSONAL.rfc,
  curp: PERSONAL.curp,
  birthOrConstitutionDate: '1980-01-13',
  nationality: 'MEX',
  countryOfBirth: 'MEX',
  civilStatus: 'SOLTERA',
  economicActivity: 'Comercio',
  address: ADDRESS,
};
const MASKED = {
  isMasked: true,
  rfc: 'LUPA********',
  curp: 'LUPA********',
  birthOrConstitutionDate: null,
  nationality: null,
  countryOfBirth: null,
  civilStatus: null,
  economicActivity: null,
  address: null,
};

function person(externalPersonId: number, personalInformation?: object | null) {
  const base = { externalPersonId, personType: 'NATURAL_PERSON', name: 'Ana' };
  return personalInformation === undefined ? base : { ...base, personalInformation };
}

async function upsert(externalId: number, participants: object[]) {
  return await mutate(gateway, ['upsertBusiness', { externalId, code: 'F', participants }]);
}

beforeAll(async () => {
  lacking = await headersWithoutPersonal(gateway);
  const people = Array.from({ length: COUNT }, (_, index) => person(1000 + index, INFORMATION));
  await upsert(1, people);
});

// Who calls is known for some seconds without a statement: the counts are of the operation alone.
beforeEach(async () => {
  for (const headers of [gateway.service.headers, lacking])
    dataOf(await gateway.graphql('{ viewer { service } }', {}, headers));
});

async function readAll(headers?: Record<string, string>): Promise<unknown> {
  const query = `{ business(by: { externalId: 1 }) {
    participants(first: ${COUNT}) { nodes { databaseId documents { id } ${FIELDS} } } } }`;
  gateway.statements.length = 0;
  const reply = await gateway.graphql(query, {}, headers);
  expect(gateway.statements.length).toBeLessThanOrEqual(STATEMENTS_MAX);
  return at(dataOf(reply), 'business', 'participants', 'nodes');
}

async function readOne(id: number, headers?: Record<string, string>): Promise<unknown> {
  const query = `{ participant(by: { databaseId: ${id} }) { ${FIELDS} } }`;
  const reply = await gateway.graphql(query, {}, headers);
  return at(dataOf(reply), 'participant', 'personalInformation');
}

/** A business of its own with one participant, whose internal id it answers. */
async function addAna(externalId: number): Promise<number> {
  await upsert(externalId, [person(externalId)]);
  const query = `{ business(by: { externalId: ${externalId} }) { participants { nodes { databaseId } } } }`;
  const data = dataOf(await gateway.graphql(query));
  return Number(at(data, 'business', 'participants', 'nodes', 0, 'databaseId'));
}

describe('Participant.personalInformation', () => {
  it('of 200 participants takes six statements at most, and is recorded as one reading', async () => {
    const before = (await listReadings(gateway)).length;
    const nodes = await readAll();
    expect(nodes).toHaveLength(COUNT);
    expect(at(nodes, COUNT - 1, 'personalInformation')).toEqual({
      isMasked: false,
      ...INFORMATION,
    });
    const ids = Array.from({ length: COUNT }, (_, index) => at(nodes, index, 'databaseId'));
    const { userId, apiKeyId } = gateway.service;
    const readings = (await listReadings(gateway)).slice(before);
    const details = { businessId: 1, participantIds: ids };
    expect(readings).toEqual([{ userId, apiKeyId, details }]);
  });

  it('of 200 participants is masked without the scope, in as few statements and unrecorded', async () => {
    const before = (await listReadings(gateway)).length;
    const nodes = await readAll(lacking);
    expect(at(nodes, COUNT - 1, 'personalInformation')).toEqual(MASKED);
    expect(gateway.statements.filter((one) => /"p"."(rfc|address|nationality)"/.test(one))).toEqual(
      [],
    );
    expect(await listReadings(gateway)).toHaveLength(before);
  });

  it('is recorded where it is asked for, and not with other fields of a participant', async () => {
    const before = (await listReadings(gateway)).length;
    const query = '{ participant(by: { databaseId: 1 }) { name email documents { id } } }';
    dataOf(await gateway.graphql(query));
    expect(await listReadings(gateway)).toHaveLength(before);
    await readOne(1);
    expect(await listReadings(gateway)).toHaveLength(before + 1);
  });

  it('is recorded, and masked without the scope, by whatever way the participant is reached', async () => {
    const id = await addAna(9);
    await upsert(9, [person(9, { rfc: PERSONAL.rfc })]);
    const nodeId = encodeGlobalId('Participant', id);
    const ana = `personalInformation { rfc isMasked }`;
    const lookup = `by: { externalId: 9 }`;
    const upsertInput = `{ externalId: 9, code: "F", participants: [] }`;
    for (const query of [
      `{ node(id: "${nodeId}") { ... on Participant { ${ana} } } }`,
      `{ nodes(ids: ["${nodeId}"]) { ... on Participant { ${ana} } } }`,
      `{ business(${lookup}) { participants { nodes { ${ana} } } } }`,
      `{ business(${lookup}) { participants { edges { node { ${ana} } } } } }`,
      `{ businesses(filter: { externalIdIn: [9] }) { nodes { participants { nodes { ${ana} } } } } }`,
      `{ business(${lookup}) { participants { nodes { documents { id } business { participants { nodes { ${ana} } } } } } } }`,
      `mutation { upsertBusiness(input: ${upsertInput}) { ... on UpsertBusinessPayload { business {
        participants { nodes { ${ana} } } } } } }`,
      `mutation { resolveParticipantMatches(input: { participant: { databaseId: ${id} } }) {
        ... on ResolveParticipantMatchesPayload { participant { ${ana} } } } }`,
    ]) {
      const before = (await listReadings(gateway)).length;
      const masked = JSON.stringify(dataOf(await gateway.graphql(query, {}, lacking)));
      expect([query, masked]).toEqual([query, expect.stringContaining('"LUPA********"')]);
      expect(masked).not.toContain(PERSONAL.rfc);
      expect(await listReadings(gateway)).toHaveLength(before);
      const clear = JSON.stringify(dataOf(await gateway.graphql(query)));
      expect([query, clear]).toEqual([query, expect.stringContaining(PERSONAL.rfc)]);
      const readings = (await listReadings(gateway)).slice(before);
      expect(readings).toMatchObject([{ details: { participantIds: [id] } }]);
    }
  });

  it('masks no more of an identifier than its first letters, and what is empty as empty', async () => {
    await upsert(2, [
      person(1, { rfc: 'Ñ&A010203AB1' }),
      person(2, { rfc: '' }),
      person(3),
      person(4, { rfc: 'XAXX010101000' }),
    ]);
    const query = `{ business(by: { externalId: 2 }) { participants { nodes { ${FIELDS} } } } }`;
    const data = dataOf(await gateway.graphql(query, {}, lacking));
    const nodes = at(data, 'business', 'participants', 'nodes');
    const masked = [0, 1, 2, 3].map((place) => at(nodes, place, 'personalInformation', 'rfc'));
    expect(masked).toEqual(['Ñ&A********', null, null, 'XAXX********']);
  });
});

describe('a subscription', () => {
  it('reads what is stored when the event is given, and records each reading', async () => {
    const id = await addAna(8);
    const query = `subscription { businessEvents { __typename ... on MatchesResolvedEvent {
      participant { personalInformation { rfc } } } } }`;
    const stream = await openEventStream(gateway.url, { headers: gateway.service.headers, query });
    await stream.block();
    const readings = (await listReadings(gateway)).length;
    for (const [rfc, name] of [['LUPA800113AB1', 'a'] as const, ['LUPA800113AB2', 'b'] as const]) {
      await upsert(8, [
        { ...person(8, { rfc }), matches: [{ sourceCode: 'OFAC', externalId: name }] },
      ]);
      await stream.next();
      const verdict = { verdict: 'FALSE_POSITIVE', reason: 'HOMONYM' };
      const input = { participant: { databaseId: id }, ...verdict };
      await mutate(gateway, ['resolveParticipantMatches', input]);
      const event = at((await stream.next())?.data, 'data', 'businessEvents');
      expect(at(event, 'participant')).toEqual({ personalInformation: { rfc } });
    }
    expect(await listReadings(gateway)).toHaveLength(readings + 2);
  });
});

describe('UpsertParticipantInput.personalInformation', () => {
  it('stays where it is left out, whole or in part, and goes where it is null', async () => {
    const id = await addAna(3);
    const steps: [object | null | undefined, object][] = [
      [INFORMATION, {}],
      [undefined, {}],
      [{}, {}],
      [
        { civilStatus: null, nationality: '' },
        { civilStatus: null, nationality: null },
      ],
      [{ address: { city: 'Otra' } }, { address: { city: 'Otra', street: null } }],
      [
        { address: null, birthOrConstitutionDate: null },
        { address: null, curp: PERSONAL.curp },
      ],
      [null, { rfc: null, curp: null, economicActivity: null }],
    ];
    for (const [sent, expected] of steps) {
      expect(await upsert(3, [person(3, sent)])).toMatchObject({
        __typename: 'UpsertBusinessPayload',
      });
      expect(await readOne(id)).toMatchObject(expected);
    }
  });

  it('counts the version up exactly when something became different', async () => {
    const versions: unknown[] = [];
    for (const sent of [INFORMATION, INFORMATION, undefined, { rfc: null }, { rfc: '' }])
      versions.push((await upsert(4, [person(6, sent)])).business?.version);
    expect(versions).toEqual([1, 1, 1, 2, 2]);
  });

  it.each([
    ['rfc', 'LUPA800113', 'Must be an RFC'],
    ['curp', 'LUPA', 'Must be a CURP'],
  ])('refuses a %s of another form, and says where', async (field, value, message) => {
    const result = await upsert(5, [person(7, { [field]: value })]);
    const path = ['participants', '0', 'personalInformation', field];
    expect(result).toMatchObject({
      __typename: 'InputValidationError',
      issues: [{ path, message }],
    });
    expect(JSON.stringify(result)).not.toContain(value);
  });

  it.each(['1981-02-29', '0000-01-01', '13/01/1980', '1980-1-13', '', 7])(
    'refuses the date %j',
    async (birthOrConstitutionDate) => {
      const participants = [person(8, { birthOrConstitutionDate })];
      const { body } = await gateway.graphql(
        'mutation ($input: UpsertBusinessInput!) { upsertBusiness(input: $input) { __typename } }',
        { input: { externalId: 6, code: 'F', participants } },
      );
      expect(at(body, 'errors', 0, 'extensions', 'code')).toBe('VALIDATION_FAILED');
    },
  );
});
