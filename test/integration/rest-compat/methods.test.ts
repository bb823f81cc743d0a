import { beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src/rest-compat/routes.ts';
import { at } from '../../support/clients/graphql.ts';
import { head, openRaw, statusesOf } from '../../support/clients/raw-http.ts';
import {
  METHOD_NOT_ALLOWED,
  NOT_FOUND,
  sendV4,
  UNAUTHENTICATED,
} from '../../support/clients/v4.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { makePdf, uploadAndGetId } from '../../support/data/files.ts';
import { makeScreening } from '../../support/data/make-screening.ts';
import { generateDraft } from '../../support/data/socioeconomic-reports.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { makeDocumentTarget } from '../contract/document-target.ts';
import { createSampleSender } from '../contract/file-target.ts';

const IMPORT = '/api/v4/quiz/answers/import/api';
const DETAIL = '/api/v4/business/detail';
const gateway = useGateway();
const made = {
  businessId: 0,
  participantId: 0,
  fileId: 0,
  extractionId: 0,
  screeningId: 0,
  reportId: 0,
  link: '',
};

const PAGES = [
  '/',
  '/health/live',
  '/health/ready',
  '/.well-known/jwks.json',
  '/.well-known/report-keys.json',
  '/verify',
  '/graphiql',
  '/api/v4/docs',
  '/api/v4/openapi.json',
];

beforeAll(async () => {
  const { db, service } = gateway;
  // More than is handed to the system at once.
  const participants = Array.from({ length: 300 }, () => ({ name: 'N'.repeat(300) }));
  const [first = {}, ...others] = participants;
  const documents: [string, null][] = [['INE', null]];
  const business = await makeBusiness(db, service.serviceId, {
    participants: [{ ...first, documents }, ...others],
  });
  made.businessId = business.id;
  made.participantId = 1;
  const fields = { participant_id: '1', cod_tipo_docto: 'INE' };
  made.fileId = await uploadAndGetId(gateway, { bytes: makePdf(2000), fields });
  const { body } = await gateway.graphql(
    `{ file(by: { databaseId: ${made.fileId} }) { downloadUrl } }`,
  );
  const send = createSampleSender(gateway.url, service.headers);
  made.extractionId = (
    await makeDocumentTarget(made.participantId, { db, service, send })
  ).extractionId;
  made.screeningId = (await makeScreening(db, service.serviceId)).id;
  const person = { businessId: business.id, participantId: made.participantId };
  made.reportId = await generateDraft(gateway, person);
  made.link = String(at(body, 'data', 'file', 'downloadUrl'));
});

/** A path that each GET of v4 answers with 200. */
const PATHS: Record<string, () => string> = {
  getBusinessDetail: () => `${DETAIL}?id=${made.businessId}`,
  getParticipantDetail: () => `/api/v4/fiduciary/participant/detail?id=${made.participantId}`,
  getFile: () => `/api/v4/file/${made.fileId}`,
  getFileDetail: () => `/api/v4/file/${made.fileId}/detail`,
  downloadDocument: () => `/api/v4/fiduciary/file/${made.fileId}/download`,
  getLinkedFile: () => made.link,
  getExtraction: () => `/api/v4/document/extraction/${made.extractionId}`,
  getReport: () => `/api/v4/blacklist/report/${made.screeningId}`,
  getReportPdf: () => `/api/v4/blacklist/report/${made.screeningId}/pdf`,
  getSocioeconomicReport: () => `/api/v4/socioeconomic/report/${made.reportId}`,
  getSocioeconomicPdf: () => `/api/v4/socioeconomic/report/${made.reportId}/pdf?draft=1`,
};
const READS = ROUTES.filter((one) => one.method === 'GET').map(
  (one) => one.description.operationId,
);

/** What is of the moment, not of the answer. */
function lasting(headers: Headers): [string, string][] {
  // The client of these tests ends a connection after HEAD by itself.
  const passing = ['x-request-id', 'date', 'ratelimit', 'connection', 'keep-alive'];
  return [...headers].filter(([name]) => !passing.includes(name));
}

async function expectHeadAsGet(path: string, headers: Record<string, string>): Promise<number> {
  const got = await fetch(`${gateway.url}${path}`, { headers });
  const reply = await sendV4(gateway, path, { method: 'HEAD', headers });
  expect(reply).toMatchObject({ status: got.status, text: '' });
  expect(lasting(reply.headers)).toEqual(lasting(got.headers));
  expect(Number(reply.headers.get('content-length'))).toBe((await got.arrayBuffer()).byteLength);
  return got.status;
}

describe('HEAD', () => {
  it.each(READS)('is answered as GET is, without the body: %s', async (id) => {
    const path = PATHS[id]?.() ?? '';
    expect(await expectHeadAsGet(path, gateway.service.headers)).toBe(200);
    // Without a caller it is refused as GET is; a link lets in by itself.
    const status = id === 'getLinkedFile' ? 200 : 401;
    expect(await expectHeadAsGet(path, {})).toBe(status);
  });

  it.each(PAGES)('200 is answered by the page %s too', async (path) => {
    expect(await expectHeadAsGet(path, {})).toBe(200);
  });

  it.each([
    [400, `${DETAIL}?id=x`],
    [404, '/api/v4/nope'],
    [404, '/nope'],
  ])('%i is answered as GET is: %s', async (status, path) => {
    expect(await expectHeadAsGet(path, gateway.service.headers)).toBe(status);
  });

  it('sends no byte behind its headers, so that the next answer of the connection is read', async () => {
    const connection = await openRaw(gateway.url);
    const { headers } = gateway.service;
    for (const id of ['getBusinessDetail', 'getFile'])
      connection.send(head(`HEAD ${PATHS[id]?.()}`, headers));
    connection.send(head('GET /health/live', { connection: 'close' }));
    const received = await connection.untilClosed();
    expect(statusesOf(received)).toEqual([200, 200, 200]);
    expect(
      received
        .split('\r\n\r\n')
        .slice(0, 3)
        .every((one) => one.startsWith('HTTP/1.1 ')),
    ).toBe(true);
    expect(received.endsWith('\r\n\r\n{"status":"live"}')).toBe(true);
  });

  it('of a file reads nothing of it, so that no download is recorded, and knows no ranges', async () => {
    const query = gateway.db.selectFrom('audit_events').select('id');
    const downloads = async () =>
      (await query.where('action', '=', 'file_downloaded').execute()).length;
    const before = await downloads();
    const path = PATHS['getFile']?.() ?? '';
    const headers = { ...gateway.service.headers, range: 'bytes=0-9' };
    const reply = await sendV4(gateway, path, { method: 'HEAD', headers });
    expect([reply.status, reply.headers.get('content-length')]).toEqual([200, '2000']);
    const etag = reply.headers.get('etag') ?? '';
    const known = { ...gateway.service.headers, 'if-none-match': etag };
    const unchanged = await sendV4(gateway, path, { method: 'HEAD', headers: known });
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, etag]);
    expect(await downloads()).toBe(before);
    await sendV4(gateway, path, { method: 'GET' });
    expect(await downloads()).toBe(before + 1);
  });
});

describe('a slash at the end of a path', () => {
  it('200 is forgiven by every method, once, without losing the body', async () => {
    const body = JSON.stringify({ user_id: gateway.service.userId, templates: [] });
    const imported = await sendV4(gateway, `${IMPORT}/`, { body });
    expect(imported).toEqual({
      ...(await sendV4(gateway, IMPORT, { body })),
      headers: imported.headers,
    });
    expect(imported.status).toBe(200);
    const read = { method: 'GET' };
    const detail = await sendV4(gateway, `${DETAIL}/?id=${made.businessId}`, read);
    expect(detail.text).toBe((await sendV4(gateway, `${DETAIL}?id=${made.businessId}`, read)).text);
    expect(await sendV4(gateway, `${PATHS['getFile']?.()}/`, read)).toMatchObject({ status: 200 });
    const { id } = await makeBusiness(gateway.db, gateway.service.serviceId, {});
    expect(await sendV4(gateway, `/api/v4/fiduciary/${id}/complete/`)).toMatchObject({
      status: 200,
    });
    expect(await sendV4(gateway, `${DETAIL}//`, read)).toMatchObject(NOT_FOUND);
  });

  it('200 is forgiven by the pages and by the graph', async () => {
    for (const path of PAGES.slice(1))
      expect(await sendV4(gateway, `${path}/`, { method: 'GET', headers: {} })).toMatchObject({
        status: 200,
      });
    const query = { query: '{ viewer { service } }' };
    const reply = await gateway.request('POST', '/graphql/', { body: query });
    expect(reply).toMatchObject({ status: 200, body: { data: { viewer: {} } } });
  });

  it('401 lets nobody in who is not let in without it', async () => {
    const reply = await sendV4(gateway, `${DETAIL}/?id=1`, { method: 'GET', headers: {} });
    expect(reply).toMatchObject(UNAUTHENTICATED);
  });
});

describe('what may be asked of a path', () => {
  it.each([
    [DETAIL, 'GET, HEAD, OPTIONS'],
    [`${DETAIL}/`, 'GET, HEAD, OPTIONS'],
    [IMPORT, 'POST, OPTIONS'],
    ['/api/v4/fiduciary/abc/complete', 'POST, OPTIONS'],
    ['/api/v4/auth/token', 'POST, OPTIONS'],
    ['/api/v4/file/upload', 'POST, OPTIONS'],
    ['/api/v4/blacklist/report/verify', 'POST, OPTIONS'],
  ])('204 and 405 tell it: %s %s', async (path, allow) => {
    const asked = await sendV4(gateway, path, { method: 'OPTIONS' });
    expect(asked).toMatchObject({ status: 204, text: '' });
    expect(asked.headers.get('allow')).toBe(allow);
    expect(asked.headers.has('content-length')).toBe(false);
    const refused = allow.startsWith('GET') ? ['POST', 'PUT', 'DELETE'] : ['GET', 'PUT', 'PATCH'];
    for (const method of refused) {
      const reply = await sendV4(gateway, path, { method });
      expect(reply).toMatchObject(METHOD_NOT_ALLOWED);
      expect(reply.headers.get('allow')).toBe(allow);
    }
  });

  it('204 and 405 tell it of a link: GET, HEAD, PUT, OPTIONS', async () => {
    const asked = await sendV4(gateway, made.link, { method: 'OPTIONS', headers: {} });
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'GET, HEAD, PUT, OPTIONS']);
    const refused = await sendV4(gateway, made.link, { method: 'DELETE', headers: {} });
    expect([refused.status, refused.headers.get('allow')]).toEqual([
      405,
      'GET, HEAD, PUT, OPTIONS',
    ]);
  });

  it('405 refuses HEAD where there is no GET, without a body', async () => {
    const reply = await sendV4(gateway, IMPORT, { method: 'HEAD' });
    expect(reply).toMatchObject({ status: 405, text: '' });
    expect(reply.headers.get('allow')).toBe('POST, OPTIONS');
  });

  it.each(PAGES)('204 and 405 tell it of the page %s', async (path) => {
    const asked = await sendV4(gateway, path, { method: 'OPTIONS', headers: {} });
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const refused = await sendV4(gateway, path, { headers: {} });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('401 and 404 come first, as for every method', async () => {
    const options = { method: 'OPTIONS' };
    expect(await sendV4(gateway, DETAIL, { ...options, headers: {} })).toMatchObject(
      UNAUTHENTICATED,
    );
    expect(await sendV4(gateway, '/api/v4/nope', options)).toMatchObject(NOT_FOUND);
  });
});
