import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { at, dataOf } from '../support/graphql.ts';
import { mutate } from '../support/mutate.ts';
import { dumpTables } from '../support/tables.ts';
import { sendV4 } from '../support/v4.ts';

const gateway = useGateway();
const SINGLE = '/api/v4/fiduciary/requests';
const BATCH = `${SINGLE}/batch`;
const UPSERT_ALL = `mutation ($input: UpsertBusinessesInput!) { upsertBusinesses(input: $input) {
  ... on UpsertBusinessesPayload { replayed } ... on UserError { code } } }`;

/** The same said in the words of each wire. */
type Said = { what: string; graph: object; v4: object };

const RFC = 'RILE850313AB1';
const ADDRESS = { street: 'Reforma', exteriorNumber: '1', postalCode: null, country: '' };
const DOMICILIO = { calle: 'Reforma', numero_exterior: '1', codigo_postal: null, pais: '' };

const OF_PERSONS: Said[] = [
  { what: 'nothing but what is needed', graph: {}, v4: {} },
  {
    what: 'names and texts',
    graph: {
      paternalSurname: 'Luna',
      maternalSurname: '',
      email: 'ana@example.test',
      registrationMode: 'API',
      roles: ['FIDEICOMITENTE'],
      legalActFolio: '7',
    },
    v4: {
      apellido_paterno: 'Luna',
      apellido_materno: '',
      email: 'ana@example.test',
      mod_carga: 'API',
      roles: ['FIDEICOMITENTE'],
      folio_acto_juridico: '7',
    },
  },
  {
    what: 'what is removed',
    graph: { paternalSurname: null, email: '', registrationMode: null, roles: null },
    v4: { apellido_paterno: null, email: '', mod_carga: null, roles: null },
  },
  {
    what: 'a folio in its other spelling',
    graph: { legalActFolio: '8' },
    v4: { juridical_folio: '8' },
  },
  {
    what: 'a telephone number',
    graph: { phone: { countryCode: '52', number: '5500000000' } },
    v4: { codigo_telefonico: '52', telefono: '5500000000' },
  },
  {
    what: 'a part of a telephone number',
    graph: { phone: { number: '5500000000' } },
    v4: { telefono: '5500000000' },
  },
  {
    what: 'no telephone number',
    graph: { phone: null },
    v4: { codigo_telefonico: null, telefono: null },
  },
  {
    what: 'a little personal information',
    graph: { personalInformation: { rfc: RFC } },
    v4: { rfc: RFC },
  },
  {
    what: 'personal information',
    graph: {
      personalInformation: {
        rfc: RFC,
        curp: null,
        birthOrConstitutionDate: '1985-03-13',
        nationality: 'Mexicana',
        countryOfBirth: 'México',
        civilStatus: 'Soltera',
        economicActivity: '',
        address: ADDRESS,
      },
    },
    v4: {
      rfc: RFC,
      curp: null,
      fecha_nacimiento: '1985-03-13',
      nacionalidad: 'Mexicana',
      pais_nacimiento: 'México',
      estado_civil: 'Soltera',
      actividad_economica: '',
      domicilio: DOMICILIO,
    },
  },
  {
    what: 'a day that is removed',
    graph: { personalInformation: { birthOrConstitutionDate: null, address: null } },
    v4: { fecha_nacimiento: '', domicilio: null },
  },
  {
    what: 'a legal entity',
    graph: {
      personType: 'LEGAL_ENTITY',
      personalInformation: { birthOrConstitutionDate: '2001-02-03' },
    },
    v4: { tipo_per: 'MOR', fecha_constitucion: '2001-02-03' },
  },
  {
    what: 'matches',
    graph: {
      matches: [
        { sourceCode: 'OFAC', externalId: 'm-1' },
        { sourceCode: 'OFAC', externalId: 'm-2', state: 'TRUE_MATCH' },
        { sourceCode: 'OFAC', externalId: 'm-3', state: null },
      ],
    },
    v4: {
      matches: [
        { list: 'OFAC', match_id: 'm-1' },
        { list: 'OFAC', match_id: 'm-2', status: 'TRUE_MATCH' },
        { list: 'OFAC', match_id: 'm-3', status: null },
      ],
    },
  },
  { what: 'no matches', graph: { matches: null }, v4: { matches: null } },
  {
    what: 'types of documents',
    graph: { requestedDocumentTypes: ['INE', 'INE', 'CSF'] },
    v4: { tipo_doctos: ['INE', 'INE', 'CSF'] },
  },
  { what: 'no type of a document', graph: {}, v4: { tipo_doctos: null } },
];

const OF_BUSINESSES: Said[] = [
  { what: 'a name', graph: { name: 'Uno' }, v4: { business_name: 'Uno' } },
  { what: 'a name that is removed', graph: { name: null }, v4: { business_name: null } },
  {
    what: 'a responsible user',
    graph: {
      responsibleUser: { givenName: 'Irene', maternalSurname: '', email: 'irene@example.test' },
    },
    v4: { responsible_user: { name: 'Irene', second_last_name: '', email: 'irene@example.test' } },
  },
  {
    what: 'no responsible user',
    graph: { responsibleUser: null },
    v4: {
      responsible_user: { name: '', first_last_name: '', second_last_name: '', email: '' },
    },
  },
];

const PERSON = { externalPersonId: 9, personType: 'NATURAL_PERSON', name: 'Ana' };
const PERSONA = { id_persona: 9, tipo_per: 'FIS', nombre: 'Ana' };

function business(id: number, { graph, v4 }: Pick<Said, 'graph' | 'v4'>) {
  return {
    graph: { externalId: id, code: `F/${id}`, participants: [], ...graph },
    v4: { id_negocio: id, cod_negocio: `F/${id}`, participantes: [], ...v4 },
  };
}

/** Every case as a business of its own. */
const CASES = [
  ...OF_PERSONS.map(({ what, graph, v4 }) => ({
    what,
    graph: { participants: [{ ...PERSON, ...graph }] },
    v4: { participantes: [{ ...PERSONA, ...v4 }] },
  })),
  ...OF_BUSINESSES,
].map((one, place) => ({ what: one.what, ...business(100 + place, one) }));

/** Both answer whether it was a replay. */
type Wires = { graph: (key: string) => Promise<unknown>; v4: (key: string) => Promise<unknown> };

async function postV4(path: string, body: object, key: string): Promise<boolean> {
  const headers = { ...gateway.service.headers, 'idempotency-key': key };
  const reply = await sendV4(gateway, path, { body: JSON.stringify(body), headers });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.headers.get('idempotent-replay') === 'true';
}

async function upsertAll(businesses: object[], idempotencyKey: string): Promise<unknown> {
  const { graphql } = gateway;
  const data = dataOf(await graphql(UPSERT_ALL, { input: { businesses, idempotencyKey } }));
  const result = at(data, 'upsertBusinesses');
  return at(result, 'replayed') ?? result;
}

async function expectReplays({ graph, v4 }: Wires): Promise<void> {
  const [one, other] = [randomUUID(), randomUUID()];
  expect([await v4(one), await graph(other)]).toEqual([false, false]);
  const before = await dumpTables(gateway.db);
  expect({ onGraph: await graph(one), onV4: await v4(other) }).toEqual({
    onGraph: true,
    onV4: true,
  });
  expect(await dumpTables(gateway.db)).toEqual(before);
}

describe('a key is of both wires, whichever came first,', () => {
  it.each(CASES)('for an upsert of $what', async ({ graph, v4 }) => {
    await expectReplays({
      graph: async (idempotencyKey) => {
        const done = await mutate(gateway, ['upsertBusiness', { ...graph, idempotencyKey }]);
        return done.replayed ?? done;
      },
      v4: async (key) => await postV4(SINGLE, v4, key),
    });
  });

  it('for several upserts of all of these', async () => {
    await expectReplays({
      graph: async (key) =>
        await upsertAll(
          CASES.map((one) => one.graph),
          key,
        ),
      v4: async (key) => await postV4(BATCH, { requests: CASES.map((one) => one.v4) }, key),
    });
  });

  it('for several upserts of which two name one business', async () => {
    const all = [CASES[0], CASES[1], CASES[0]].flatMap((one) => one ?? []);
    await expectReplays({
      graph: async (key) =>
        await upsertAll(
          all.map((one) => one.graph),
          key,
        ),
      v4: async (key) => await postV4(BATCH, { requests: all.map((one) => one.v4) }, key),
    });
  });

  it('but one that cannot be read is another on the other wire', async () => {
    const { graph, v4 } = business(99, { graph: { code: ' ' }, v4: { cod_negocio: ' ' } });
    const key = randomUUID();
    expect(await postV4(BATCH, { requests: [v4] }, key)).toBe(false);
    expect(await postV4(BATCH, { requests: [v4] }, key)).toBe(true);
    expect(await upsertAll([graph], key)).toEqual({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });
});
