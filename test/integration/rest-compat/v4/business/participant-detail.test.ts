import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../../../support/clients/graphql.ts';
import { INVALID_INPUT, sendV4 } from '../../../../support/clients/v4.ts';
import { makeScreening } from '../../../../support/data/make-screening.ts';
import {
  headersWithout,
  headersWithoutPersonal,
  listReadings,
  PERSONAL,
} from '../../../../support/data/personal.ts';
import { dumpTables } from '../../../../support/database/tables.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';

const gateway = useGateway();
let lacking: Record<string, string>;

const PERSON = {
  id_persona: 55,
  tipo_per: 'FIS',
  nombre: 'Ana',
  apellido_paterno: 'Luna',
  apellido_materno: 'Paz',
  email: 'ana@example.test',
  codigo_telefonico: '+52',
  telefono: '5500000000',
  mod_carga: 'API',
  roles: ['FIDEICOMITENTE'],
  folio_acto_juridico: 'EP-1',
  tipo_doctos: ['INE'],
  ...PERSONAL,
  matches: [{ list: 'OFAC', match_id: 'm-1', status: 'FALSE_POSITIVE' }],
};
const COMPANY = {
  id_persona: 56,
  tipo_per: 'MOR',
  nombre: 'Flores, S.A.',
  rfc: 'FLO010203AB1',
  fecha_constitucion: '2001-02-03',
};
const BUSINESS = { id_negocio: 1, cod_negocio: 'F/1', participantes: [PERSON, COMPANY] };

/** As the members of a person are answered, in their order; `over` says what is not as it was sent. */
function shown(over: object): object {
  const { tipo_doctos: _codes, folio_acto_juridico: _folio, ...base } = PERSON;
  const { rfc: _rfc, domicilio: _domicilio, ...sent } = base;
  const order = {
    id: 1,
    id_persona: sent.id_persona,
    tipo_per: sent.tipo_per,
    nombre: sent.nombre,
    apellido_paterno: sent.apellido_paterno,
    apellido_materno: sent.apellido_materno,
    email: sent.email,
    codigo_telefonico: sent.codigo_telefonico,
    telefono: sent.telefono,
    mod_carga: sent.mod_carga,
    match_resolution_pending: false,
    roles: sent.roles,
    tipo_doctos: [{ cod_tipo_docto: 'INE', id_descarga: null }],
    folio_acto_juridico: 'EP-1',
    rfc: PERSONAL.rfc,
    curp: PERSONAL.curp,
    fecha_nacimiento: PERSONAL.fecha_nacimiento,
    fecha_constitucion: '',
    nacionalidad: PERSONAL.nacionalidad,
    pais_nacimiento: PERSONAL.pais_nacimiento,
    estado_civil: PERSONAL.estado_civil,
    actividad_economica: PERSONAL.actividad_economica,
    domicilio: PERSONAL.domicilio,
    is_masked: false,
    matches: [{ list: 'OFAC', match_id: 'm-1', status: 'FALSE_POSITIVE', decisions: [] }],
    screenings: [],
    conflicts: [],
  };
  return { ...order, ...over };
}

const NOWHERE = Object.fromEntries(Object.keys(PERSONAL.domicilio).map((part) => [part, '']));
const NOTHING = {
  fecha_nacimiento: '',
  nacionalidad: '',
  pais_nacimiento: '',
  estado_civil: '',
  actividad_economica: '',
  domicilio: NOWHERE,
};

async function get(query: string, headers: Record<string, string> = gateway.service.headers) {
  const path = `/api/v4/fiduciary/participant/detail${query}`;
  return await sendV4(gateway, path, { method: 'GET', headers });
}

function found(participant: object) {
  const message = 'Participant information retrieved successfully';
  return { status: 200, text: JSON.stringify({ data: { participant }, message, success: true }) };
}

beforeAll(async () => {
  lacking = await headersWithoutPersonal(gateway);
  await sendV4(gateway, '/api/v4/fiduciary/requests', { body: JSON.stringify(BUSINESS) });
});

describe('GET /api/v4/fiduciary/participant/detail', () => {
  it('200 answers all that was captured, and records who read it by ids alone', async () => {
    const before = (await listReadings(gateway)).length;
    expect(await get('?id=1')).toMatchObject(found(shown({})));
    const { userId, apiKeyId } = gateway.service;
    const readings = (await listReadings(gateway)).slice(before);
    const details = { businessId: 1, participantIds: [1] };
    expect(readings).toEqual([{ userId, apiKeyId, details }]);
  });

  it('200 shows a date as of constitution for a company', async () => {
    const { text } = await get('?id=2');
    expect(at(JSON.parse(text), 'data', 'participant')).toMatchObject({
      tipo_per: 'MOR',
      rfc: COMPANY.rfc,
      fecha_nacimiento: '',
      fecha_constitucion: '2001-02-03',
      domicilio: NOWHERE,
    });
  });

  it('200 masks it for a caller without the scope, and records no reading', async () => {
    const before = await dumpTables(gateway.db);
    const masked = {
      rfc: 'LUPA********',
      curp: 'LUPA********',
      ...NOTHING,
      is_masked: true,
      conflicts: null,
    };
    expect(await get('?id=1', lacking)).toMatchObject(found(shown(masked)));
    const company: unknown = JSON.parse((await get('?id=2', lacking)).text);
    const participant = { rfc: 'FLO********', curp: '', fecha_constitucion: '', is_masked: true };
    expect(at(company, 'data', 'participant')).toMatchObject(participant);
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('200 tells the newest screenings of the participant first, to whoever may read them', async () => {
    const older = await makeScreening(gateway.db, 1, {
      participantId: 2,
      outcome: 'incomplete',
      matches: [],
      matchesCount: 0,
    });
    const newer = await makeScreening(gateway.db, 1, { participantId: 2, matchesCount: 3 });
    const screenings = [newer, older].map(({ id, createdAt }, place) => ({
      screening_id: id,
      outcome: place === 0 ? 'ALERT' : 'INCOMPLETE',
      as_of: '2025-01-31',
      matches_count: place === 0 ? 3 : 0,
      lists: [],
      created_at: createdAt.toISOString(),
    }));
    const shownTo = async (headers?: Record<string, string>): Promise<unknown> =>
      at(JSON.parse((await get('?id=2', headers)).text), 'data', 'participant', 'screenings');
    expect(await shownTo()).toEqual(screenings);
    expect(await shownTo(await headersWithout(gateway, 'screening:read'))).toBeNull();
    expect(at(JSON.parse((await get('?id=1')).text), 'data', 'participant', 'screenings')).toEqual(
      [],
    );
  });

  it('200 has no data of a participant that there is not, nor a reading of it', async () => {
    const before = await dumpTables(gateway.db);
    const message = 'Participant without data';
    const text = JSON.stringify({ data: {}, message, success: false });
    expect(await get('?id=999999')).toMatchObject({ status: 200, text });
    expect(await get(`?id=${Number.MAX_SAFE_INTEGER}`)).toMatchObject({ status: 200, text });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it.each(['', '?id=', '?id=0', '?id=01', '?id=-1', '?id=1.0', '?id=1&id=1', '?id=x', '?ID=1'])(
    '400 refuses the query "%s"',
    async (query) => {
      expect(await get(query)).toMatchObject(INVALID_INPUT);
    },
  );

  it('500 answers nothing where the reading cannot be recorded', async () => {
    await sql`alter table audit_events rename to out_of_reach`.execute(gateway.db);
    const reply = await get('?id=1');
    await sql`alter table out_of_reach rename to audit_events`.execute(gateway.db);
    const message = 'Error fetching participant information';
    const body = { data: {}, message, success: false, code_message: 'server_error' };
    expect(reply).toMatchObject({ status: 500, text: JSON.stringify(body) });
  });
});

function having(fields: object): string {
  return JSON.stringify({ ...BUSINESS, participantes: [{ ...PERSON, ...fields }] });
}

async function post(body: string) {
  return await sendV4(gateway, '/api/v4/fiduciary/requests', { body });
}

describe('personal information in POST /api/v4/fiduciary/requests', () => {
  it('200 is no change where it is so already, in whatever order', async () => {
    const before = await dumpTables(gateway.db);
    const domicilio = Object.fromEntries(Object.entries(PERSONAL.domicilio).toReversed());
    const { text } = await post(having({ domicilio }));
    const changes = { created: [], updated: [], unchanged: [55] };
    expect(at(JSON.parse(text), 'data', 'changes')).toEqual(changes);
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('200 stays where it is left out, goes where it is empty, and an address is one value', async () => {
    const first = { ...PERSON, id_persona: 57 };
    await post(JSON.stringify({ ...BUSINESS, participantes: [first] }));
    const second = {
      id_persona: 57,
      tipo_per: 'FIS',
      nombre: 'Ana',
      curp: '',
      estado_civil: null,
      fecha_nacimiento: '1980-02-29',
      domicilio: { calle: 'Otra', pais: '' },
    };
    const { text } = await post(JSON.stringify({ ...BUSINESS, participantes: [second] }));
    expect(at(JSON.parse(text), 'data', 'changes')).toMatchObject({ updated: [57] });
    const participant = at(JSON.parse((await get('?id=3')).text), 'data', 'participant');
    expect(participant).toMatchObject({
      rfc: PERSONAL.rfc,
      curp: '',
      estado_civil: '',
      nacionalidad: 'MEX',
      fecha_nacimiento: '1980-02-29',
      domicilio: { ...NOWHERE, calle: 'Otra' },
    });
  });

  it.each<[string, object]>([
    ['an RFC in small letters', { rfc: 'lupa800113ab1' }],
    ['an RFC with separators', { rfc: 'LUPA-800113-AB1' }],
    ['an RFC that is cut', { rfc: 'LUPA800113AB' }],
    ['an RFC that is a number', { rfc: 1 }],
    ['an RFC of 30 February', { rfc: 'LUPA800230AB1' }],
    ['a CURP of 30 February', { curp: 'LUPA800230MDFNZN09' }],
    ['a CURP of another length', { curp: 'LUPA800113MDFNZN0' }],
    ['a CURP of an unknown sex', { curp: 'LUPA800113ZDFNZN09' }],
    ['a day that there is not', { fecha_nacimiento: '1981-02-29' }],
    ['the year 0', { fecha_nacimiento: '0000-01-01' }],
    ['the year 202', { fecha_nacimiento: '0202-01-01' }],
    ['a day in the future', { fecha_nacimiento: '9999-01-01' }],
    ['a date with a time', { fecha_nacimiento: '1980-01-13T00:00:00Z' }],
    ['a date in the local order', { fecha_nacimiento: '13/01/1980' }],
    ['a date of constitution of a person', { fecha_constitucion: '2001-01-01' }],
    [
      'a date of birth of a company',
      { tipo_per: 'MOR', apellido_paterno: '', apellido_materno: '' },
    ],
    ['an address that is text', { domicilio: 'Calle Falsa 12' }],
    ['an address with a number in it', { domicilio: { numero_exterior: 12 } }],
    ['a nationality of 201 characters', { nacionalidad: 'x'.repeat(201) }],
    ['an activity of 1001 characters', { actividad_economica: 'x'.repeat(1001) }],
    ['U+0000', { estado_civil: '\0' }],
    ['a lone surrogate in an address', { domicilio: { calle: '\ud800' } }],
  ])('400 refuses %s and stores nothing', async (_name, fields) => {
    const before = await dumpTables(gateway.db);
    expect(await post(having(fields))).toMatchObject(INVALID_INPUT);
    expect(await dumpTables(gateway.db)).toEqual(before);
  });
});
