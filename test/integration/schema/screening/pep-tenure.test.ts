import { expect, it } from 'vitest';
import { forgetList } from '../../../../src/db/queries/lists/forget.ts';
import { ALL_SERVICES } from '../../../../src/domain/lists/list-source.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { addDemoLists } from '../../../support/data/demo-lists.ts';
import { switchOn } from '../../../support/data/living-screening.ts';
import { readPages } from '../../../support/data/read-printed.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

/** Offices elsewhere count for thirty years after their end. */
const gateway = useGateway({ PEP_LOOK_BACK_FOREIGN_MONTHS: '360' }, { hasDemoLists: true });

const SCREEN = `mutation ($input: ScreenInput!) { screen(input: $input) { ... on ScreenPayload { screening { databaseId outcome
  matches { entry { list pep { tenure to } } } } } } }`;

async function screen(name: string): Promise<unknown> {
  const input = { person: { name }, lists: ['pep'] };
  return at(dataOf(await gateway.graphql(SCREEN, { input })), 'screen', 'screening');
}

async function report(nombre: string): Promise<unknown> {
  const body = { nombre };
  const answer = await gateway.request('POST', '/api/v4/blacklist/peps/report', { body });
  return at(answer.body, 'data');
}

it('each match says how the office stands, on both wires alike', async () => {
  const found = await screen('Lucía Betancourt Ibarra');
  expect(at(found, 'matches')).toMatchObject([
    { entry: { list: 'pep-mx-congreso', pep: { tenure: 'UNKNOWN' } } },
    { entry: { list: 'opensanctions', pep: { tenure: 'CURRENT' } } },
  ]);
  const said = await report('Lucía Betancourt Ibarra');
  expect(at(said, 'matches')).toMatchObject([{ tenure: 'UNKNOWN' }, { tenure: 'CURRENT' }]);
  expect(at(await report('Tomás Sandoval Peralta'), 'matches')).toMatchObject([
    { pep_class: 'ASIMILADO', tenure: 'CURRENT' },
  ]);
});

it('who has long left office is found all the same, and by the day and look-back of the screening', async () => {
  const found = await screen('Rupert of Hentzau');
  const former = { list: 'opensanctions', pep: { tenure: 'FORMER', to: '1993-04-30' } };
  expect(found).toMatchObject({ outcome: 'ALERT', matches: [{ entry: former }] });
  const said = await report('Rupert of Hentzau');
  expect(said).toMatchObject({ found: true, matches: [{ tenure: 'FORMER', to: '1993-04-30' }] });
  const path = `/api/v4/blacklist/report/${Number(at(said, 'report_id'))}`;
  const { body } = await gateway.request('GET', path);
  expect(at(body, 'data', 'report', 'matches', 0)).toMatchObject({ pep: { tenure: 'former' } });
  expect(at(body, 'data', 'report', 'matches', 0, 'entry')).not.toHaveProperty('tenure');
  const pdf = await fetch(`${gateway.url}${path}/pdf`, { headers: gateway.service.headers });
  const text = (await readPages(Buffer.from(await pdf.arrayBuffer()))).join(' ');
  expect(text).toContain('Encargo: Concluido antes del periodo que se revisa');
});

it('an entry that is looked up says it too', async () => {
  const query = `{ listEntry(list: "opensanctions", key: "demo-0001") { entry { pep { tenure } } } }`;
  const entry = at(dataOf(await gateway.graphql(query)), 'listEntry', 'entry');
  expect(entry).toEqual({ pep: { tenure: 'FORMER' } });
});

async function add(id: number): Promise<void> {
  const name = { nombre: 'Rupert', apellido_paterno: 'Hentzau' };
  const participantes = [{ id_persona: id, tipo_per: 'FIS', ...name }];
  const body = { id_negocio: id, cod_negocio: `F/${id}`, participantes };
  expect((await gateway.request('POST', '/api/v4/fiduciary/requests', { body })).status).toBe(200);
}

async function read(id: number): Promise<unknown> {
  const query = `{ business(by: {externalId: ${id}}) { participants { nodes { screenings { totalCount }
    matches { raisedBecause screening { trigger } entry { pep { tenure } } } } } } }`;
  return at(dataOf(await gateway.graphql(query)), 'business', 'participants', 'nodes', 0);
}

function raised(trigger: string): object[] {
  return [{ raisedBecause: 'FOUND', screening: { trigger }, entry: { pep: { tenure: 'FORMER' } } }];
}

it('a match of a participant says it, whether the person or the list was new', async () => {
  await switchOn(gateway.db, gateway.service.serviceId, { families: ['pep'] });
  await add(94);
  await expect.poll(async () => at(await read(94), 'matches')).toEqual(raised('UPSERTED'));
  await forgetList(gateway.db, { serviceId: ALL_SERVICES, source: 'opensanctions' });
  await add(95);
  await expect.poll(async () => at(await read(95), 'screenings', 'totalCount')).toBe(1);
  expect(at(await read(95), 'matches')).toEqual([]);
  await addDemoLists(gateway.databaseUrl);
  await expect.poll(async () => at(await read(95), 'matches')).toEqual(raised('LISTS'));
});
