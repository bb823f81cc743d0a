import { verifyReportInput } from '../../resolvers/reports/inputs.ts';
import { type Verification, verifyReport } from '../../resolvers/reports/verify-report.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { jsonTextCost } from '../limits/field-cost.ts';
import { ReportFormatEnum, ReportKindEnum, ReportVerdictEnum } from './report-enums.ts';

const ReportVerification = builder.objectRef<Verification>('ReportVerification').implement({
  description: 'Result of verifying a report. v4: POST /api/v4/blacklist/report/verify.',
  fields: (t) => ({
    verdict: t.expose('verdict', {
      type: ReportVerdictEnum,
      description: 'Result of the verification. v4: `verdict`.',
    }),
    screeningId: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: ({ kind, reportId }) => (kind === 'screening' ? reportId : null),
      description:
        '`databaseId` of the screening that the report is about. Null for a socioeconomic report, and when the screening is unknown. v4: `report_id`.',
    }),
    socioeconomicReportId: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: ({ kind, reportId }) => (kind === 'socioeconomic' ? reportId : null),
      description:
        '`databaseId` of the socioeconomic report. Null for a screening report, and when the report is unknown. v4: `report_id`.',
    }),
    kind: t.expose('kind', {
      type: ReportKindEnum,
      nullable: true,
      description: 'Kind of the report. Null when it is unknown. v4: `kind`.',
    }),
    format: t.expose('format', {
      type: ReportFormatEnum,
      nullable: true,
      description: 'Format that the report was issued in. Null when it is unknown. v4: `format`.',
    }),
    keyId: t.exposeString('keyId', {
      nullable: true,
      description: 'Id of the key that signed the report. Null when it is unknown. v4: `key_id`.',
    }),
    isKeyRevoked: t.exposeBoolean('isKeyRevoked', {
      description:
        'True when the signing key is revoked. The report is then compared with the stored record of issued reports, and its signature is ignored. v4: `key_revoked`.',
    }),
  }),
});

const VerifyReportInputType = builder.inputType('VerifyReportInput', {
  description: 'Report to verify. Exactly one of `sha256` and `report` is required.',
  fields: (t) => ({
    sha256: t.string({ description: 'SHA-256 of the PDF, in hexadecimal. v4: `sha256`.' }),
    report: t.string({
      description:
        'Report as JSON, formatted in any way, or the complete v4 response; at most 64 levels of nesting. Above 1,024 characters, every 64 characters cost one point of the rate limit. v4: `report`.',
    }),
    signature: t.string({
      description:
        'Signature of the report. Defaults to the signature in `report`, when that is a complete v4 response. Without a signature, the report is compared with the stored record of issued reports. v4: `signature`.',
    }),
  }),
});

builder.queryField('verifyReport', (t) =>
  t.field({
    type: ReportVerification,
    description:
      'Result of verifying that the gateway issued a report for this service, and that the report is unchanged. Requires scope `screening:read`. v4: POST /api/v4/blacklist/report/verify.',
    args: {
      input: t.arg({
        type: VerifyReportInputType,
        required: true,
        description: 'Report to verify.',
        validate: { schema: createChecks(verifyReportInput) },
      }),
    },
    complexity: ({ input }) => jsonTextCost(input.report),
    resolve: async (_root, { input }, ctx) => await verifyReport(ctx, input),
  }),
);
