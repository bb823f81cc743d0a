import type { z } from 'zod';
import { toPepFacts } from '../../../domain/reports/pep-facts.ts';
import {
  type GeneratedMatch,
  type GeneratedReport,
  generateReport,
  type ReportFamily,
} from '../../../resolvers/reports/generate-report.ts';
import { succeed, withReplayHeader } from '../../respond.ts';
import { parseBody, type Route, type RouteDescription } from '../../route.ts';
import { envelopeSchema } from '../common/wire.ts';
import { createDataSchema, ofacMatchSchema, pepMatchSchema } from './generated-schemas.ts';
import {
  decodeReportRequest,
  REPORT_FAILURES,
  reportRequestSchema,
  toReportPath,
} from './report-request.ts';

const TENURE_WORDS = {
  current: 'CURRENT',
  within_look_back: 'WITHIN_LOOK_BACK',
  former: 'FORMER',
  unknown: 'UNKNOWN',
} as const;

const PEP_CLASS_WORDS = {
  national: 'NACIONAL',
  foreign: 'EXTRANJERO',
  associate: 'ASIMILADO',
} as const;

/** v4: OFAC report generation. The v4 document specifies neither path nor bodies. */
export const ofacReport: Route = createReportRoute({
  family: 'ofac',
  path: '/api/v4/blacklist/ofac/report',
  message: 'OFAC report generated',
  encodeMatch,
  operationId: 'generateOfacReport',
  summary: 'Blacklists: OFAC report generation',
  listsDescription: 'the OFAC lists Specially Designated Nationals and Consolidated',
  data: createDataSchema('OfacReport', ofacMatchSchema),
  name: 'OfacReport',
});

/** v4: PEPS report generation. The v4 document specifies neither path nor bodies. */
export const pepsReport: Route = createReportRoute({
  family: 'pep',
  path: '/api/v4/blacklist/peps/report',
  message: 'PEPS report generated',
  encodeMatch: encodePepMatch,
  operationId: 'generatePepsReport',
  summary: 'Blacklists: PEPS report generation',
  listsDescription: 'the lists of politically exposed persons',
  data: createDataSchema('PepsReport', pepMatchSchema),
  name: 'PepsReport',
});

type ReportRouteOptions = {
  family: ReportFamily;
  path: string;
  message: string;
  encodeMatch: (match: GeneratedMatch) => object;
  operationId: RouteDescription['operationId'];
  summary: string;
  /** Lists that are searched, for the description. */
  listsDescription: string;
  data: z.ZodType;
  name: string;
};

function createReportRoute({
  family,
  path,
  message,
  encodeMatch: encodeReportMatch,
  ...options
}: ReportRouteOptions): Route {
  return {
    method: 'POST',
    path,
    caller: 'user',
    toV4Path: toReportPath,
    faultMessage: 'Server error',
    handle: async (ctx, { body }) => {
      const wire = parseBody(reportRequestSchema, body);
      const generated = await generateReport(ctx, family, decodeReportRequest(wire));
      return withReplayHeader(succeed(encode(generated, encodeReportMatch), message), generated);
    },
    description: {
      operationId: options.operationId,
      tag: 'Screening',
      summary: options.summary,
      description: `Screens a person against ${options.listsDescription}, stores the result as a screening and generates its report. The person is described in the request, or is the participant with \`id_persona\`. \`lists\` states the age of each list, or that it is not loaded. A match is not a decision.`,
      scopes: ['screening:write', 'screening:read', 'personal:read'],
      body: {
        schema: reportRequestSchema,
        isRequired: true,
        examples: {
          person: {
            summary: 'Natural person described in the request',
            value: { tipo_per: 'FIS', nombre: 'Ana', apellido_paterno: 'Ejemplo' },
          },
          entity: {
            summary: 'Legal entity, with a PDF report',
            value: {
              tipo_per: 'MOR',
              nombre: 'Comercializadora Inventada SA de CV',
              format: 'pdf',
            },
          },
        },
      },
      isIdempotent: true,
      responses: [
        { status: 200, description: message, schema: envelopeSchema(options.name, options.data) },
      ],
      failures: REPORT_FAILURES,
    },
  };
}

function encode(
  { issued: report, screening, matches, isFound }: GeneratedReport,
  encodeReportMatch: (match: GeneratedMatch) => object,
): object {
  return {
    report_id: screening.id,
    found: isFound,
    matches_count: screening.matchesCount,
    matches: matches.map(encodeReportMatch),
    lists: screening.lists.map(({ code, isLoaded, asOf, sha256, rows, ageDays, ...list }) => ({
      code,
      loaded: isLoaded,
      as_of: asOf,
      source_seen_at: list.sourceSeenAt,
      sha256,
      rows,
      age_days: ageDays,
      stale: list.isStale,
      comparison: list.comparison ?? null,
    })),
    format: report.format,
    sha256: report.sha256,
    signature: report.signature,
    id_descarga: report.fileId,
  };
}

function encodeMatch({ entry, score, band, matchedName, matchedKind, items }: GeneratedMatch) {
  return {
    list: entry.source,
    entry_id: entry.entryKey,
    matter_hash: entry.matterHash,
    name: entry.name,
    matched_name: matchedName,
    matched_kind: matchedKind,
    score,
    band: band.toUpperCase(),
    program: entry.programs,
    identifiers: entry.identifiers,
    birth_dates: entry.birthDates,
    explanation: items,
  };
}

function encodePepMatch(match: GeneratedMatch): object {
  const { pepClass, tenure, relations, ...facts } = toPepFacts(match.entry);
  return {
    ...encodeMatch(match),
    ...facts,
    pep_class: pepClass && PEP_CLASS_WORDS[pepClass],
    tenure: tenure && TENURE_WORDS[tenure],
    related_to: relations.map(({ key, office, ...relation }) => ({
      ...relation,
      entry_id: key,
      position: office,
    })),
    person_group: match.personGroup,
  };
}
