import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at } from '../../../../support/clients/graphql.ts';
import { businessOf, mutate } from '../../../../support/clients/mutate.ts';
import { sendV4 } from '../../../../support/clients/v4.ts';
import { dumpTables } from '../../../../support/database/tables.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';

const gateway = useGateway({}, { isServicePerTest: true });
const PATH = '/api/v4/fiduciary/requests';
const STATEMENTS_MAX = 26;

async function post(body: object, headers: Record<string, string> = {}) {
  const all = { ...gateway.service.headers, ...headers };
  return await sendV4(gateway, PATH, { body: JSON.stringify(body), headers: all });
}

async function postParsed(body: object): Promise<unknown> {
  const { status, text } = await post(body);
  expect(status).toBe(200);
  return JSON.parse(text);
}

let lastId = 100;
/** A request with ids of its own; what a test does not say is as a provider sends it. */
function request(fields: object = {}, participant: object = {}) {
  lastId += 10;
  return {
    id_negocio: lastId,
    cod_negocio: `F/${lastId}`,
    business_name: 'Fideicomiso',
    responsible_user: { name: '', first_last_name: '', second_last_name: '', email: '' },
    participantes: [{ id_persona: lastId + 1, tipo_per: 'FIS', nombre: 'Ana', ...participant }],
    ...fields,
  };
}

const FULL = {
  id_persona: 55,
  tipo_per: 'FIS',
  nombre: 'Ana',
  apellido_paterno: 'Luna',
  apellido_materno: '',
  email: 'ana@example.test',
  codigo_telefonico: '+52',
  telefono: '5500000000',
  mod_carga: 'PORTAL',
  roles: ['FIDEICOMITENTE', 'APODERADO'],
  folio_acto_juridico: 'EP-1',
  tipo_doctos: ['INE', 'CSF', 'INE'],
};

function document(code: string) {
  return { cod_tipo_docto: code, id_descarga: null };
}

function people(count: number, from: number): object[] {
  return Array.from({ length: count }, (_, index) => ({ ...FULL, id_persona: from + index }));
}

describe('POST /api/v4/fiduciary/requests', () => {
  it('200 creates a business with what was sent and answers all of it', async () => {
    const reply = await post({
      id_negocio: 1,
      cod_negocio: 'F/1',
      business_name: 'Fideicomiso Uno',
      responsible_user: {
        name: 'Irene',
        first_last_name: 'Paz',
        second_last_name: '',
        email: 'irene@example.test',
      },
      participantes: [FULL, { id_persona: 56, tipo_per: 'MOR', nombre: 'Uno, S.A.' }],
    });
    expect(reply).toMatchObject({
      status: 200,
      text: JSON.stringify({
        data: {
          business: {
            id: 1,
            id_negocio: 1,
            cod_negocio: 'F/1',
            business_name: 'Fideicomiso Uno',
            responsible_user: {
              name: 'Irene',
              first_last_name: 'Paz',
              second_last_name: '',
              email: 'irene@example.test',
            },
            participantes: [
              {
                id: 1,
                id_persona: 55,
                tipo_per: 'FIS',
                nombre: 'Ana',
                apellido_paterno: 'Luna',
                apellido_materno: '',
                email: 'ana@example.test',
                codigo_telefonico: '+52',
                telefono: '5500000000',
                mod_carga: 'PORTAL',
                match_resolution_pending: false,
                roles: ['FIDEICOMITENTE', 'APODERADO'],
                tipo_doctos: ['INE', 'CSF', 'INE'].map(document),
              },
              {
                id: 2,
                id_persona: 56,
                tipo_per: 'MOR',
                nombre: 'Uno, S.A.',
                apellido_paterno: '',
                apellido_materno: '',
                email: '',
                codigo_telefonico: '',
                telefono: '',
                mod_carga: 'API',
                match_resolution_pending: false,
                roles: [],
                tipo_doctos: [],
              },
            ],
          },
          changes: { created: [55, 56], updated: [], unchanged: [] },
        },
        message: 'Fiduciary requests processed',
        success: true,
      }),
    });
    const { db, service } = gateway;
    const folios = db
      .selectFrom('participants')
      .select('legal_act_folio')
      .where('service_id', '=', service.serviceId)
      .orderBy('id');
    expect((await folios.execute()).map((one) => one.legal_act_folio)).toEqual(['EP-1', null]);
  });

  it('200 changes nothing where everything is so already', async () => {
    const sent = request({ participantes: [{ ...FULL, id_persona: 60 }] });
    await post(sent);
    const before = await dumpTables(gateway.db);
    const again = await postParsed(sent);
    expect(at(again, 'data', 'changes')).toEqual({ created: [], updated: [], unchanged: [60] });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('200 keeps participants, documents and members that are left out, and tells what changed', async () => {
    const four = people(4, 61);
    const first = request({ participantes: four });
    await post(first);
    const { business_name: _name, responsible_user: _user, ...second } = first;
    const reply = await postParsed({
      ...second,
      participantes: [
        { id_persona: 65, tipo_per: 'FIS', nombre: 'Eva' },
        { id_persona: 64, tipo_per: 'FIS', nombre: 'Ana', tipo_doctos: ['ACTA'] },
        { id_persona: 63, tipo_per: 'FIS', nombre: 'Bea' },
        { id_persona: 62, tipo_per: 'FIS', nombre: 'Ana', tipo_doctos: ['INE'] },
      ],
    });
    expect(at(reply, 'data', 'changes')).toEqual({
      created: [65],
      updated: [64, 63],
      unchanged: [62],
    });
    const rest = { email: FULL.email, telefono: FULL.telefono, mod_carga: 'PORTAL' };
    expect(at(reply, 'data', 'business')).toMatchObject({
      business_name: 'Fideicomiso',
      participantes: [
        { id_persona: 61, nombre: 'Ana' },
        { id_persona: 62, nombre: 'Ana', ...rest },
        { id_persona: 63, nombre: 'Bea', ...rest },
        { id_persona: 64, ...rest, tipo_doctos: [{}, {}, {}, { cod_tipo_docto: 'ACTA' }] },
        { id_persona: 65, mod_carga: 'API' },
      ],
    });
  });

  it('200 takes an empty text for none, and half a telephone for all of it', async () => {
    const sent = request({}, { ...FULL, id_persona: 70 });
    await post(sent);
    const empty = { apellido_paterno: '', email: '', telefono: '1', roles: [], mod_carga: '' };
    const person = { id_persona: 70, tipo_per: 'FIS', nombre: 'Ana', ...empty };
    const reply = await postParsed({ ...sent, participantes: [person] });
    expect(at(reply, 'data', 'business', 'participantes', 0)).toMatchObject({
      ...empty,
      mod_carga: 'API',
      codigo_telefonico: '',
    });
  });

  it('200 does once what comes several times at once', async () => {
    const sent = request({}, { tipo_doctos: ['INE'] });
    const replies = await Promise.all([1, 2, 3, 4, 5].map(async () => await postParsed(sent)));
    const ids = new Set(replies.map((reply) => at(reply, 'data', 'business', 'id')));
    expect(ids.size).toBe(1);
    const created = replies.filter((reply) => at(reply, 'data', 'changes', 'created', 0));
    expect(created).toHaveLength(1);
    expect(at(replies[0], 'data', 'business', 'participantes')).toHaveLength(1);
  });

  it('200 replays under the same key, with the changes of the first time', async () => {
    const sent = request({}, FULL);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await post(sent, headers);
    const again = await post(sent, headers);
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect((await post(request(), headers)).status).toBe(422);
  });

  it('400 replays nothing of a business that was deleted since', async () => {
    const sent = request();
    const headers = { 'idempotency-key': randomUUID() };
    const { text } = await post(sent, headers);
    const id = String(at(JSON.parse(text), 'data', 'business', 'id'));
    const body = '{"delete_mode":"all"}';
    await sendV4(gateway, `/api/v4/fiduciary/${id}/complete`, { body });
    expect((await post(sent, headers)).status).toBe(400);
  });

  it('200 updates what the graph has made, and the graph tells the same changes', async () => {
    const { id_negocio: externalId, cod_negocio: code } = request();
    const participant = { externalPersonId: 80, personType: 'NATURAL_PERSON', name: 'Ana' };
    const input = { externalId, code, participants: [participant] };
    const { databaseId } = businessOf(await mutate(gateway, ['upsertBusiness', input]));
    const person = { id_persona: 80, tipo_per: 'FIS', nombre: 'Bea' };
    const wire = { id_negocio: externalId, cod_negocio: code, participantes: [person] };
    expect(at(await postParsed(wire), 'data')).toMatchObject({
      business: { id: databaseId, participantes: [{ nombre: 'Bea', mod_carga: 'API' }] },
      changes: { updated: [80] },
    });
    const { body } = await gateway.graphql(
      `mutation ($input: UpsertBusinessInput!) { upsertBusiness(input: $input) {
        ... on UpsertBusinessPayload { changes { created updated unchanged } } } }`,
      { input },
    );
    const changes = { created: [], updated: [80], unchanged: [] };
    expect(body).toEqual({ data: { upsertBusiness: { changes } } });
  });

  it('200 takes 500 participants in as many statements as five', async () => {
    const counts: number[] = [];
    for (const [count, from] of [[5, 1000] as const, [500, 2000] as const]) {
      gateway.statements.length = 0;
      const reply = await postParsed(request({ participantes: people(count, from) }));
      expect(at(reply, 'data', 'business', 'participantes')).toHaveLength(count);
      counts.push(gateway.statements.filter((one) => one !== 'discard plans').length);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeLessThanOrEqual(STATEMENTS_MAX);
  });
});
