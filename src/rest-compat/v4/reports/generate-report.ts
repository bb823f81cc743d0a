import type { z } from 'zod';
import { toPepFacts } from '../../../domain/reports/pep-facts.ts';
import {
  type GeneratedMatch,
  type GeneratedReport,
  generateReport,
  type ReportFamily,
} from '../../../resolvers/reports/generate-report.ts';
import { markReplay, succeed } from '../../respond.ts';
import { parseBody, type Route, type RouteDescription } from '../../route.ts';
import { envelopeSchema } from '../common/wire.ts';
import { dataSchemaOf, ofacMatchSchema, pepMatchSchema } from './generated-schemas.ts';
import {
  decodeReportRequest,
  REPORT_FAILURES,
  reportRequestSchema,
  toReportWords,
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
export const ofacReport: Route = generateRoute({
  family: 'ofac',
  path: '/api/v4/blacklist/ofac/report',
  message: 'OFAC report generated',
  encodeMatch,
  operationId: 'generateOfacReport',
  summary: 'Blacklists: OFAC report generation',
  what: 'the OFAC lists Specially Designated Nationals and Consolidated',
  data: dataSchemaOf('OfacReport', ofacMatchSchema),
  name: 'OfacReport',
});

/** v4: PEPS report generation. The v4 document specifies neither path nor bodies. */
export const pepsReport: Route = generateRoute({
  family: 'pep',
  path: '/api/v4/blacklist/peps/report',
  message: 'PEPS report generated',
  encodeMatch: encodePepMatch,
  operationId: 'generatePepsReport',
  summary: 'Blacklists: PEPS report generation',
  what: 'the lists of politically exposed persons',
  data: dataSchemaOf('PepsReport', pepMatchSchema),
  name: 'PepsReport',
});

type Kind = {
  family: ReportFamily;
  path: string;
  message: string;
  encodeMatch: (match: GeneratedMatch) => object;
  operationId: RouteDescription['operationId'];
  summary: string;
  what: string;
  data: z.ZodType;
  name: string;
};

function generateRoute({ family, path, message, encodeMatch: encodeOne, ...kind }: Kind): Route {
  return {
    method: 'POST',
    path,
    caller: 'user',
    toWords: toReportWords,
    faultMessage: 'Server error',
    handle: async (ctx, { body }) => {
      const wire = parseBody(reportRequestSchema, body);
      const generated = await generateReport(ctx, family, decodeReportRequest(wire));
      return markReplay(succeed(encode(generated, encodeOne), message), generated);
    },
    description: {
      operationId: kind.operationId,
      tag: 'Screening',
      summary: kind.summary,
      description: `Screens a person against ${kind.what}, stores the result as a screening and generates its report. The person is described in the request, or is the participant with \`id_persona\`. \`lists\` states the age of each list, or that it is not loaded. A match is not a decision.`,
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
        { status: 200, description: message, schema: envelopeSchema(kind.name, kind.data) },
      ],
      failures: REPORT_FAILURES,
    },
  };
}

function encode(
  { issued: report, screening, matches, isFound }: GeneratedReport,
  encodeOne: (match: GeneratedMatch) => object,
): object {
  return {
    report_id: screening.id,
    found: isFound,
    matches_count: screening.matchesCount,
    matches: matches.map(encodeOne),
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
