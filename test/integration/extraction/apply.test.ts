import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { CERTIFICATE } from '../../support/data/documents.ts';
import { extractAndWait } from '../../support/data/extractions.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { uploadAndGetId } from '../../support/data/files.ts';
import { switchOn } from '../../support/data/living-screening.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
const OTHER_RFC = 'URE180429TM6';
type Company = { participantId: number; extractionId: number };
/** Shared by the tests that change nothing of it. */
let company: Company;
beforeAll(async () => {
  company = await makeCompany(5);
});

/** A company with its certificate, which says another RFC than the provider did. */
async function makeCompany(externalId: number, nombre = 'Escuela Kemper Urgate'): Promise<Company> {
  const sent = await gateway.request('POST', '/api/v4/fiduciary/requests', {
    body: {
      id_negocio: externalId,
      cod_negocio: 'F/5',
      participantes: [
        {
          id_persona: externalId * 10,
          tipo_per: 'MOR',
          nombre,
          rfc: OTHER_RFC,
          domicilio: { calle: 'De los Insurgentes', colonia: 'Los Aromos' },
          tipo_doctos: ['CSF'],
        },
      ],
    },
  });
  const participantId = Number(at(sent.body, 'data', 'business', 'participantes', 0, 'id'));
  const fields = { participant_id: String(participantId), cod_tipo_docto: 'CSF' };
  const fileId = await uploadAndGetId(gateway, { bytes: CERTIFICATE, fields });
  const read = await extractAndWait(gateway, fileId);
  return { participantId, extractionId: Number(at(read.body, 'data', 'extraction_id')) };
}

async function apply({ participantId, extractionId }: Company, input: object): Promise<unknown> {
  const { body } = await gateway.graphql(
    `mutation ($input: ApplyExtractionInput!) { applyExtraction(input: $input) {
      __typename
      ... on ApplyExtractionPayload { replayed participant { personalInformation { rfc address { street neighborhood postalCode } } } }
      ... on InputValidationError { issues { path code } }
      ... on VersionConflictError { currentVersion } } }`,
    { input: { extractionId, participant: { databaseId: participantId }, ...input } },
  );
  return at(body, 'data', 'applyExtraction');
}

async function listConflicts({ participantId }: Company): Promise<unknown> {
  const { body } = await gateway.graphql(
    `query ($id: SafeInt!) { participant(by: { databaseId: $id }) {
      conflicts { name stored extracted { value source } storedFrom { databaseId } }
      documents { extractions { databaseId } } } }`,
    { id: participantId },
  );
  return at(body, 'data', 'participant');
}

describe('what a document says beside what is stored', () => {
  it('is a conflict where the two differ in more than case, and hangs on the document', async () => {
    expect(await listConflicts(company)).toEqual({
      conflicts: [
        {
          name: 'RFC',
          stored: OTHER_RFC,
          extracted: { value: 'EKU9003173C9', source: 'TEXT' },
          storedFrom: null,
        },
      ],
      documents: [{ extractions: [{ databaseId: company.extractionId }] }],
    });
    const path = `/api/v4/fiduciary/participant/detail?id=${company.participantId}`;
    const { body } = await gateway.request('GET', path);
    expect(at(body, 'data', 'participant', 'conflicts')).toMatchObject([
      {
        name: 'rfc',
        stored: OTHER_RFC,
        stored_from: null,
        extracted: { value: 'EKU9003173C9', source: 'text', page: 1 },
        extraction_id: company.extractionId,
      },
    ]);
  });

  it('is applied by whoever chooses it, and leaves the rest of an address', async () => {
    const changed = await makeCompany(7);
    const versioned = { fields: ['POSTAL_CODE'], expectedVersion: 1 };
    expect(await apply(changed, versioned)).toMatchObject({ __typename: 'VersionConflictError' });
    expect(await apply(changed, { fields: ['RFC', 'POSTAL_CODE'] })).toMatchObject({
      participant: {
        personalInformation: {
          rfc: 'EKU9003173C9',
          address: {
            street: 'De los Insurgentes',
            neighborhood: 'Los Aromos',
            postalCode: '03100',
          },
        },
      },
    });
    expect(await listConflicts(changed)).toMatchObject({ conflicts: [] });
    const applied = gateway.db
      .selectFrom('applied_fields')
      .select('field')
      .where('participant_id', '=', changed.participantId)
      .orderBy('field');
    expect(await applied.execute()).toEqual([{ field: 'postalCode' }, { field: 'rfc' }]);
  });

  it('of another company is stored only for a caller who acknowledges that', async () => {
    const other = await makeCompany(9, 'Molino Viejo');
    expect(await listConflicts(other)).toMatchObject({
      conflicts: [{ name: 'COMPANY_NAME', stored: 'Molino Viejo' }, { name: 'RFC' }],
    });
    const path = `/api/v4/fiduciary/participant/detail?id=${other.participantId}`;
    const { body } = await gateway.request('GET', path);
    expect(at(body, 'data', 'participant', 'conflicts', 0)).toMatchObject({
      stored: 'Molino Viejo',
    });
    const issues = ['DOCUMENT_NAME', 'RFC_NAME'].map((kind) => ({
      path: ['acknowledge', kind],
      code: 'NOT_ACKNOWLEDGED',
    }));
    expect(await apply(other, { fields: ['RFC'] })).toMatchObject({ issues });
    const partly = { fields: ['RFC'], acknowledge: ['RFC_NAME'] };
    expect(await apply(other, partly)).toMatchObject({ issues: issues.slice(0, 1) });
    expect(await apply(other, { fields: ['POSTAL_CODE'] })).toMatchObject({
      issues: issues.slice(0, 1),
    });
    expect(await listConflicts(other)).toMatchObject({ conflicts: [{}, { stored: OTHER_RFC }] });
    const acknowledged = { fields: ['RFC'], acknowledge: ['DOCUMENT_NAME', 'RFC_NAME'] };
    expect(await apply(other, acknowledged)).toMatchObject({
      participant: { personalInformation: { rfc: 'EKU9003173C9' } },
    });
  });

  it.each([
    ['that the document lacks', ['CURP'], 'not_found'],
    ['that no participant has', ['TAX_STATUS'], 'not_allowed'],
  ])('is refused for a field %s', async (_what, fields, code) => {
    const refused = { issues: [{ path: ['fields', '0'], code: code.toUpperCase() }] };
    expect(await apply(company, { fields })).toMatchObject(refused);
  });

  it('is refused for a participant of another business', async () => {
    const made = await makeBusiness(gateway.db, gateway.service.serviceId, {
      externalId: 6,
      participants: [{}],
    });
    const participant = { databaseId: made.participantIds[0] };
    expect(await apply(company, { participant, fields: ['RFC'] })).toMatchObject({
      issues: [{ path: ['extractionId'], code: 'CONTRADICTS' }],
    });
  });
});

/** Counts every row that is queued, also one that the worker has taken since. */
async function noteQueued(): Promise<void> {
  await sql`create table if not exists noted (participant_id bigint)`.execute(gateway.db);
  await sql`create or replace function note() returns trigger language plpgsql security definer as $$
    begin insert into noted values (new.participant_id); return new; end $$`.execute(gateway.db);
  await sql`create or replace trigger noting before insert on screening_queue
    for each row execute function note()`.execute(gateway.db);
}
const countNoted = async ({ participantId }: Company): Promise<number> => {
  const { rows } = await sql`select from noted where participant_id = ${participantId}`.execute(
    gateway.db,
  );
  return rows.length;
};

describe('a participant whose identity a document changes', () => {
  it('is screened, where the service screens and something that is compared changes', async () => {
    await noteQueued();
    const changed = await makeCompany(8);
    await apply(changed, { fields: ['STREET'] });
    await switchOn(gateway.db, gateway.service.serviceId);
    await apply(changed, { fields: ['POSTAL_CODE'] });
    expect(await countNoted(changed)).toBe(0);
    expect(await apply(changed, { fields: ['RFC'] })).toMatchObject({ replayed: false });
    expect(await countNoted(changed)).toBe(1);
    await apply(changed, { fields: ['RFC'] });
    expect(await countNoted(changed)).toBe(1);
  });
});
