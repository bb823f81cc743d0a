import { z } from 'zod';
import type { RequestContext } from '../../../context.ts';
import type { Consent } from '../../../domain/socioeconomic/consent.ts';
import type { StoredReport } from '../../../domain/socioeconomic/stored-report.ts';
import { invalidAt } from '../../../errors.ts';
import { downloadSocioeconomicReport } from '../../../resolvers/socioeconomic/download-report.ts';
import {
  findReportConsent,
  getSocioeconomicReport,
  readReport,
} from '../../../resolvers/socioeconomic/find-report.ts';
import { replyDownload } from '../../file-reply.ts';
import { succeed } from '../../respond.ts';
import { parseId, type Route } from '../../route.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';
import { FILE_FAILURES } from '../files/file-id.ts';
import {
  consentSchema,
  encodeSummary,
  FAILURES,
  reportIdParameter,
  summarySchema,
} from './report-words.ts';

const FOUND = 'Socioeconomic report retrieved successfully';

const pdfSchema = z
  .object({
    sha256: z.string().describe('SHA-256, in hexadecimal.'),
    signature: z
      .string()
      .describe(
        'Compact JWS over the report id and the SHA-256 of the PDF, signed with a key of the gateway.',
      ),
    id_descarga: idSchema
      .nullable()
      .describe('Id of the file that stores the PDF. Null when the PDF is not stored.'),
  })
  .meta({ id: 'SocioeconomicPdf', description: 'Signed PDF of a final report.' });
const dataSchema = summarySchema
  .extend({
    finalized_at: z.iso.datetime().nullable(),
    consent: consentSchema.nullable(),
    report: z.record(z.string(), z.unknown()).meta({
      id: 'SocioeconomicDocument',
      description: 'Content of the report. docs/guide/reports.md describes its members.',
    }),
    content_sha256: z
      .string()
      .describe('SHA-256 of `report`, written with sorted members and without whitespace.'),
    signature: z
      .string()
      .nullable()
      .describe('Compact JWS over the report id and the SHA-256 of `report`. Null for a draft.'),
    pdf: pdfSchema.nullable().describe('Signed PDF of the report. Null for a draft.'),
  })
  .meta({ id: 'SocioeconomicReport' });

/** Returns a report with its content. Not in the v4 document. */
export const getSocioeconomicReportRoute: Route = {
  method: 'GET',
  path: '/api/v4/socioeconomic/report/{report_id}',
  caller: 'user',
  faultMessage: 'Server error',
  handle: async (ctx, { parameter }) => {
    const report = await getSocioeconomicReport(ctx, parseId(parameter, 'report_id'));
    return succeed(await encode(ctx, report), FOUND);
  },
  description: {
    operationId: 'getSocioeconomicReport',
    tag: 'Reports',
    summary: 'Socio-economic: get a report',
    description:
      'Returns a report with its content, each value with its source. A final report never changes, except `consent`, which may be revoked later. Every read is recorded in the audit trail.',
    scopes: ['report:read', 'personal:read'],
    parameters: [reportIdParameter],
    responses: [
      {
        status: 200,
        description: FOUND,
        schema: envelopeSchema('SocioeconomicReport', dataSchema),
      },
    ],
    failures: [FAILURES.reportNotFound, FAILURES.unavailable],
  },
};

/** v4: Socio-economic: download PDF. The v4 document does not specify the path. */
export const getSocioeconomicPdf: Route = {
  method: 'GET',
  path: '/api/v4/socioeconomic/report/{report_id}/pdf',
  caller: 'user',
  faultMessage: 'Server error',
  handle: async (ctx, request) => {
    const id = parseId(request.parameter, 'report_id');
    const file = await downloadSocioeconomicReport(ctx, { id, draft: readDraft(request.query) });
    return await replyDownload(file, request);
  },
  description: {
    operationId: 'getSocioeconomicPdf',
    tag: 'Reports',
    summary: 'Socio-economic: download PDF',
    description:
      'Returns the report in Spanish as a PDF. The PDF of a final report is stored as a file of the business and never changes. With `draft=1`, the PDF of a draft is generated and marked as a draft.',
    scopes: ['report:read', 'personal:read', 'file:read'],
    parameters: [
      reportIdParameter,
      {
        name: 'draft',
        in: 'query',
        isOptional: true,
        schema: z.enum(['0', '1']).meta({ id: 'DraftWanted', description: '0 for no, 1 for yes.' }),
        description: '1 to return the PDF of a draft too. Defaults to 0.',
        example: '1',
      },
    ],
    responses: [],
    returnsFile: true,
    failures: [
      FAILURES.reportNotFound,
      FAILURES.notFinal,
      FILE_FAILURES.range,
      FILE_FAILURES.unavailable,
    ],
  },
};

function readDraft(query: URLSearchParams): boolean {
  const [text = '0', secondText] = query.getAll('draft');
  if (secondText !== undefined) throw invalidAt(['draft'], 'Must be given once', 'duplicate');
  if (text === '0' || text === '1') return text === '1';
  throw invalidAt(['draft'], 'Must be 0 or 1', 'not_allowed');
}

async function encode(
  ctx: RequestContext,
  report: StoredReport,
): Promise<z.infer<typeof dataSchema>> {
  const [shown, consent] = await Promise.all([
    readReport(ctx, report),
    findReportConsent(ctx, report),
  ]);
  return {
    ...encodeSummary(report, shown),
    finalized_at: report.finalizedAt?.toISOString() ?? null,
    consent: consent === undefined ? null : encodeConsent(consent),
    report: { ...shown.document },
    content_sha256: shown.sha256,
    signature: report.contentSignature,
    pdf: encodePdf(report),
  };
}

function encodeConsent({ id, purpose, textVersion, givenAt, createdAt, revokedAt }: Consent) {
  return {
    id,
    purpose,
    text_version: textVersion,
    given_at: givenAt.toISOString(),
    recorded_at: createdAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
  };
}

function encodePdf({ sha256, signature, fileId }: StoredReport) {
  if (sha256 === null || signature === null) return null;
  return { sha256, signature, id_descarga: fileId };
}
