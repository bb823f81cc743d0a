import { describe, expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { screenAll, switchOn } from '../../../support/data/living-screening.ts';
import { readPages } from '../../../support/data/read-printed.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' }, { hasDemoLists: true });

const SCREEN = `mutation ($input: ScreenInput!) { screen(input: $input) { ... on ScreenPayload { screening { databaseId
  matches { personGroup entry { list key pep { pepClass tenure position country institution from to
    relations { kind name key relationship position from to } } } } } } } }`;

async function screen(name: string, lists: string[]): Promise<unknown> {
  const input = { person: { name }, lists };
  return at(dataOf(await gateway.graphql(SCREEN, { input })), 'screen', 'screening');
}

async function report(nombre: string): Promise<unknown> {
  const body = { nombre };
  const answer = await gateway.request('POST', '/api/v4/blacklist/peps/report', { body });
  expect(answer.status).toBe(200);
  return at(answer.body, 'data');
}

const OF_THE_HUSBAND = {
  name: 'Lucía Betancourt Ibarra',
  relationship: 'husband',
  position: 'Member of the invented Chamber of Deputies',
  from: '2024-09-01',
  to: null,
};

describe('a relative of somebody in office', () => {
  it('is told as one, whose and since when, on both wires alike', async () => {
    const found = await screen('Tomás Sandoval Peralta', ['pep']);
    const relation = { ...OF_THE_HUSBAND, kind: 'SPOUSE', key: 'demo-0002' };
    expect(at(found, 'matches')).toEqual([
      {
        personGroup: null,
        entry: {
          list: 'opensanctions',
          key: 'demo-0003',
          pep: {
            pepClass: 'ASSOCIATE',
            tenure: 'CURRENT',
            position: null,
            country: 'mx',
            institution: null,
            from: null,
            to: null,
            relations: [relation],
          },
        },
      },
    ]);
    const said = await report('Tomás Sandoval Peralta');
    expect(at(said, 'matches')).toMatchObject([
      {
        list: 'opensanctions',
        entry_id: 'demo-0003',
        pep_class: 'ASIMILADO',
        position: null,
        person_group: null,
        related_to: [{ ...OF_THE_HUSBAND, kind: 'spouse', entry_id: 'demo-0002' }],
      },
    ]);
  });

  it('is told in the report, as JSON and as PDF', async () => {
    const id = Number(at(await report('Tomás Sandoval Peralta'), 'report_id'));
    const path = `/api/v4/blacklist/report/${id}`;
    const { body } = await gateway.request('GET', path);
    expect(at(body, 'data', 'report', 'matches', 0, 'pep')).toMatchObject({
      pepClass: 'associate',
      relations: [{ kind: 'spouse', key: 'demo-0002', name: OF_THE_HUSBAND.name }],
    });
    const pdf = await fetch(`${gateway.url}${path}/pdf`, { headers: gateway.service.headers });
    const text = (await readPages(Buffer.from(await pdf.arrayBuffer()))).join(' ');
    expect(text).toContain('Asimilada: familiar o persona cercana');
    expect(text).toContain('Cónyuge o pareja de: Lucía Betancourt Ibarra (demo-0002)');
    expect(text).toContain('«husband» en la lista');
  });

  it('is none where the list is of others than people in office', async () => {
    const found = await screen('Inventado Peñaloza Ñáñez', ['ofac']);
    expect(at(found, 'matches', 0, 'entry')).toMatchObject({ list: 'ofac-sdn', pep: null });
  });
});

function ofHers(sourceCode: string, state = 'PENDING') {
  return { sourceCode, state, personGroup: 1 };
}

describe('somebody in two lists of people in office', () => {
  const NAME = 'Lucía Betancourt Ibarra';
  const LISTS = ['pep-mx-congreso', 'opensanctions'];

  it('has two matches that are suggested to be one person, on both wires alike', async () => {
    const found = await screen(NAME, ['pep']);
    expect(at(found, 'matches')).toMatchObject(
      LISTS.map((list) => ({ personGroup: 1, entry: { list } })),
    );
    const said = await report(NAME);
    expect(at(said, 'matches')).toMatchObject(LISTS.map((list) => ({ list, person_group: 1 })));
    const id = Number(at(said, 'report_id'));
    const path = `/api/v4/blacklist/report/${id}`;
    const { body } = await gateway.request('GET', path);
    expect(at(body, 'data', 'report', 'matches')).toMatchObject([
      { personGroup: 1 },
      { personGroup: 1 },
    ]);
    const pdf = await fetch(`${gateway.url}${path}/pdf`, { headers: gateway.service.headers });
    const text = (await readPages(Buffer.from(await pdf.arrayBuffer()))).join(' ');
    expect(text).toContain('Podría ser la misma persona que en la coincidencia 2.');
    expect(text).toContain('Podría ser la misma persona que en la coincidencia 1.');
  });

  it('has them suggested among the matches of a participant, and each is decided by itself', async () => {
    const { serviceId } = gateway.service;
    await switchOn(gateway.db, serviceId, { families: ['pep'] });
    const lucia = { nombre: 'Lucía', apellido_paterno: 'Betancourt', apellido_materno: 'Ibarra' };
    const tomas = { nombre: 'Tomás', apellido_paterno: 'Sandoval', apellido_materno: 'Peralta' };
    const participantes = [lucia, tomas].map((one, place) => ({
      id_persona: 9300 + place,
      tipo_per: 'FIS',
      ...one,
    }));
    const business = { id_negocio: 93, cod_negocio: 'F/93', participantes };
    const made = await gateway.request('POST', '/api/v4/fiduciary/requests', { body: business });
    expect(made.status).toBe(200);
    await screenAll(gateway.db, serviceId);
    const query = `{ business(by: {externalId: 93}) { participants { nodes { name
      matches { sourceCode state personGroup } } } } }`;
    const read = async (): Promise<unknown> =>
      at(dataOf(await gateway.graphql(query)), 'business', 'participants', 'nodes');
    const his = { sourceCode: 'opensanctions', state: 'PENDING', personGroup: null };
    expect(await read()).toEqual([
      { name: 'Lucía', matches: LISTS.map((list) => ofHers(list)) },
      { name: 'Tomás', matches: [his] },
    ]);
    const decision = {
      id_persona: 9300,
      resolution: 'FALSE_POSITIVE',
      reason: 'homonym',
      matches: [{ list: 'opensanctions', match_id: 'demo-0002', resolution: 'FALSE_POSITIVE' }],
    };
    const path = '/api/v4/fiduciary/person/matches/resolved';
    const decided = await gateway.request('POST', path, { body: decision });
    expect(decided.status).toBe(200);
    expect(at(await read(), 0, 'matches')).toEqual([
      ofHers('pep-mx-congreso'),
      ofHers('opensanctions', 'FALSE_POSITIVE'),
    ]);
  });
});
