import { z } from 'zod';
import { type VerifyReportInput, verifyReportInput } from '../../../resolvers/reports/inputs.ts';
import { verifyCountedReport } from '../../../resolvers/reports/verify-counted-report.ts';
import type { Verification } from '../../../resolvers/reports/verify-report.ts';
import { parseInput } from '../../../validation/validate.ts';
import { succeed } from '../../respond.ts';
import { parseBody, type Route } from '../../route.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';
import { formatSchema } from './report-words.ts';

const VERIFIED = 'Report verified';

const { sha256, signature } = verifyReportInput.shape;
const wireSchema = z
  .strictObject({
    sha256: sha256.describe('SHA-256 of the PDF, in hexadecimal.'),
    report: z
      .record(z.string(), z.unknown())
      .meta({
        id: 'ShownReport',
        description: 'Report as JSON, or the complete response that contained it.',
      })
      .nullish(),
    signature: signature.describe(
      'Signature of the report. When omitted, the report is compared with the stored record of issued reports.',
    ),
  })
  .meta({ id: 'VerifyReportRequest' });

const dataSchema = z
  .object({
    verdict: z
      .enum(['VALID', 'ALTERED', 'NOT_OURS'])
      .meta({ id: 'ReportVerdict', description: 'Result of the verification.' }),
    kind: z
      .enum(['SCREENING', 'SOCIOECONOMIC'])
      .meta({ id: 'ReportKind', description: 'Kind of a signed report.' })
      .nullable(),
    report_id: idSchema.nullable(),
    format: formatSchema.nullable(),
    key_id: z
      .string()
      .nullable()
      .describe('Id of the key that signed the report. Null when no key of the gateway signed it.'),
    key_revoked: z
      .boolean()
      .describe(
        'True when the signing key is revoked. The report is then compared with the stored record of issued reports.',
      ),
  })
  .meta({ id: 'ReportVerification' });

const KINDS = { screening: 'SCREENING', socioeconomic: 'SOCIOECONOMIC' } as const;
const VERDICTS = { valid: 'VALID', altered: 'ALTERED', not_ours: 'NOT_OURS' } as const;

/** Verifies a report of this gateway. Not in the v4 document. */
export const verifyReportRoute: Route = {
  method: 'POST',
  path: '/api/v4/blacklist/report/verify',
  caller: 'user',
  faultMessage: 'Server error',
  handle: async (ctx, { body }) => {
    const input = decode(parseBody(wireSchema, body));
    return succeed(encode(await verifyCountedReport(ctx, input)), VERIFIED);
  },
  description: {
    operationId: 'verifyReport',
    tag: 'Screening',
    summary: 'Verify a report',
    description:
      'Verifies that a report was issued by the gateway and is unchanged: by its signature when one is sent, otherwise by the stored record of issued reports. Exactly one of `sha256` and `report` is required. A report of another service is `NOT_OURS`. A report counts as one request for every 65,536 characters.',
    scopes: ['screening:read'],
    body: {
      schema: wireSchema,
      isRequired: true,
      examples: {
        unknown: {
          summary: 'File that the gateway did not issue',
          value: { sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
        },
      },
    },
    responses: [
      {
        status: 200,
        description: VERIFIED,
        schema: envelopeSchema('ReportVerification', dataSchema),
      },
    ],
  },
};

function decode({ report, ...wire }: z.infer<typeof wireSchema>): VerifyReportInput {
  const text = report ? JSON.stringify(report) : undefined;
  return parseInput(verifyReportInput, { ...wire, report: text });
}

function encode(verification: Verification): z.infer<typeof dataSchema> {
  const { verdict, kind, reportId, format, keyId, isKeyRevoked } = verification;
  return {
    verdict: VERDICTS[verdict],
    kind: kind && KINDS[kind],
    report_id: reportId,
    format,
    key_id: keyId,
    key_revoked: isKeyRevoked,
  };
}
