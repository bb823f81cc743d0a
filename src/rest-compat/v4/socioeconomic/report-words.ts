import { z } from 'zod';
import { CONTRADICTION_KINDS } from '../../../domain/socioeconomic/contradictions/contradiction.ts';
import { FIGURE_KEYS, FIGURE_KINDS } from '../../../domain/socioeconomic/figures/figure.ts';
import { CONSENT_PURPOSES } from '../../../domain/socioeconomic/report.ts';
import type { StoredReport } from '../../../domain/socioeconomic/stored-report.ts';
import { SECTION_KEYS } from '../../../domain/socioeconomic/template/section-keys.ts';
import type { ShownReport } from '../../../resolvers/socioeconomic/find-report.ts';
import type { RouteFailure, RouteParameter } from '../../route.ts';
import { idSchema } from '../common/wire.ts';

/** The draft that the demo of `npm start` begins with. */
const DEMO_REPORT_ID = 1;

export const reportIdParameter: RouteParameter = {
  id: 'SocioeconomicReportId',
  name: 'report_id',
  in: 'path',
  schema: idSchema,
  description: 'Id of the report, as it was answered when it was generated.',
  example: DEMO_REPORT_ID,
};

export const FAILURES: Record<
  'reportNotFound' | 'participantNotFound' | 'consent' | 'notFinal' | 'unavailable',
  RouteFailure
> = {
  reportNotFound: {
    id: 'SocioeconomicReportNotFound',
    status: 404,
    description: 'The service has no such report',
  },
  participantNotFound: {
    id: 'ReportedParticipantNotFound',
    status: 404,
    description: 'The service has no such participant',
  },
  consent: {
    id: 'ConsentRequired',
    status: 409,
    description: 'The person has not agreed to it, or does not any more: `consent_required`',
  },
  notFinal: {
    id: 'ReportNotFinal',
    status: 409,
    description: 'The report is a draft yet: `report_not_final`',
  },
  unavailable: {
    id: 'ReportsUnavailable',
    status: 503,
    description: 'Reports can neither be opened nor kept at the moment',
  },
};

export const sectionSchema = z
  .enum(SECTION_KEYS)
  .meta({ id: 'SocioeconomicSection', description: 'A part of a socio-economic report.' });

const missingSchema = z
  .object({
    section: sectionSchema,
    group: z.string().nullable(),
    row: z.int().min(0).nullable(),
    field: z.string().nullable().describe('Null for all of a section or group'),
    label: z.string(),
    reason: z.string().describe('`no_information`, or why what was said cannot be taken'),
  })
  .meta({ id: 'SocioeconomicMissing', description: 'What the report would say and does not.' });
const contradictionSchema = z
  .object({
    kind: z
      .enum(CONTRADICTION_KINDS)
      .meta({ id: 'SocioeconomicContradictionKind', description: 'What does not agree.' }),
    fields: z.array(
      z
        .object({ section: sectionSchema, field: z.string(), label: z.string() })
        .meta({ id: 'SocioeconomicContradictingField' }),
    ),
  })
  .meta({
    id: 'SocioeconomicContradiction',
    description: 'Values that do not agree with each other, or with what is stored.',
  });
const figureSchema = z
  .object({
    key: z.enum(FIGURE_KEYS).meta({ id: 'SocioeconomicFigureKey', description: 'What it is.' }),
    kind: z.enum(FIGURE_KINDS).meta({ id: 'SocioeconomicFigureKind', description: 'Its unit.' }),
    value: z
      .int()
      .nullable()
      .describe(
        'Centavos, hundredths of a percent or hundredths; null where it cannot be computed',
      ),
    partial: z.boolean().describe('Whether it is of what is known alone'),
  })
  .meta({ id: 'SocioeconomicFigure', description: 'A number that follows from others.' });

const STATUS_WORDS = { draft: 'DRAFT', final: 'FINAL' } as const;

/** What is told of a report whenever it is answered. */
export const summarySchema = z.object({
  report_id: idSchema,
  status: z
    .enum(['DRAFT', 'FINAL'])
    .meta({ id: 'SocioeconomicStatus', description: 'Where a report stands.' }),
  version: z.int().min(1),
  participant_id: idSchema,
  template: z.string(),
  template_version: z.int().min(1),
  answers_of_user_id: idSchema.describe('Whose answers it was made of'),
  corrects: idSchema.nullable().describe('The final report that it stands in for'),
  figures: z.array(figureSchema),
  missing: z.array(missingSchema),
  contradictions: z.array(contradictionSchema),
});

export function encodeSummary(
  report: StoredReport,
  { document }: ShownReport,
): z.infer<typeof summarySchema> {
  return {
    report_id: report.id,
    status: STATUS_WORDS[report.state],
    version: report.version,
    participant_id: report.participantId,
    template: report.templateKey,
    template_version: report.templateVersion,
    answers_of_user_id: report.answersUserId,
    corrects: report.correctsId,
    figures: document.figures.map(({ key, kind, value, isPartial }) => ({
      key,
      kind,
      value,
      partial: isPartial,
    })),
    missing: document.missing,
    contradictions: document.contradictions ?? [],
  };
}

export const consentSchema = z
  .object({
    id: idSchema,
    purpose: z
      .enum(CONSENT_PURPOSES)
      .meta({ id: 'ConsentPurpose', description: 'What somebody agrees to.' }),
    text_version: z.string(),
    given_at: z.iso.datetime().describe('When they agreed'),
    recorded_at: z.iso.datetime().describe('When the service recorded it'),
    revoked_at: z.iso.datetime().nullable().describe('Since when it does not hold'),
  })
  .meta({ id: 'ReportConsent', description: 'What the report was made by, as it is now.' });
