import { z } from 'zod';
import { downloadReport } from '../../../resolvers/reports/download-report.ts';
import { getReportWithPdf, type ReportWithPdf } from '../../../resolvers/reports/get-report.ts';
import { replyDownload } from '../../file-reply.ts';
import { succeed } from '../../respond.ts';
import { parseId, type Route } from '../../route.ts';
import { QUOTA_EXCEEDED } from '../common/quota-failure.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';
import { FILE_FAILURES } from '../files/file-id.ts';
import {
  digestSchema,
  REPORT_NOT_FOUND,
  reportIdParameter,
  signatureSchema,
} from './report-words.ts';

const FOUND = 'Report retrieved successfully';

const pdfSchema = z
  .object({
    sha256: digestSchema,
    signature: signatureSchema,
    id_descarga: idSchema
      .nullable()
      .describe('Id of the file that stores the PDF. Null when it is not stored.'),
  })
  .meta({ id: 'ReportPdf', description: 'PDF of the report.' });
const dataSchema = z
  .object({
    report_id: idSchema,
    report: z.record(z.string(), z.unknown()).meta({
      id: 'SignedReport',
      description: 'Signed content of the report. docs/guide/screening.md describes its members.',
    }),
    sha256: digestSchema.describe(
      'SHA-256 of `report`, written with sorted members and without whitespace.',
    ),
    signature: signatureSchema,
    pdf: pdfSchema.nullable().describe('PDF of the report. Null until it is requested.'),
  })
  .meta({ id: 'Report' });

/** Returns a signed report as JSON. Not in the v4 document. */
export const getReport: Route = {
  method: 'GET',
  path: '/api/v4/blacklist/report/{report_id}',
  caller: 'user',
  faultMessage: 'Server error',
  handle: async (ctx, { parameter }) =>
    succeed(encode(await getReportWithPdf(ctx, parseId(parameter, 'report_id'))), FOUND),
  description: {
    operationId: 'getReport',
    tag: 'Screening',
    summary: 'Get a report as JSON',
    description:
      'Returns the report of a screening: its subject, lists and matches, with a signature for verification. Every request returns the same report.',
    scopes: ['screening:read', 'personal:read'],
    parameters: [reportIdParameter],
    responses: [{ status: 200, description: FOUND, schema: envelopeSchema('Report', dataSchema) }],
    failures: [REPORT_NOT_FOUND],
  },
};

/** Returns a signed report as a PDF. Not in the v4 document. */
export const getReportPdf: Route = {
  method: 'GET',
  path: '/api/v4/blacklist/report/{report_id}/pdf',
  caller: 'user',
  faultMessage: 'Server error',
  handle: async (ctx, request) =>
    await replyDownload(
      await downloadReport(ctx, parseId(request.parameter, 'report_id')),
      request,
    ),
  description: {
    operationId: 'getReportPdf',
    tag: 'Screening',
    summary: 'Get a report as a PDF',
    description:
      'Returns the report in Spanish as a PDF, with the same bytes until a decision on one of its matches is recorded. The PDF of a participant is stored as a file of its business.',
    scopes: ['screening:read', 'personal:read', 'file:read'],
    parameters: [reportIdParameter],
    responses: [],
    returnsFile: true,
    failures: [
      REPORT_NOT_FOUND,
      FILE_FAILURES.notAvailable,
      FILE_FAILURES.range,
      FILE_FAILURES.unavailable,
      QUOTA_EXCEEDED,
    ],
  },
};

function encode(stored: ReportWithPdf): z.infer<typeof dataSchema> {
  const { report, sha256, signature, pdf } = stored;
  return {
    report_id: report.id,
    report: { ...report },
    sha256,
    signature,
    pdf: pdf && { sha256: pdf.sha256, signature: pdf.signature, id_descarga: pdf.fileId },
  };
}
