import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { inventScreening } from '../../../support/data/screenings.ts';
import { storeScreening } from '../../../support/data/store-screening.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' });
const REPORT = `query ($id: SafeInt!, $format: ReportFormat!) { screeningReport(screeningId: $id, format: $format) {
  content sha256 signature } }`;
const VERIFY = `query ($input: VerifyReportInput!) { verifyReport(input: $input) {
  verdict kind format screeningId socioeconomicReportId keyId isKeyRevoked } }`;
const given = { id: 0, content: '', sha256: '', signature: '' };
const reportSchema = z.object({ content: z.string(), sha256: z.string(), signature: z.string() });

async function report(format: 'JSON' | 'PDF'): Promise<z.infer<typeof reportSchema>> {
  const data = dataOf(await gateway.graphql(REPORT, { id: given.id, format }));
  return reportSchema.parse(at(data, 'screeningReport'));
}

async function verify(input: object, headers?: Record<string, string>): Promise<unknown> {
  return at(dataOf(await gateway.graphql(VERIFY, { input }, headers)), 'verifyReport');
}

beforeAll(async () => {
  given.id = await storeScreening(gateway.db, gateway.service.serviceId, inventScreening());
  Object.assign(given, await report('JSON'));
});

const OURS = {
  kind: 'SCREENING',
  format: 'JSON',
  socioeconomicReportId: null,
  isKeyRevoked: false,
};
const NOBODYS = { verdict: 'NOT_OURS', kind: null, format: null, screeningId: null, keyId: null };

describe('verifyReport on the graph', () => {
  it('takes what was given out, by its content or its sum, signed or not', async () => {
    const { id: screeningId, content, sha256, signature } = given;
    const valid = { ...OURS, verdict: 'VALID', screeningId };
    for (const input of [{ report: content }, { sha256 }])
      expect(await verify(input)).toMatchObject(valid);
    for (const input of [
      { report: content, signature },
      { sha256, signature },
    ]) {
      const told = await verify(input);
      expect(told).toMatchObject(valid);
      expect(at(told, 'keyId')).toEqual(expect.stringMatching(/./));
    }
    const parsed: unknown = JSON.parse(content);
    expect(await verify({ report: JSON.stringify(parsed, null, 2) })).toMatchObject(valid);
    const pdf = await report('PDF');
    const printed = { sha256: pdf.sha256, signature: pdf.signature };
    expect(await verify(printed)).toMatchObject({ ...valid, format: 'PDF' });
    // Two reports are made.
  });

  it('tells what was changed since', async () => {
    const { id: screeningId, content, signature } = given;
    const altered = content.replace('"alert"', '"clear"');
    expect(altered).not.toBe(content);
    const told = { verdict: 'ALTERED', kind: 'SCREENING', screeningId };
    expect(await verify({ report: altered })).toMatchObject(told);
    expect(await verify({ report: altered, signature })).toMatchObject(told);
    expect(await verify({ sha256: 'ab'.repeat(32), signature })).toMatchObject(told);
  });

  it('goes by the record and not by the signature where the key is revoked, and says so', async () => {
    const { id: screeningId, content, sha256, signature } = given;
    const keyId = at(await verify({ sha256, signature }), 'keyId');
    const { db } = gateway;
    const revoke = async (revoked_at: Date | null): Promise<void> =>
      void (await db.updateTable('report_keys').set({ revoked_at }).execute());
    try {
      await revoke(new Date());
      const valid = { ...OURS, verdict: 'VALID', screeningId, keyId, isKeyRevoked: true };
      for (const input of [
        { report: content },
        { sha256, signature },
        { report: content, signature },
      ])
        expect(await verify(input)).toMatchObject(valid);
      // Whoever has the key signs anything.
      const tokens = await createTestTokens(db);
      const { serviceId, service } = gateway.service;
      const forged = 'cd'.repeat(32);
      const statement = { kind: 'screening', serviceId, service, reportId: screeningId } as const;
      const { signature: stolen } = await tokens.signReport({
        ...statement,
        format: 'pdf',
        sha256: forged,
      });
      expect(await verify({ sha256: forged, signature: stolen })).toMatchObject({
        verdict: 'NOT_OURS',
        isKeyRevoked: true,
      });
      await revoke(null);
      expect(await verify({ sha256: forged, signature: stolen })).toMatchObject({
        verdict: 'VALID',
        isKeyRevoked: false,
      });
    } finally {
      await revoke(null);
    }
  });

  it('tells what is not ours: another sum, a forged signature, a report of another service', async () => {
    const { content, sha256, signature } = given;
    expect(await verify({ sha256: 'ab'.repeat(32) })).toMatchObject(NOBODYS);
    const forged = `${signature.slice(0, -4)}AAAA`;
    expect(await verify({ report: content, signature: forged })).toMatchObject({
      verdict: 'NOT_OURS',
      keyId: null,
    });
    const other = await createTestService(gateway.db, await createTestTokens(gateway.db));
    for (const input of [{ report: content }, { sha256 }, { sha256, signature }])
      expect(await verify(input, other.headers)).toMatchObject({
        verdict: 'NOT_OURS',
        screeningId: null,
      });
  });

  it.each([
    ['nothing', {}],
    ['both', { sha256: 'ab'.repeat(32), report: '{}' }],
    ['no sum', { sha256: 'ab' }],
    ['no JSON', { report: 'UNO' }],
    ['no report', { report: '{"a":1}' }],
  ])('refuses %s', async (_what, input) => {
    const { body } = await gateway.graphql(VERIFY, { input });
    expect(at(body, 'errors', 0, 'extensions', 'code_message')).toBe('invalid_request');
  });
});
