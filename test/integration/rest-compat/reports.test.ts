import { createHash, generateKeyPairSync } from 'node:crypto';
import { compactVerify, createLocalJWKSet } from 'jose';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTokenIssuer } from '../../../src/auth/tokens.ts';
import { toCanonicalJson } from '../../../src/domain/reports/canonical-json.ts';
import { toSha256 } from '../../../src/resolvers/reports/digest.ts';
import { verifyReport } from '../../../src/resolvers/reports/verify-report.ts';
import { at } from '../../support/clients/graphql.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { inventScreening } from '../../support/data/screenings.ts';
import { storeScreening } from '../../support/data/store-screening.ts';
import {
  createTestService,
  createTestTokens,
  NO_VAULT,
  TOKEN_OPTIONS,
} from '../../support/gateway/callers.ts';
import { createTestContext } from '../../support/gateway/context.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
const PATH = '/api/v4/blacklist/report';

const given = { typedIn: 0, ofParticipant: 0, participantId: 0, businessId: 0 };
beforeAll(async () => {
  const { serviceId } = gateway.service;
  given.typedIn = await storeScreening(gateway.db, serviceId, inventScreening());
  const business = await makeBusiness(gateway.db, serviceId, {
    code: 'F/77',
    participants: [{ name: 'Ana' }],
  });
  [given.participantId = 0] = business.participantIds;
  given.businessId = business.id;
  const of = inventScreening({ participantId: given.participantId });
  given.ofParticipant = await storeScreening(gateway.db, serviceId, of);
});

const reportSchema = z.object({
  report: z.record(z.string(), z.unknown()),
  sha256: z.string(),
  signature: z.string(),
  pdf: z
    .object({ sha256: z.string(), signature: z.string(), id_descarga: z.number().nullable() })
    .nullable(),
});

async function getReport(id: number): Promise<z.infer<typeof reportSchema>> {
  const { body } = await gateway.request('GET', `${PATH}/${id}`);
  return reportSchema.parse(at(body, 'data'));
}

async function getPdf(id: number, headers = {}): Promise<Response> {
  const all = { ...gateway.service.headers, ...headers };
  return await fetch(`${gateway.url}${PATH}/${id}/pdf`, { headers: all });
}

async function verify(body: object): Promise<unknown> {
  const answer = await gateway.request('POST', `${PATH}/verify`, { body });
  return at(answer.body, 'data', 'verdict');
}

describe('the report of a screening in v4', () => {
  it('is the same JSON each time, signed by the key of the JWKS over its sum', async () => {
    const one = await getReport(given.typedIn);
    expect(await getReport(given.typedIn)).toEqual(one);
    expect(one.report).toMatchObject({
      kind: 'screening-report',
      id: given.typedIn,
      matchesCount: 1,
    });
    const sha256 = createHash('sha256').update(toCanonicalJson(one.report)).digest('hex');
    expect(one.sha256).toBe(sha256);
    const jwks = z
      .object({ keys: z.array(z.looseObject({ kty: z.string() })) })
      .parse((await gateway.request('GET', '/.well-known/jwks.json')).body);
    const { payload } = await compactVerify(one.signature, createLocalJWKSet(jwks));
    const statement: unknown = JSON.parse(Buffer.from(payload).toString());
    expect(statement).toMatchObject({ report: given.typedIn, format: 'json', sha256 });
  });

  it('is a PDF of the same bytes each time, a part of which may be asked for', async () => {
    const [one, again] = [await getPdf(given.typedIn), await getPdf(given.typedIn)];
    expect(one.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await one.arrayBuffer());
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
    const sum = createHash('sha256').update(bytes).digest('hex');
    expect(one.headers.get('etag')).toBe(`"${sum}"`);
    expect((await getReport(given.typedIn)).pdf).toMatchObject({ sha256: sum, id_descarga: null });
    const part = await getPdf(given.typedIn, { range: 'bytes=0-4' });
    expect([part.status, await part.text()]).toEqual([206, '%PDF-']);
  });

  it('of a participant is stored once, with the files of the business, and goes with them', async () => {
    const answers = await Promise.all([1, 2, 3].map(async () => await getPdf(given.ofParticipant)));
    const sums = await Promise.all(
      answers.map(async (one) =>
        createHash('sha256')
          .update(Buffer.from(await one.arrayBuffer()))
          .digest('hex'),
      ),
    );
    expect(new Set(sums).size).toBe(1);
    const files = await gateway.db
      .selectFrom('files')
      .select(['id', 'business_id', 'participant_id'])
      .execute();
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({
      business_id: given.businessId,
      participant_id: given.participantId,
    });
    const { report, pdf } = await getReport(given.ofParticipant);
    expect(pdf?.id_descarga).toBe(files[0]?.id);
    expect(report['businessCode']).toBe('F/77');
    await sql`update businesses set code = 'F/78' where id = ${given.businessId}`.execute(
      gateway.db,
    );
    expect((await getReport(given.ofParticipant)).report).toEqual(report);
  });

  it('goes when its business is completed, with the file that it is', async () => {
    const { db, service } = gateway;
    const business = await makeBusiness(db, service.serviceId, { participants: [{ name: 'Eva' }] });
    const [participantId = 0] = business.participantIds;
    const id = await storeScreening(db, service.serviceId, inventScreening({ participantId }));
    expect((await getPdf(id)).status).toBe(200);
    const listFiles = async () =>
      await db.selectFrom('files').where('business_id', '=', business.id).select('id').execute();
    const listReports = async () =>
      await db
        .selectFrom('screening_reports')
        .where('screening_id', '=', id)
        .select('format')
        .execute();
    expect([await listFiles(), await listReports()]).toEqual([
      [expect.anything()],
      [{ format: 'json' }, { format: 'pdf' }],
    ]);
    const path = `/api/v4/fiduciary/${business.id}/complete`;
    const { status } = await gateway.request('POST', path, { body: { delete_mode: 'all' } });
    expect([status, await listFiles(), await listReports()]).toEqual([200, [], []]);
    expect((await getPdf(id)).status).toBe(404);
  });

  it('needs the scope to read of persons, and its reading is recorded', async () => {
    const tokens = await createTestTokens(gateway.db);
    const scopes = ['screening:read', 'file:read'] as const;
    const { userId, serviceId, service } = gateway.service;
    const { accessToken } = await tokens.issue({
      userId,
      serviceId,
      service,
      scopes: new Set(scopes),
    });
    const headers = { ...gateway.service.headers, authorization: `Bearer ${accessToken}` };
    for (const path of [`${PATH}/${given.typedIn}`, `${PATH}/${given.typedIn}/pdf`])
      expect((await gateway.request('GET', path, { headers })).status).toBe(403);
    const countReadings = async () =>
      (
        await gateway.db
          .selectFrom('audit_events')
          .where('action', '=', 'personal_information_read')
          .select('id')
          .execute()
      ).length;
    const before = await countReadings();
    await getReport(given.ofParticipant);
    expect(await countReadings()).toBe(before + 1);
  });

  it('is no other service’s', async () => {
    const other = await createTestService(gateway.db, await createTestTokens(gateway.db));
    for (const path of [`${PATH}/${given.typedIn}`, `${PATH}/${given.typedIn}/pdf`]) {
      const { status } = await gateway.request('GET', path, { headers: other.headers });
      expect(status).toBe(404);
    }
    const { sha256, signature } = await getReport(given.typedIn);
    const body = { sha256, signature };
    const answer = await gateway.request('POST', `${PATH}/verify`, {
      body,
      headers: other.headers,
    });
    expect(at(answer.body, 'data')).toMatchObject({ verdict: 'NOT_OURS', report_id: null });
  });
});

describe('verifying a report in v4', () => {
  it('takes what was given out, in any layout and with its signature or without', async () => {
    const { report, sha256, signature } = await getReport(given.typedIn);
    const turned = Object.fromEntries(Object.entries(report).toReversed());
    expect(await verify({ report })).toBe('VALID');
    expect(await verify({ report: turned, signature })).toBe('VALID');
    expect(await verify({ report: { report, signature } })).toBe('VALID');
    expect(await verify({ sha256, signature })).toBe('VALID');
    const bytes = Buffer.from(await (await getPdf(given.typedIn)).arrayBuffer());
    const { pdf } = await getReport(given.typedIn);
    const sum = createHash('sha256').update(bytes).digest('hex');
    expect(await verify({ sha256: sum })).toBe('VALID');
    expect(await verify({ sha256: sum, signature: pdf?.signature })).toBe('VALID');
  });

  it('tells what was changed, and what is somebody else’s', async () => {
    const { report, signature } = await getReport(given.typedIn);
    const altered = { ...report, outcome: 'clear' };
    expect(await verify({ report: altered })).toBe('ALTERED');
    expect(await verify({ report: altered, signature })).toBe('ALTERED');
    expect(await verify({ report: { ...altered, id: 999 } })).toBe('NOT_OURS');
    expect(await verify({ sha256: 'ab'.repeat(32) })).toBe('NOT_OURS');
    const forged = `${signature.slice(0, -4)}AAAA`;
    expect(await verify({ report, signature: forged })).toBe('NOT_OURS');
  });

  it('refuses what is no report, and both or neither of what can be shown', async () => {
    for (const body of [
      {},
      { report: { a: 1 } },
      { sha256: 'ab' },
      { sha256: 'ab'.repeat(32), report: {} },
    ]) {
      const { status } = await gateway.request('POST', `${PATH}/verify`, { body });
      expect(status).toBe(400);
    }
  });

  it('goes on after another key has come in place of the one that signed', async () => {
    const { report, signature } = await getReport(given.typedIn);
    const pair = generateKeyPairSync('ed25519');
    const signingKey = JSON.stringify(pair.privateKey.export({ format: 'jwk' }));
    const options = { ...TOKEN_OPTIONS, signingKey };
    const tokens = await createTokenIssuer({ db: gateway.db, vault: NO_VAULT, options });
    const ctx = { ...(await createTestContext(gateway.db, gateway.service)), tokens };
    const shown = { report: JSON.stringify(report), signature };
    expect(await verifyReport(ctx, shown)).toMatchObject({ verdict: 'valid', format: 'json' });
    const other = await tokens.signReport({
      serviceId: gateway.service.serviceId,
      service: gateway.service.service,
      kind: 'screening',
      reportId: given.typedIn,
      format: 'json',
      sha256: toSha256(toCanonicalJson(report)),
    });
    expect(await verify({ report, signature: other.signature })).toBe('NOT_OURS');
  });
});
