import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { businessLine, importLines, participant } from '../../../support/data/imports.ts';
import { switchOn } from '../../../support/data/living-screening.ts';
import { createTestPool } from '../../../support/database/test-pool.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' }, { isServicePerTest: true });
let pool: Pool;
beforeAll(() => {
  pool = createTestPool(gateway.databaseUrl);
});
afterAll(async () => await pool.end());

/** Each part of an identity by the v4 member and the GraphQL field, with a value and another one. */
const PARTS = [
  { v4: 'nombre', field: 'name', before: 'Ana', after: 'Eva' },
  { v4: 'apellido_paterno', field: 'paternalSurname', before: 'Luna', after: 'Roble' },
  { v4: 'apellido_materno', field: 'maternalSurname', before: 'Rivas', after: 'Sol' },
  { v4: 'tipo_per', field: 'personType', before: 'FIS', after: 'MOR' },
  { v4: 'rfc', field: 'rfc', before: 'LURA800101AB1', after: 'LURA800101AB2' },
  { v4: 'curp', field: 'curp', before: 'LURA800101MDFNVN01', after: 'LURA800101MDFNVN09' },
  {
    v4: 'fecha_nacimiento',
    field: 'birthOrConstitutionDate',
    before: '1980-01-01',
    after: '1981-01-01',
  },
  { v4: 'nacionalidad', field: 'nationality', before: 'MEX', after: 'USA' },
  { v4: 'pais_nacimiento', field: 'countryOfBirth', before: 'MEX', after: 'USA' },
];
type Sent = Record<string, unknown>;
type Part = (typeof PARTS)[number];
/** Members that change nothing of an identity. */
const OTHER = { email: 'ana@example.test', estado_civil: 'SOLTERA', roles: ['FIDEICOMITENTE'] };
const PERSONAL = new Set(
  PARTS.slice(4)
    .map(({ field }) => field)
    .concat('civilStatus'),
);

const base = (): Sent => Object.fromEntries(PARTS.map(({ v4, before }) => [v4, before]));

/** The person with the part changed. A company has no surnames, no CURP and no birth date. */
function withChange({ v4, after }: Part): Sent {
  if (v4 !== 'tipo_per') return { ...base(), [v4]: after };
  const noPerson = {
    apellido_paterno: '',
    apellido_materno: '',
    curp: '',
    fecha_nacimiento: undefined,
  };
  return { ...base(), ...noPerson, rfc: '', tipo_per: after };
}

const isPersonal = ([key]: [string, unknown]): boolean => PERSONAL.has(key);

/** The same participant as GraphQL spells it. */
function toInput(sent: Sent): Sent {
  const names = new Map(PARTS.map(({ v4, field }) => [v4, field]));
  names.set('estado_civil', 'civilStatus');
  const pairs = Object.entries(sent).flatMap(([key, value]): [string, unknown][] =>
    value === undefined ? [] : [[names.get(key) ?? key, value]],
  );
  return {
    externalPersonId: 1,
    ...Object.fromEntries(pairs.filter((pair) => !isPersonal(pair))),
    personType: sent['tipo_per'] === 'MOR' ? 'LEGAL_ENTITY' : 'NATURAL_PERSON',
    requestedDocumentTypes: [],
    personalInformation: Object.fromEntries(pairs.filter(isPersonal)),
  };
}

const v4 = async (path: string, body: object): Promise<void> => {
  const reply = await gateway.request('POST', path, { body });
  expect(reply.body).toMatchObject({ success: true });
};
const mutate = async (field: string, input: object): Promise<void> => {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  const document = `mutation ($input: ${type}Input!) { ${field}(input: $input) { __typename } }`;
  const { body } = await gateway.graphql(document, { input });
  expect(body).toEqual({ data: { [field]: { __typename: `${type}Payload` } } });
};
const toRequest = (sent: Sent): object => ({
  id_negocio: 1,
  cod_negocio: 'A',
  participantes: [{ id_persona: 1, tipo_doctos: [], ...sent }],
});
const business = (sent: Sent): object => ({
  externalId: 1,
  code: 'A',
  participants: [toInput(sent)],
});

/** Ways in which the identity of a participant is written. */
const WAYS: Record<string, (sent: Sent) => Promise<void>> = {
  'POST /fiduciary/requests': async (sent) =>
    await v4('/api/v4/fiduciary/requests', toRequest(sent)),
  'POST /fiduciary/requests/batch': async (sent) =>
    await v4('/api/v4/fiduciary/requests/batch', { requests: [toRequest(sent)] }),
  upsertBusiness: async (sent) =>
    await mutate('upsertBusiness', {
      ...business(sent),
      missingParticipants: 'KEEP',
      missingDocuments: 'KEEP',
    }),
  upsertBusinesses: async (sent) =>
    await mutate('upsertBusinesses', { businesses: [business(sent)] }),
  'an import file': async (sent) => await importParticipant({ id_persona: 1, ...sent }),
};

async function importParticipant(sent: Sent): Promise<void> {
  const { db, service } = gateway;
  const services = db.selectFrom('services').select('name').where('id', '=', service.serviceId);
  const { name } = await services.executeTakeFirstOrThrow();
  const line = businessLine({ id_negocio: 1, participantes: [participant(sent)] });
  await importLines({ pool }, { name, serviceId: service.serviceId }, [line]);
}

/** Returns how many participants wait to be screened, and whether a job does it; removes both. */
async function takeQueue(): Promise<string> {
  const { db, service } = gateway;
  const { rows } = await sql<{ queued: number; jobs: number }>`
    with queue as (delete from screening_queue where service_id = ${service.serviceId} returning participant_id),
    work as (delete from jobs where service_id = ${service.serviceId} and task = 'screen_participants' returning 1)
    select (select count(distinct participant_id) from queue) as queued, (select count(*) from work) as jobs
  `.execute(db);
  return `${rows[0]?.queued} by ${rows[0]?.jobs}`;
}

describe.each(Object.entries(WAYS))('%s', (_way, write) => {
  beforeEach(async () => {
    await switchOn(gateway.db, gateway.service.serviceId);
  });

  it('queues a new participant, and one of whom any part changes', async () => {
    await write(base());
    expect(await takeQueue()).toBe('1 by 1');
    for (const part of PARTS) {
      await write(withChange(part));
      expect({ [part.field]: await takeQueue() }).toEqual({ [part.field]: '1 by 1' });
      await write(base());
      await takeQueue();
    }
  });

  it('queues nobody who stays the same, nor by a change of anything else', async () => {
    await write(base());
    await takeQueue();
    await write(base());
    await write({ ...base(), ...OTHER });
    expect(await takeQueue()).toBe('0 by 0');
  });
});

describe('a participant that becomes another person', () => {
  it('is queued by the import that moves it', async () => {
    await switchOn(gateway.db, gateway.service.serviceId);
    await importParticipant({ id_persona: 1, ...base() });
    await takeQueue();
    const people = gateway.db.selectFrom('participants').select('id');
    const { id } = await people
      .where('service_id', '=', gateway.service.serviceId)
      .executeTakeFirstOrThrow();
    await importParticipant({ id, id_persona: 2, ...base() });
    expect(await takeQueue()).toBe('1 by 1');
  });
});
