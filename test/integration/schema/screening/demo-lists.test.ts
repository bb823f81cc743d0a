import { describe, expect, it } from 'vitest';
import { LIST_SOURCES } from '../../../../src/domain/lists/list-source.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' }, { hasDemoLists: true });

const SCREEN = `mutation ($input: ScreenInput!) { screen(input: $input) { ... on ScreenPayload { screening {
  outcome lists { code isLoaded } matches { entry { list name } } } } } }`;

async function screen(name: string, lists?: string[]): Promise<unknown> {
  const input = { person: { name }, lists };
  return at(dataOf(await gateway.graphql(SCREEN, { input })), 'screen', 'screening');
}

describe('the lists of the demo', () => {
  it('are all that there are, so that nobody is left unlooked for', async () => {
    const found = await screen('Zoraida Quetzalli Wolfram');
    expect(found).toMatchObject({ outcome: 'CLEAR', matches: [] });
    const codes = Object.keys(LIST_SOURCES);
    expect(at(found, 'lists')).toEqual(codes.map((code) => ({ code, isLoaded: true })));
  });

  it.each([
    ['un', 'un-sc', 'Michael Black of Strelsau'],
    ['un', 'un-sc', 'Compañía Naviera de Liliput'],
    ['sfp', 'sfp', 'Suministros Supuestos de Barataria'],
    ['pep', 'opensanctions', 'Hentzau, Rupert of'],
  ])('answer of the family %s from %s: %s', async (family, list, name) => {
    const found = await screen(name, [family]);
    expect(found).toMatchObject({ outcome: 'ALERT', matches: [{ entry: { list } }] });
  });
});
