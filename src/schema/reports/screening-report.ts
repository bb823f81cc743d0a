import { toCanonicalJson } from '../../domain/reports/canonical-json.ts';
import { issueReportById } from '../../resolvers/reports/get-report.ts';
import type { IssuedReport } from '../../resolvers/reports/issue-report.ts';
import { builder } from '../base/builder.ts';
import { ReportFormatEnum } from './report-enums.ts';

const ReportType = builder.objectRef<IssuedReport>('ScreeningReport').implement({
  description:
    'Signed report on the result of a screening, with the decisions on its matches. Each request returns the same content until a further decision is recorded. v4: GET /api/v4/blacklist/report/{report_id}.',
  fields: (t) => ({
    screeningId: t.field({
      type: 'SafeInt',
      resolve: ({ report }) => report.id,
      description: '`databaseId` of the screening. v4: `report_id`.',
    }),
    format: t.expose('format', {
      type: ReportFormatEnum,
      description: 'Format of the report. v4: `format`.',
    }),
    sha256: t.exposeString('sha256', {
      description:
        'SHA-256 in hexadecimal: of the PDF, or of the JSON with sorted members and without whitespace. v4: `sha256`.',
    }),
    signature: t.exposeString('signature', {
      description:
        'Compact JWS over the report id and the SHA-256, signed with a key of the gateway. verifyReport verifies it. v4: `signature`.',
    }),
    content: t.string({
      resolve: ({ report }) => toCanonicalJson(report),
      description:
        'Report as JSON, in both formats. The PDF prints the SHA-256 of this JSON in its footer. v4: `report`.',
    }),
    downloadUrl: t.string({
      nullable: true,
      resolve: ({ format, report }) =>
        format === 'pdf' ? `/api/v4/blacklist/report/${report.id}/pdf` : null,
      description:
        'URL path on this server, without scheme and host, for downloading the PDF with GET. The request needs the same authentication headers as a GraphQL request. Null for JSON.',
    }),
    fileId: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: ({ fileId }) => fileId,
      description:
        '`File.databaseId` of the stored PDF, a file of the business. Null for JSON, and when the subject is not a participant. v4: `id_descarga`.',
    }),
  }),
});

/** Cost of a report, whose generation takes up to 100 ms of a thread: that of five mutations. */
const REPORT_COST = 50;

builder.queryField('screeningReport', (t) =>
  t.field({
    type: ReportType,
    complexity: REPORT_COST,
    description:
      "Signed report of a screening. Fails with SCREENING_NOT_FOUND when the service has no such screening. The first request for the PDF of a participant's screening stores the PDF as a file of the business; a request after a further decision on a match stores a new PDF. Every read is recorded in the audit trail. Requires scopes `screening:read` and `personal:read`. v4: GET /api/v4/blacklist/report/{report_id}.",
    args: {
      screeningId: t.arg({
        type: 'SafeInt',
        required: true,
        description: '`databaseId` of the screening. v4: `report_id`.',
      }),
      format: t.arg({
        type: ReportFormatEnum,
        required: true,
        description: 'Format of the report. v4: `format`.',
      }),
    },
    resolve: async (_root, { screeningId, format }, ctx) =>
      await issueReportById(ctx, screeningId, format),
  }),
);
