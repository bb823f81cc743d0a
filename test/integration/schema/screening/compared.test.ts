import { beforeAll, describe, expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
const NAME = 'COMERCIALIZADORA IMAGINARIA DEL ESTE';
const LIST = ['sat69-exigibles'];

const SCREEN = `mutation ($input: ScreenInput!) { screen(input: $input) { __typename
  ... on ScreenPayload { screening { outcome lists { isLoaded comparison } matches { score } } } } }`;

async function screened(input: object): Promise<unknown> {
  return at(dataOf(await gateway.graphql(SCREEN, { input })), 'screen', 'screening');
}

beforeAll(async () => {
  const list = makeSat69List([['CIE150318QX5', `${NAME} Y MAS SA DE CV`]]);
  await loadSatList(gateway.databaseUrl, { code: 'sat69-exigibles', list });
});

describe('what is compared of somebody', () => {
  it('is clear of no list that has no identifier of the kinds that are given, without a name', async () => {
    const curp = 'CAVI800101HDFRRN08';
    const incomplete = {
      outcome: 'INCOMPLETE',
      lists: [{ isLoaded: true, comparison: 'NOTHING' }],
    };
    const clear = { outcome: 'CLEAR', lists: [{ isLoaded: true, comparison: 'WHOLE' }] };
    expect(await screened({ person: { curp }, lists: LIST })).toMatchObject(incomplete);
    const passport = { number: 'G123', country: 'MX' };
    expect(await screened({ person: { passport }, lists: LIST })).toMatchObject(incomplete);
    const rfc = 'ABC010101AB1';
    expect(await screened({ person: { rfc, curp }, lists: LIST })).toMatchObject(clear);
    const named = { curp, name: 'Zoraida Quetzalli Wolfram' };
    expect(await screened({ person: named, lists: LIST })).toMatchObject(clear);
  });

  it('reads names of 32 words to their end', async () => {
    const name = `${'Zoraida '.repeat(31)}Quetzalli`;
    expect(await screened({ person: { name }, lists: LIST })).toMatchObject({ outcome: 'CLEAR' });
  });

  it.each([
    `Zoraida // ${NAME} Y MAS`,
    `${NAME} Y MAS // Zoraida`,
    `COMERCIALIZADORA IMAGINARIA // DEL ESTE Y MAS`,
    `Zoraida // Ahora ${NAME} Y MAS`,
  ])('compares both what is before and what is after the bars of %s', async (name) => {
    const found = await screened({ person: { name, personType: 'LEGAL_ENTITY' }, lists: LIST });
    expect(found).toMatchObject({ outcome: 'ALERT', matches: [{}] });
  });

  it('tells what is found of a participant whose name is too long, and is never clear of it', async () => {
    const far = 'x'.repeat(600);
    const participants = [
      { name: `${NAME} Y MAS // ${far}`, personType: 'legal' as const },
      { name: `${'Zoraida '.repeat(33)}Quetzalli`, personType: 'legal' as const },
    ];
    const made = await makeBusiness(gateway.db, gateway.service.serviceId, {
      externalId: 77,
      participants,
    });
    const [found, cut] = await Promise.all(
      made.participantIds.map(async (databaseId) => {
        return await screened({ participant: { databaseId }, lists: LIST });
      }),
    );
    expect(found).toMatchObject({ outcome: 'ALERT', lists: [{ comparison: 'PART' }] });
    expect(cut).toMatchObject({ outcome: 'INCOMPLETE', lists: [{ comparison: 'PART' }] });
  });
});
