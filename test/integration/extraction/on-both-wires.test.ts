import { describe, expect, it, vi } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { CERTIFICATE, makeInvoice } from '../../support/data/documents.ts';
import { extractAndWait } from '../../support/data/extractions.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { makePdf, makePng, uploadAndGetId } from '../../support/data/files.ts';
import { listTablesHolding } from '../../support/database/tables.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { withUnlimitedWait } from '../../support/gateway/unlimited-wait.ts';

const gateway = useGateway();
const EXTRACT = '/api/v4/document/extract';

const INVOICE = { bytes: makeInvoice(), name: 'factura.xml', type: 'application/xml' };
const EXTRACTION = `query ($id: SafeInt!) { extraction(databaseId: $id) {
  databaseId status kind confidence needsReview failure
  checks { code ok } fields { isMasked found { name value source box { left } } missing { name reason } } } }`;

async function extract(fileId: number, more: object = {}) {
  return await gateway.request('POST', EXTRACT, { body: { file_id: fileId, ...more } });
}

describe('reading a document', () => {
  it('answers what an invoice says, the same on both wires', async () => {
    const fileId = await uploadAndGetId(gateway, INVOICE);
    const { status, body } = await extractAndWait(gateway, fileId, { cod_tipo_docto: 'CFDI' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: {
        status: 'done',
        tipo: 'CFDI',
        fields: {
          uuid: { value: '6F1F4D3A-0A3C-4B7E-9C41-0123456789AB', source: 'xml' },
          rfc_emisor: { value: 'EKU9003173C9' },
          nombre_receptor: { value: 'UNIVERSIDAD ROBOTICA ESPAÑOLA' },
          total: { value: '116.00' },
        },
      },
    });
    const id = Number(at(body, 'data', 'extraction_id'));
    const graph = await gateway.graphql(EXTRACTION, { id });
    const extraction = at(graph.body, 'data', 'extraction');
    expect(extraction).toMatchObject({ databaseId: id, status: 'DONE', kind: 'CFDI' });
    const checks = at(extraction, 'checks');
    for (const code of ['TOTALS', 'CLAIMED_TYPE', 'STAMP'])
      expect(checks).toContainEqual({ code, ok: true });
  });

  it('reads the text of a PDF and where it stands', async () => {
    const fileId = await uploadAndGetId(gateway, { bytes: CERTIFICATE });
    const read = await extractAndWait(gateway, fileId);
    const { body } = await gateway.graphql(
      `query ($id: SafeInt!) { extraction(databaseId: $id) {
        kind fields { found { name value page box { left top } } } } }`,
      { id: Number(at(read.body, 'data', 'extraction_id')) },
    );
    const extraction = at(body, 'data', 'extraction');
    expect(at(extraction, 'kind')).toBe('TAX_STATUS_CERTIFICATE');
    const rfc = { name: 'RFC', value: 'EKU9003173C9', page: 1 };
    expect(at(extraction, 'fields', 'found')).toMatchObject([rfc, {}, {}, {}, {}]);
    expect(Number(at(extraction, 'fields', 'found', 0, 'box', 'left'))).toBeGreaterThan(0);
  });

  it('leaves what is no small text to the queue, and the answer comes to the same place', async () => {
    const fileId = await uploadAndGetId(gateway, {
      bytes: makePng(),
      name: 'ine.png',
      type: 'image/png',
    });
    const { body } = await extract(fileId);
    const id = Number(at(body, 'data', 'extraction_id'));
    expect(at(body, 'data', 'status')).toBe('queued');
    await expect
      .poll(
        async () => {
          const { body: later } = await gateway.request('GET', `/api/v4/document/extraction/${id}`);
          return at(later, 'data', 'status');
        },
        { timeout: 60_000 },
      )
      .not.toBe('queued');
  });

  it('refuses broken bytes and keeps nothing of them', async () => {
    const sendBroken = async () => {
      const sentId = await uploadAndGetId(gateway, { bytes: makePdf() });
      const reply = await withUnlimitedWait(async (wait_ms) => await extract(sentId, { wait_ms }));
      expect(reply.status).toBe(400);
      return { fileId: sentId, body: reply.body };
    };
    // While a job has the reader, a request is queued and answered with 200.
    const { fileId, body } = await vi.waitFor(sendBroken, { timeout: 60_000 });
    expect(at(body, 'data', 'issues', 0)).toMatchObject({
      path: ['file_id'],
      code: 'unreadable_document',
    });
    const kept = gateway.db.selectFrom('extractions').select('id').where('file_id', '=', fileId);
    expect(await kept.execute()).toEqual([]);
  });

  it('knows a request again by its key', async () => {
    const fileId = await uploadAndGetId(gateway, INVOICE);
    const headers = { ...gateway.service.headers, 'idempotency-key': 'read-it-once' };
    const body = { file_id: fileId };
    const first = await gateway.request('POST', EXTRACT, { headers, body });
    const second = await gateway.request('POST', EXTRACT, { headers, body });
    expect(second.headers.get('idempotent-replay')).toBe('true');
    expect(second.body).toEqual(first.body);
  });
});

describe('what was read', () => {
  it('stands nowhere as it is, and goes with the business', async () => {
    const { serviceId } = gateway.service;
    await makeBusiness(gateway.db, serviceId, { id: 41, participants: [{}] });
    const fields = { business_id: '41' };
    const fileId = await uploadAndGetId(gateway, { ...INVOICE, fields });
    const { body } = await extractAndWait(gateway, fileId);
    const id = Number(at(body, 'data', 'extraction_id'));
    expect(await listTablesHolding(gateway.db, 'ROBOTICA')).toEqual([]);
    expect(gateway.logs).not.toMatch(/ROBOTICA|EKU9003173C9/);
    const event = await gateway.db
      .selectFrom('business_events')
      .select(['type', 'business_id', 'extraction_id'])
      .where('extraction_id', '=', id)
      .executeTakeFirst();
    expect(event).toEqual({ type: 'document_extracted', business_id: 41, extraction_id: id });
    await gateway.request('POST', '/api/v4/fiduciary/41/complete', {
      body: { delete_mode: 'all' },
    });
    const { status } = await gateway.request('GET', `/api/v4/document/extraction/${id}`);
    expect(status).toBe(404);
  });

  it('is recorded when somebody reads it, by ids alone', async () => {
    const fileId = await uploadAndGetId(gateway, INVOICE);
    const { body } = await extractAndWait(gateway, fileId);
    const id = Number(at(body, 'data', 'extraction_id'));
    const { details } = await gateway.db
      .selectFrom('audit_events')
      .select('details')
      .where('action', '=', 'extraction_read')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(details).toEqual({ businessId: null, fileId, extractionId: id });
  });

  it.each([
    ['a file that nobody has', EXTRACT, { file_id: 999_999 }],
    ['an extraction that nobody has', '/api/v4/document/extraction/999999', undefined],
  ])('is not found of %s', async (_what, path, body) => {
    const reply = await gateway.request(body === undefined ? 'GET' : 'POST', path, { body });
    expect(reply.status).toBe(404);
  });
});
