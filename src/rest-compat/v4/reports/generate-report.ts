import { z } from 'zod';
import { BANDS } from '../../../domain/screening/bands.ts';
import { NAME_KINDS } from '../../../domain/lists/list-entry.ts';
import { pepFactsOf } from '../../../domain/reports/pep-facts.ts';
import {
  type GeneratedMatch,
  type GeneratedReport,
  generateReport,
  type ReportFamily,
} from '../../../resolvers/reports/generate-report.ts';
import { markReplay, succeed } from '../../respond.ts';
import { parseBody, type Route, type RouteDescription } from '../../route.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';
import { decodeReportRequest, REPORT_FAILURES, reportRequestSchema, toReportWords } from './report-request.ts';
import { digestSchema, signatureSchema } from './report-words.ts';

const identifierSchema = z
  .object({ kind: z.string(), value: z.string(), country: z.string().nullable() })
  .meta({ id: 'ListedIdentifier' });
const explanationSchema = z
  .object({
    feature: z.string(),
    query: z.string().nullable(),
    candidate: z.string().nullable(),
    score: z.number(),
    weight: z.number(),
    effect: z.string(),
  })
  .meta({ id: 'MatchExplanation', description: 'One thing that was compared.' });
const bandWords = BANDS.map((band) => band.toUpperCase());
const matchShape = {
  list: z.string(),
  entry_id: z.string().describe('What the list itself knows the entry by'),
  name: z.string(),
  matched_name: z.string().nullable(),
  matched_kind: z.enum(NAME_KINDS).meta({ id: 'ListedNameKind' }).nullable(),
  score: z.number().min(0).max(1),
  band: z.enum(bandWords).meta({ id: 'MatchBand', description: 'How strong it is.' }),
  program: z.array(z.string()),
  identifiers: z.array(identifierSchema),
  birth_dates: z.array(z.string()),
  explanation: z.array(explanationSchema),
};
const ofacMatchSchema = z.object(matchShape).meta({ id: 'OfacMatch' });
const textSchema = z.string().nullable();
const pepMatchSchema = z
  .object({
    ...matchShape,
    position: textSchema,
    country: textSchema,
    institution: textSchema,
    from: textSchema,
    to: textSchema,
    pep_class: z
      .enum(['NACIONAL', 'EXTRANJERO', 'ASIMILADO'])
      .meta({ id: 'PepClass' })
      .nullable()
      .describe('Null where the list says too little; ASIMILADO only where it says so itself'),
  })
  .meta({ id: 'PepMatch' });
const listSchema = z
  .object({
    code: z.string(),
    loaded: z.boolean(),
    as_of: z.iso.date().nullable(),
    sha256: z.string().nullable(),
    rows: z.int().min(0).nullable(),
    age_days: z.int().min(0).nullable(),
    stale: z.boolean().nullable(),
  })
  .meta({ id: 'ScreenedList', description: 'All but its code is null where it is not loaded.' });

function dataSchemaOf<M extends z.ZodType>(id: string, match: M) {
  return z
    .object({
      report_id: idSchema,
      found: z
        .boolean()
        .nullable()
        .describe('Null where nothing was found and a list was not loaded: that says nothing'),
      matches: z.array(match),
      lists: z.array(listSchema),
      format: z.enum(['json', 'pdf']).meta({ id: 'ReportFormat' }),
      sha256: digestSchema,
      signature: signatureSchema,
      id_descarga: idSchema.nullable().describe('The file of a participant’s PDF; null otherwise'),
    })
    .meta({ id });
}

const PEP_CLASS_WORDS = { national: 'NACIONAL', foreign: 'EXTRANJERO', associate: 'ASIMILADO' } as const;

/** v4 names "OFAC report generation"; path and bodies are ours. */
export const ofacReport: Route = generateRoute({
  family: 'ofac',
  path: '/api/v4/blacklist/ofac/report',
  message: 'OFAC report generated',
  encodeMatch,
  operationId: 'generateOfacReport',
  summary: 'Blacklists: OFAC report generation',
  what: 'OFAC’s lists, Specially Designated Nationals and Consolidated',
  data: dataSchemaOf('OfacReport', ofacMatchSchema),
  name: 'OfacReport',
});

/** v4 names "PEPS report generation"; path and bodies are ours. */
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
      description: `Looks a person up in ${kind.what}, keeps what was found as a screening and makes its report. A person is typed in, or is a participant whom \`id_persona\` names. \`lists\` says of each list how old it is, or that it is not loaded. A match is no decision.`,
      scopes: ['screening:write', 'screening:read'],
      body: {
        schema: reportRequestSchema,
        isRequired: true,
        examples: {
          person: {
            summary: 'A natural person, typed in',
            value: { tipo_per: 'FIS', nombre: 'Ana', apellido_paterno: 'Ejemplo' },
          },
          entity: {
            summary: 'A legal entity, as a PDF',
            value: { tipo_per: 'MOR', nombre: 'Comercializadora Inventada SA de CV', format: 'pdf' },
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
  { made, screening, matches, isFound }: GeneratedReport,
  encodeOne: (match: GeneratedMatch) => object,
): object {
  return {
    report_id: screening.id,
    found: isFound,
    matches: matches.map(encodeOne),
    lists: screening.lists.map(({ code, isLoaded, asOf, sha256, rows, ageDays, isStale }) => ({
      code,
      loaded: isLoaded,
      as_of: asOf,
      sha256,
      rows,
      age_days: ageDays,
      stale: isStale,
    })),
    format: made.format,
    sha256: made.sha256,
    signature: made.signature,
    id_descarga: made.fileId,
  };
}

function encodeMatch({ entry, score, band, matchedName, matchedKind, items }: GeneratedMatch) {
  return {
    list: entry.source,
    entry_id: entry.entryKey,
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
  const { pepClass, ...facts } = pepFactsOf(match.entry);
  return {
    ...encodeMatch(match),
    ...facts,
    pep_class: pepClass && PEP_CLASS_WORDS[pepClass],
  };
}
