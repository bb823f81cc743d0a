import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../src/rest-compat/route.ts';
import { ROUTES } from '../../../src/rest-compat/routes.ts';
import { at } from '../../support/clients/graphql.ts';
import { checkOf, expectHeaders, operationOf, responseOf } from '../../support/clients/openapi.ts';
import { DECISION, FIDUCIARY_REQUEST } from '../../support/clients/v4-bodies.ts';
import { addDemoLists } from '../../support/data/demo-lists.ts';
import { CERTIFICATE } from '../../support/data/documents.ts';
import { makeBusiness, makeTemplate } from '../../support/data/factories.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { ASKS, type Ask } from './asks.ts';

const gateway = useGateway();
/** Of the demo. */
const LISTED = 'CIE150318QX5';
let noScopes: Record<string, string>;
const made = { full: 0, gone: 0 };

beforeAll(async () => {
  const { db, service } = gateway;
  const tokens = await createTestTokens(db);
  noScopes = (await createTestService(db, tokens, { scopes: [] })).headers;
  await makeTemplate(db, service.serviceId, { key: 'kyc', questions: ['q1'] });
  const participants = [
    { name: 'Ana', documents: [['INE', 7] as [string, number], ['CSF', null] as [string, null]] },
    { personType: 'legal' as const, roles: ['Fiduciario'] },
  ];
  made.full = (await makeBusiness(db, service.serviceId, { participants })).id;
  made.gone = (await makeBusiness(db, service.serviceId, { participants })).id;
});

/** Whose caller is no link, and those of them whose body is JSON and no more. */
const WITH_HEADERS: OperationId[] = ROUTES.filter((route) => route.caller !== 'link').map(
  (route) => route.description.operationId,
);
const WITH_JSON = WITH_HEADERS.filter(
  (id) => !/Detail$|File$|downloadDocument|getExtraction|^getReport|^getSocio/.test(id),
);
const OPERATIONS: OperationId[] = ROUTES.map((route) => route.description.operationId);

/** Sends, and expects that the description has the status and the headers, and that its schema takes the body. */
async function expectDescribed(id: OperationId, status: number, ask: Ask): Promise<unknown> {
  const { method, path, ...options } = ask;
  const reply = await gateway.request(method, path, options);
  expect(reply.status).toBe(status);
  const response = responseOf(id, status);
  expect(response).toBeDefined();
  expect(checkOf(response).safeParse(reply.body)).toMatchObject({ success: true });
  expectHeaders(id, status, reply.headers);
  return reply.body;
}

describe('the check of an answer', () => {
  it('refuses one member more, one fewer and one of another type', async () => {
    const { id } = await makeBusiness(gateway.db, gateway.service.serviceId, {
      participants: [{ name: 'Ana' }],
    });
    const { method, path } = ASKS.getBusinessDetail(undefined, id);
    const { body } = await gateway.request(method, path);
    const check = checkOf(responseOf('getBusinessDetail', 200));
    const text = JSON.stringify(body);
    const isTaken = (changed: string) => check.safeParse(JSON.parse(changed)).success;
    expect(isTaken(text)).toBe(true);
    expect(isTaken(text.replace('"nombre":"Ana"', '"nombre":"Ana","more":1'))).toBe(false);
    expect(isTaken(text.replace('"nombre":"Ana",', ''))).toBe(false);
    expect(isTaken(text.replace('"nombre":"Ana"', '"nombre":null'))).toBe(false);
    expect(isTaken(text.replace('"success":true', '"success":1'))).toBe(false);
  });
});

describe('every real answer has the form that is described', () => {
  it('200 of each operation, done and not done', async () => {
    const { userId, email } = gateway.service;
    const answers = [{ question: 'q1', answer: 'uno' }];
    const good = { user_id: userId, templates: ['kyc', 'nope'], combined_from: ['no'], answers };
    const { keyHeaders } = gateway.service;
    await expectDescribed('getAccessToken', 200, {
      ...ASKS.getAccessToken({ email }),
      headers: keyHeaders,
    });
    await expectDescribed('importAnswers', 200, ASKS.importAnswers(good));
    const none = { user_id: userId, templates: [] };
    await expectDescribed('importAnswers', 200, ASKS.importAnswers(none));
    const detail = ASKS.getBusinessDetail(undefined, made.full);
    const found = await expectDescribed('getBusinessDetail', 200, detail);
    expect(at(found, 'data', 'business', 'participantes')).toHaveLength(2);
    await expectDescribed('getBusinessDetail', 200, ASKS.getBusinessDetail(undefined, 999_999));
    const sheet = ASKS.getParticipantDetail(undefined, 1);
    const shown = await expectDescribed('getParticipantDetail', 200, sheet);
    expect(at(shown, 'data', 'participant', 'rfc')).toBe('');
    const nobody = ASKS.getParticipantDetail(undefined, 999_999);
    await expectDescribed('getParticipantDetail', 200, nobody);
    const all = { delete_mode: 'all' };
    await expectDescribed('completeBusiness', 200, ASKS.completeBusiness(all, made.gone));
    await expectDescribed('completeBusiness', 200, ASKS.completeBusiness(undefined, made.full));
    const request = ASKS.processFiduciaryRequests(FIDUCIARY_REQUEST);
    await expectDescribed('processFiduciaryRequests', 200, request);
    const batch = { requests: [FIDUCIARY_REQUEST, {}] };
    await expectDescribed('processFiduciaryBatch', 200, ASKS.processFiduciaryBatch(batch));
    const resolved = ASKS.resolvePersonMatches(DECISION);
    await expectDescribed('resolvePersonMatches', 200, resolved);
    const other = { ...DECISION, resolution: 'TRUE_MATCH', reason: 'same_person' };
    await expectDescribed('resolvePersonMatches', 409, ASKS.resolvePersonMatches(other));
    for (const rfc of ['', 'XAXX010101000', 'AAA010101AA1', 'AAAA010231AAA', 'COSC8001137N9'])
      await expectDescribed('validateRfc', 200, ASKS.validateRfc({ rfc, nombre: 'A', curp: 'x' }));
  });

  it('503, 200 and 404 of look-ups in lists and of reports', async () => {
    for (const id of ['lookUpSat69', 'lookUpSat69b'] as const)
      await expectDescribed(id, 503, ASKS[id]({ rfc: LISTED }));
    for (const id of ['generateOfacReport', 'generatePepsReport'] as const)
      await expectDescribed(id, 503, ASKS[id]({ rfc: LISTED }));
    await addDemoLists(gateway.databaseUrl);
    for (const id of ['lookUpSat69', 'lookUpSat69b'] as const)
      for (const rfc of [LISTED, 'TAD120505RT9', 'EKU9003173C9'])
        await expectDescribed(id, 200, ASKS[id]({ rfc, as_of: '2025-02-01' }));

    const generated: unknown[] = [];
    for (const id of ['generateOfacReport', 'generatePepsReport'] as const)
      for (const nombre of ['Angel Inventado', 'Ramón Ficticio Ejemplo', 'Zoraida Wolfram'])
        generated.push(await expectDescribed(id, 200, ASKS[id]({ nombre })));
    const id = Number(at(generated[0], 'data', 'report_id'));
    const pdf = { nombre: 'Ana Cualquiera', format: 'pdf' };
    await expectDescribed('generateOfacReport', 200, ASKS.generateOfacReport(pdf));
    const found = await expectDescribed('getReport', 200, ASKS.getReport(undefined, id));
    await expectDescribed('getReport', 404, ASKS.getReport(undefined, 999_999));
    await expectDescribed('getReportPdf', 404, ASKS.getReportPdf(undefined, 999_999));
    const report = at(found, 'data', 'report');
    await expectDescribed('verifyReport', 200, ASKS.verifyReport({ report }));
    await expectDescribed('verifyReport', 200, ASKS.verifyReport({ sha256: 'ab'.repeat(32) }));
  });

  it.each(WITH_HEADERS)('400 of %s', async (id) => {
    await expectDescribed(id, 400, ASKS[id]([]));
  });

  it.each(OPERATIONS)('401 of %s', async (id) => {
    await expectDescribed(id, 401, { ...ASKS[id]({}), headers: {} });
  });

  it.each(WITH_HEADERS)('403 of %s', async (id) => {
    const bodies: Partial<Record<OperationId, object>> = {
      getAccessToken: { email: 'nobody@example.test' },
      importAnswers: { user_id: 1, templates: [] },
      processFiduciaryRequests: FIDUCIARY_REQUEST,
      processFiduciaryBatch: { requests: [FIDUCIARY_REQUEST] },
      resolvePersonMatches: DECISION,
      validateRfc: { rfc: '' },
      lookUpSat69: { rfc: LISTED },
      lookUpSat69b: { rfc: LISTED },
      generateOfacReport: { rfc: LISTED },
      generatePepsReport: { rfc: LISTED },
      verifyReport: { sha256: 'ab'.repeat(32) },
      extractDocument: { file_id: 1 },
      generateSocioeconomicReport: { participant_id: 1 },
    };
    await expectDescribed(id, 403, { ...ASKS[id](bodies[id] ?? {}, 1), headers: noScopes });
  });

  it.each(WITH_JSON)('413 of %s', async (id) => {
    await expectDescribed(id, 413, ASKS[id]('x'.repeat(1024 * 1024 + 1), 1));
  });

  it.each(WITH_JSON)('415 of %s', async (id) => {
    const headers = { ...gateway.service.headers, 'content-encoding': 'gzip' };
    await expectDescribed(id, 415, { ...ASKS[id]({}, 1), headers });
  });

  it('200, 404 and 409 of files', async () => {
    const sent = { filename: 'a.csv', content_base64: Buffer.from('a,b\n').toString('base64') };
    const done = await expectDescribed('uploadFile', 200, ASKS.uploadFile(sent));
    const id = Number(at(done, 'data', 'file_id'));
    await expectDescribed('getFileDetail', 200, ASKS.getFileDetail(undefined, id));
    await expectDescribed('getFileDetail', 404, ASKS.getFileDetail(undefined, 999_999));
    await expectDescribed('getFile', 404, ASKS.getFile(undefined, 999_999));
    await expectDescribed('downloadDocument', 404, ASKS.downloadDocument(undefined, id));
    const input = '{ fileName: "b.csv", mediaType: "text/csv", byteCount: 4 }';
    const { body } = await gateway.graphql(`mutation { createFileUpload(input: ${input}) {
      ... on CreateFileUploadPayload { uploadUrl file { databaseId } } } }`);
    const expected = Number(at(body, 'data', 'createFileUpload', 'file', 'databaseId'));
    await expectDescribed('getFile', 409, ASKS.getFile(undefined, expected));
    const path = String(at(body, 'data', 'createFileUpload', 'uploadUrl'));
    await expectDescribed('putLinkedFile', 400, { method: 'PUT', path, body: 'other' });
    await expectDescribed('putLinkedFile', 200, { method: 'PUT', path, body: 'a,b\n' });
    await expectDescribed('getLinkedFile', 403, { method: 'GET', path });
  });

  it('200, 404 and 409 of what documents say', async () => {
    const content_base64 = CERTIFICATE.toString('base64');
    const sent = { filename: 'constancia.pdf', content_base64 };
    const done = await expectDescribed('uploadFile', 200, ASKS.uploadFile(sent));
    const file_id = Number(at(done, 'data', 'file_id'));
    const read = await expectDescribed('extractDocument', 200, ASKS.extractDocument({ file_id }));
    const id = Number(at(read, 'data', 'extraction_id'));
    await expectDescribed('getExtraction', 200, ASKS.getExtraction(undefined, id));
    await expectDescribed('getExtraction', 404, ASKS.getExtraction(undefined, 999_999));
    const unknown = ASKS.extractDocument({ file_id: 999_999 });
    await expectDescribed('extractDocument', 404, unknown);
    const input = '{ fileName: "b.csv", mediaType: "text/csv", byteCount: 4 }';
    const { body } = await gateway.graphql(`mutation { createFileUpload(input: ${input}) {
      ... on CreateFileUploadPayload { file { databaseId } } } }`);
    const expected = Number(at(body, 'data', 'createFileUpload', 'file', 'databaseId'));
    const early = ASKS.extractDocument({ file_id: expected });
    await expectDescribed('extractDocument', 409, early);
  });

  it('500 of the business detail', async () => {
    await sql`alter table documents rename to out_of_reach`.execute(gateway.db);
    await expectDescribed('getBusinessDetail', 500, ASKS.getBusinessDetail(undefined, made.full));
    await sql`alter table out_of_reach rename to documents`.execute(gateway.db);
  });
});

function bodyOf(id: OperationId) {
  return checkOf(at(operationOf(id), 'requestBody'));
}

describe('the description of a body', () => {
  it.each([
    ['getAccessToken', { email: 'ana@example.test' }],
    ['importAnswers', { user_id: 1, templates: [], more: { deep: 1 } }],
    ['importAnswers', { user_id: 1, templates: ['a'], combined_from: null, answers: null }],
    ['completeBusiness', {}],
    ['completeBusiness', { delete_mode: 'juridical_only', more: 1 }],
    ['processFiduciaryRequests', FIDUCIARY_REQUEST],
    ['resolvePersonMatches', DECISION],
    ['processFiduciaryRequests', { id_negocio: 1, cod_negocio: 'F/1', participantes: [] }],
    ['validateRfc', { rfc: '' }],
    ['validateRfc', { rfc: 'x', tipo_per: null, nombre: '', fecha_nacimiento: '', strict: null }],
    ['validateRfc', { rfc: 'x', tipo_per: 'MOR', fecha_constitucion: '2000-02-29', curp: null }],
  ] as const)('takes what is answered: %s %j', (id, body) => {
    expect(bodyOf(id).safeParse(body).success).toBe(true);
  });

  it.each([
    ['getAccessToken', {}],
    ['getAccessToken', { email: '' }],
    ['getAccessToken', { email: 'ana@example.test', more: 1 }],
    ['processFiduciaryRequests', { ...FIDUCIARY_REQUEST, more: 1 }],
    ['resolvePersonMatches', { ...DECISION, reviewer: { more: 1 } }],
    ['validateRfc', { rfc: '', more: 1 }],
    ['importAnswers', { templates: [] }],
    ['importAnswers', { user_id: '1', templates: [] }],
    ['importAnswers', { user_id: 0, templates: [] }],
    ['importAnswers', { user_id: 1.5, templates: [] }],
    ['importAnswers', { user_id: 1, templates: [''] }],
    ['importAnswers', { user_id: 1, templates: [], answers: [{ question: 'q1' }] }],
    ['completeBusiness', { delete_mode: null }],
    ['completeBusiness', { delete_mode: 'ALL' }],
    ['completeBusiness', []],
    ['processFiduciaryRequests', { id_negocio: 1, cod_negocio: 'F/1' }],
    ['resolvePersonMatches', { ...DECISION, reason: 'because' }],
    ['resolvePersonMatches', { ...DECISION, resolution: 'SKIPPED' }],
    ['resolvePersonMatches', { ...DECISION, resolved_at: 'yesterday' }],
    ['processFiduciaryRequests', { id_negocio: '1', cod_negocio: 'F/1', participantes: [] }],
    ['processFiduciaryRequests', { id_negocio: 1, cod_negocio: '', participantes: [] }],
    ['processFiduciaryRequests', { id_negocio: 1, cod_negocio: 'F', participantes: [{}] }],
    ['validateRfc', {}],
    ['validateRfc', { rfc: null }],
    ['validateRfc', { rfc: 'x'.repeat(65) }],
    ['validateRfc', { rfc: 'x', tipo_per: 'PERSONA' }],
    ['validateRfc', { rfc: 'x', fecha_nacimiento: '2001-02-29' }],
    ['validateRfc', { rfc: 'x', strict: 'true' }],
    ['lookUpSat69', { rfc: 'x'.repeat(65) }],
    ['lookUpSat69', { nombre: 7 }],
    ['lookUpSat69b', { rfc: LISTED, as_of: '2001-02-29' }],
  ] as const)('refuses what is refused: %s %j', async (id, body) => {
    expect(bodyOf(id).safeParse(body).success).toBe(false);
    const { method, path, ...options } = ASKS[id](body, 1);
    expect((await gateway.request(method, path, options)).status).toBe(400);
  });
});
