import { beforeAll, describe, expect, it } from 'vitest';
import { readOwnList } from '../../../../src/lists/own/own-list.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { deleteLists, loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
const LISTED = 'CIE150318QX5';
const NAME = 'COMERCIALIZADORA IMAGINARIA DEL ESTE';
const NEAR = 'COMERCIALIZADORA IMAGINARIA DEL OESTE';
const LIST = ['sat69-exigibles'];

const SCREEN = `mutation ($input: ScreenInput!) { screen(input: $input) { __typename
  ... on ScreenPayload { screening { databaseId outcome asOf threshold matchesCount
    subject { name rfc curp birthDate country isMasked } participant { databaseId }
    lists { code isLoaded asOf comparison } matches { score band entry { name } } } }
  ... on UserError { code }
  ... on InputValidationError { issues { path code } } } }`;

async function screen(input: object): Promise<unknown> {
  return at(dataOf(await gateway.graphql(SCREEN, { input })), 'screen');
}

async function screened(input: object): Promise<unknown> {
  return at(await screen(input), 'screening');
}

/** The place of what is refused, and nothing is kept of it. */
async function refusal(input: object): Promise<unknown> {
  const before = await countKept();
  const result = await screen(input);
  expect(result).toMatchObject({ __typename: 'InputValidationError' });
  expect(await countKept()).toBe(before);
  return [at(result, 'issues', 0, 'path'), at(result, 'issues', 0, 'code')];
}

async function countKept(): Promise<number> {
  const kept = gateway.db.selectFrom('screenings').select('id');
  return (await kept.where('service_id', '=', gateway.service.serviceId).execute()).length;
}

async function load(name: string, asOf: string): Promise<void> {
  const list = makeSat69List([[LISTED, name]]);
  await loadSatList(gateway.databaseUrl, { code: 'sat69-exigibles', list }, { asOf });
}

/** Loads one list of article 69 in two versions, and nothing else. */
async function loadBoth(): Promise<void> {
  await deleteLists(gateway.db);
  await load(`${NAME} SA DE CV`, '2024-01-31');
  await load(`${NAME} Y MAS SA DE CV`, '2024-03-31');
}

describe('screen', () => {
  it('never says that somebody is clear while none of the lists is loaded', async () => {
    await deleteLists(gateway.db);
    const before = await countKept();
    const unavailable = { __typename: 'ListUnavailableError', code: 'LIST_UNAVAILABLE' };
    for (const lists of [undefined, ['sat69'], ['un', 'ofac'], ['own'], LIST])
      expect(await screen({ person: { rfc: LISTED }, lists })).toEqual(unavailable);
    await loadBoth();
    expect(await screen({ person: { name: 'Ana' }, lists: ['un'] })).toEqual(unavailable);
    const early = { person: { rfc: LISTED }, lists: LIST, asOf: '2024-01-30' };
    expect(await screen(early)).toEqual(unavailable);
    expect(await countKept()).toBe(before);
  });
});

describe('screen, with one list loaded', () => {
  beforeAll(loadBoth);

  it('tells alert, possible, clear and incomplete apart', async () => {
    const alert = await screened({ person: { name: `${NAME} Y MAS` }, lists: LIST });
    expect(alert).toMatchObject({ outcome: 'ALERT', matchesCount: 1, threshold: 0.85 });
    const high = { person: { name: `${NAME} Y MAZ` }, lists: LIST, threshold: 1 };
    expect(await screened({ ...high, includePossible: true })).toMatchObject({
      outcome: 'POSSIBLE',
      matchesCount: 1,
    });
    expect(await screened(high)).toMatchObject({ outcome: 'CLEAR', matches: [] });
    const nobody = { name: 'Zoraida Quetzalli Wolfram' };
    expect(await screened({ person: nobody, lists: LIST })).toMatchObject({ outcome: 'CLEAR' });
    for (const words of [
      ['own', ...LIST],
      [...LIST, 'own'],
    ])
      expect(await screened({ person: nobody, lists: words })).toMatchObject({
        outcome: 'INCOMPLETE',
        lists: words.map((code) => {
          return code === 'own' ? { code, isLoaded: false } : { code: LIST[0], isLoaded: true };
        }),
      });
    const some = await screened({ person: nobody, lists: ['un-sc', ...LIST] });
    expect(some).toMatchObject({ outcome: 'INCOMPLETE', lists: [{ isLoaded: false }, {}] });
    const found = await screened({ person: { rfc: LISTED }, lists: ['un-sc', ...LIST] });
    expect(found).toMatchObject({ outcome: 'ALERT' });
  });

  it('is clear of no family of which no list is loaded, where no lists are named', async () => {
    const person = { name: 'Zoraida Quetzalli Wolfram' };
    const NOTHING = { asOf: null, comparison: null };
    const MISSING = ['ofac-sdn', 'ofac-cons', 'un-sc', 'sat69b', 'sat69b-bis', 'pep-cia'];
    const missing = [...MISSING, 'pep-mx-congreso', 'sfp'];
    const found = await screened({ person });
    expect(found).toMatchObject({ outcome: 'INCOMPLETE', matches: [] });
    expect(at(found, 'lists')).toEqual([
      ...missing.slice(0, 3).map((code) => ({ code, isLoaded: false, ...NOTHING })),
      { code: LIST[0], isLoaded: true, asOf: '2024-03-31', comparison: 'WHOLE' },
      ...missing.slice(3).map((code) => ({ code, isLoaded: false, ...NOTHING })),
    ]);
    expect(await screened({ person: { rfc: LISTED } })).toMatchObject({ outcome: 'ALERT' });
  });

  it('alerts by an identifier whatever the name and the threshold say', async () => {
    const person = { rfc: ' cie-150318.qx5 ', name: 'Otra Cosa' };
    expect(await screened({ person, lists: LIST, threshold: 1 })).toMatchObject({
      outcome: 'ALERT',
      subject: { rfc: LISTED },
      matches: [{ band: 'IDENTIFIER_EXACT', entry: { name: `${NAME} Y MAS SA DE CV` } }],
    });
  });

  it('answers with the list as it was on the day that is asked', async () => {
    const person = { rfc: LISTED };
    const then = await screened({ person, lists: LIST, asOf: '2024-02-15' });
    expect(then).toMatchObject({
      asOf: '2024-02-15',
      lists: [{ asOf: '2024-01-31' }],
      matches: [{ entry: { name: `${NAME} SA DE CV` } }],
    });
    expect(await refusal({ person, asOf: '2999-01-01' })).toEqual([['asOf'], 'TOO_LARGE']);
  });

  it.each([
    [0.5, 'ScreenPayload'],
    [1, 'ScreenPayload'],
    [0.499, 'InputValidationError'],
    [1.001, 'InputValidationError'],
    [-1, 'InputValidationError'],
  ])('has the bounds of a threshold: %d is a %s', async (threshold, type) => {
    const result = await screen({ person: { name: NEAR }, lists: LIST, threshold });
    expect(at(result, '__typename')).toBe(type);
  });

  it.each([
    ['the RFC of nobody', { rfc: 'XAXX010101000' }, ['rfc']],
    ['the RFC of foreigners', { rfc: 'xexx-010101-000' }, ['rfc']],
    ['what is no RFC', { rfc: 'CIE15' }, ['rfc']],
    ['what is no RFC, beside a name', { rfc: '12345', name: 'Ana' }, ['rfc']],
    ['what is no CURP', { curp: 'CAVI800101' }, ['curp']],
    ['a name of 501 signs', { name: 'x'.repeat(501) }, ['name']],
    ['a name of 10,000 signs', { name: 'x '.repeat(5000) }, ['name']],
    [
      'parts that are too long together',
      { name: 'x'.repeat(400), paternalSurname: 'y'.repeat(101) },
      ['name'],
    ],
    ['a control sign', { name: 'Ana\u0007 Luz' }, ['name']],
    ['a line break', { paternalSurname: 'Pérez\nLuz' }, ['paternalSurname']],
    ['nobody at all', {}, ['name']],
    ['blanks', { name: ' \t ', rfc: ' ', curp: '' }, ['name']],
    ['signs without a letter', { name: '.- ¿?' }, ['name']],
    ['a note without a name', { name: '// suprimido' }, ['name']],
    ['letters that nobody sees', { name: '\u3164\u115f' }, ['name']],
    ['an RFC without homoclave alone', { rfc: 'CIE150318' }, ['name']],
    ['a name of 33 words', { name: `${'Ana '.repeat(31)}Luz`, maternalSurname: 'Pérez' }, ['name']],
    ['six names', { name: 'Ana // Eva // Luz // Sol // Paz // Ada' }, ['name']],
    ['a birth date alone', { birthDate: '1980-01-01', country: 'MX' }, ['name']],
    ['a day that there is not', { name: 'Ana', birthDate: '1980-02-30' }, ['birthDate']],
    [
      'a passport without a sign',
      { passport: { number: '--', country: 'MX' } },
      ['passport', 'number'],
    ],
  ])('refuses %s, and is never clear by it', async (_what, person, path) => {
    expect(at(await refusal({ person, lists: LIST }), 0)).toEqual(['person', ...path]);
  });

  it.each([
    [['no-such-list'], 0],
    [[...LIST, 'OFAC'], 1],
    [['constructor'], 0],
    [[''], 0],
    [['custom:nobodys'], 0],
    [['custom:'], 0],
  ])('refuses lists that there are not: %j', async (lists, place) => {
    const refused = await refusal({ person: { name: 'Ana' }, lists });
    expect(refused).toEqual([['lists', String(place)], 'NOT_FOUND']);
  });

  it('refuses no list at all, both subjects, and none', async () => {
    const person = { name: 'Ana' };
    expect(at(await refusal({ person, lists: [] }), 0)).toEqual(['lists']);
    await refusal({ person, participant: { databaseId: 1 } });
    await refusal({});
  });

  it.each([
    ['homoglyphs', 'СОМЕRCIALIZADORA IМАGINARIA DЕL ЕSТЕ Y МАS'],
    ['wide letters', 'ＣＯＭＥＲＣＩＡＬＩＺＡＤＯＲＡ ＩＭＡＧＩＮＡＲＩＡ ＤＥＬ ＥＳＴＥ Y MAS'],
    ['marks that are put on', 'COMERCIALIZADORÁ IMAGINÁRIA DEL ÉSTE Y MAS'],
    ['invisible signs', 'COMERCIAL\u200bIZADORA IMAGI\u00adNARIA DEL ESTE Y MAS'],
    ['another script', 'КОМЕРСИАЛИЗАДОРА ИМАГИНАРИА ДЕЛ ЕСТЕ И МАС'],
  ])('finds a company whose name is written in %s', async (_what, name) => {
    const found = await screened({ person: { name }, lists: LIST });
    expect(found).toMatchObject({ outcome: 'ALERT', matches: [{}] });
  });

  it('screens a participant as it is captured, and knows none of another service', async () => {
    const participants = [{ name: `${NAME} Y MAS`, personType: 'legal' as const }];
    const made = await makeBusiness(gateway.db, gateway.service.serviceId, { participants });
    const [databaseId = 0] = made.participantIds;
    await gateway.db
      .updateTable('participants')
      .set({ rfc: LISTED, country_of_birth: 'Mexico' })
      .where('service_id', '=', gateway.service.serviceId)
      .where('id', '=', databaseId)
      .execute();
    const found = await screened({ participant: { databaseId }, lists: LIST });
    expect(found).toMatchObject({
      participant: { databaseId },
      subject: { name: `${NAME} Y MAS`, rfc: LISTED, country: 'Mexico' },
      matches: [{ band: 'IDENTIFIER_EXACT' }],
    });
    await gateway.db
      .updateTable('participants')
      .set({ name: '// sin nombre', rfc: null })
      .where('service_id', '=', gateway.service.serviceId)
      .where('id', '=', databaseId)
      .execute();
    const refused = await refusal({ participant: { databaseId }, lists: LIST });
    expect(refused).toEqual([['participant'], 'REQUIRED']);
    const unknown = await screen({ participant: { databaseId: 4711 }, lists: LIST });
    expect(unknown).toMatchObject({ __typename: 'ParticipantNotFoundError' });
  });
});

describe('screen, with every family loaded', () => {
  it('looks at the own lists of the service where they are loaded', async () => {
    await loadBoth();
    await loadSatList(
      gateway.databaseUrl,
      { code: 'sat69-exigibles', list: Buffer.from('id,name\n1,OBRAS SECRETAS DEL VALLE\n') },
      {
        asOf: '2024-01-31',
        serviceId: gateway.service.serviceId,
        source: 'custom:mine',
        read: readOwnList({}),
      },
    );
    const person = { name: 'Obras Secretas del Valle' };
    for (const code of ['ofac-sdn', 'un-sc', 'sat69b', 'pep-cia', 'sfp'] as const)
      await loadSatList(
        gateway.databaseUrl,
        { code: 'sat69-exigibles', list: makeSat69List([['TIM990101AB1', 'RELLENO']]) },
        { asOf: '2024-01-31', source: code },
      );
    const nobody = { name: 'Zoraida Quetzalli Wolfram' };
    expect(await screened({ person: nobody })).toMatchObject({ outcome: 'CLEAR' });
    for (const lists of [['custom:mine'], ['own']])
      expect(await screened({ person, lists })).toMatchObject({
        outcome: 'ALERT',
        lists: [{ code: 'custom:mine' }],
      });
    expect(await screen({ person, lists: ['custom:mine'], asOf: '2023-01-01' })).toMatchObject({
      __typename: 'ListUnavailableError',
    });
  });
});
