import { stableJson } from '../../domain/reports/stable-json.ts';
import { makeReportOf } from '../../resolvers/reports/find-report.ts';
import type { MadeReport } from '../../resolvers/reports/make-report.ts';
import { builder } from '../base/builder.ts';
import { ReportFormatEnum } from './report-words.ts';

const ReportType = builder.objectRef<MadeReport>('ScreeningReport').implement({
  description:
    'Signed report of the result of a screening, identical each time it is generated. v4: GET /api/v4/blacklist/report/{report_id}.',
  fields: (t) => ({
    screeningId: t.field({
      type: 'SafeInt',
      resolve: ({ report }) => report.id,
      description: 'The screening that it is of. v4 `report_id`.',
    }),
    format: t.expose('format', {
      type: ReportFormatEnum,
      description: 'Format of the report. v4: `format`.',
    }),
    sha256: t.exposeString('sha256', {
      description:
        'In hexadecimal: of the PDF, or of the JSON with its members in order and without blanks. v4 `sha256`.',
    }),
    signature: t.exposeString('signature', {
      description:
        'A compact JWS over its id and its SHA-256, by a key of the gateway. v4 `signature`.',
    }),
    content: t.string({
      resolve: ({ report }) => stableJson(report),
      description: 'The report as JSON, whose SHA-256 the PDF has at its foot. v4 `report`.',
    }),
    downloadUrl: t.string({
      nullable: true,
      resolve: ({ format, report }) =>
        format === 'pdf' ? `/api/v4/blacklist/report/${report.id}/pdf` : null,
      description:
        'Path of the PDF, which requires the headers of any other request. Null for JSON.',
    }),
    fileId: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: ({ fileId }) => fileId,
      description:
        'The file of the business that a participant’s PDF is stored as; null for any other. v4 `id_descarga`.',
    }),
  }),
});

/** Making one may take a tenth of a second of a thread. */
const REPORT_COST = 50;

builder.queryField('screeningReport', (t) =>
  t.field({
    type: ReportType,
    complexity: REPORT_COST,
    description:
      'The report of a screening; an error where there is no such screening. A participant’s PDF is stored with the files of its business when it is first asked for, and that it was read is recorded. Needs the scopes screening:read and personal:read. v4: GET /api/v4/blacklist/report/{report_id}.',
    args: {
      screeningId: t.arg({
        type: 'SafeInt',
        required: true,
        description: 'The screening. v4 `report_id`.',
      }),
      format: t.arg({
        type: ReportFormatEnum,
        required: true,
        description: 'Format to generate. v4: `format`.',
      }),
    },
    resolve: async (_root, { screeningId, format }, ctx) =>
      await makeReportOf(ctx, screeningId, format),
  }),
);
