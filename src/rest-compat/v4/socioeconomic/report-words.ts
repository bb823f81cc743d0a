import { z } from 'zod';
import { FIGURE_KEYS, FIGURE_KINDS } from '../../../domain/socioeconomic/figures/figure.ts';
import { CONSENT_PURPOSES } from '../../../domain/socioeconomic/report.ts';
import type { StoredReport } from '../../../domain/socioeconomic/stored-report.ts';
import type { ReadableReport } from '../../../resolvers/socioeconomic/find-report.ts';
import type { RouteFailure, RouteParameter } from '../../route.ts';
import { idSchema } from '../common/wire.ts';
import { contradictionSchema, encodeContradiction, sectionSchema } from './contradiction-words.ts';

/** Id of the draft in the demo data. */
const DEMO_REPORT_ID = 1;

export const reportIdParameter: RouteParameter = {
  id: 'SocioeconomicReportId',
  name: 'report_id',
  in: 'path',
  schema: idSchema,
  description: 'Id of the report, from the response that generated it.',
  example: DEMO_REPORT_ID,
};

export const FAILURES: Record<
  'reportNotFound' | 'participantNotFound' | 'consent' | 'notFinal' | 'unavailable',
  RouteFailure
> = {
  reportNotFound: {
    id: 'SocioeconomicReportNotFound',
    status: 404,
    description: 'The service has no report with this id.',
  },
  participantNotFound: {
    id: 'ReportedParticipantNotFound',
    status: 404,
    description: 'The service has no such participant.',
  },
  consent: {
    id: 'ConsentRequired',
    status: 409,
    description: 'The person has not consented or has revoked the consent: `consent_required`.',
  },
  notFinal: {
    id: 'ReportNotFinal',
    status: 409,
    description: 'The report is still a draft: `report_not_final`.',
  },
  unavailable: {
    id: 'ReportsUnavailable',
    status: 503,
    description: 'File storage is unavailable, so that reports can be neither read nor stored.',
  },
};

const missingSchema = z
  .object({
    section: sectionSchema,
    group: z.string().nullable(),
    row: z.int().min(0).nullable(),
    field: z
      .string()
      .nullable()
      .describe('Key of the field. Null when a whole section or group has no values.'),
    label: z.string(),
    reason: z
      .string()
      .describe(
        'Reason why there is no value: `no_information`, or the reason why an answer cannot be used.',
      ),
  })
  .meta({
    id: 'SocioeconomicMissing',
    description: 'Section, group or field of a report that has no value, with the reason.',
  });
const figureSchema = z
  .object({
    key: z
      .enum(FIGURE_KEYS)
      .meta({ id: 'SocioeconomicFigureKey', description: 'Key of a figure.' }),
    kind: z.enum(FIGURE_KINDS).meta({
      id: 'SocioeconomicFigureKind',
      description: 'Kind of a figure, which determines the unit of its value.',
    }),
    value: z
      .int()
      .nullable()
      .describe(
        'Value of the figure in the unit that `kind` names: centavos, hundredths of a percent, or hundredths. Null when it cannot be computed.',
      ),
    partial: z
      .boolean()
      .describe(
        'True when the figure was computed although an input is incomplete: part of its sum is unknown.',
      ),
  })
  .meta({ id: 'SocioeconomicFigure', description: 'Figure computed from values of a report.' });

const STATUS_WORDS = { draft: 'DRAFT', final: 'FINAL' } as const;

/** Members of every response with a report. */
export const summarySchema = z.object({
  report_id: idSchema,
  status: z
    .enum(['DRAFT', 'FINAL'])
    .meta({ id: 'SocioeconomicStatus', description: 'Status of a report.' }),
  version: z.int().min(1),
  participant_id: idSchema,
  template: z.string(),
  template_version: z.int().min(1),
  answers_of_user_id: idSchema.describe('Id of the user whose answers the report uses.'),
  corrects: idSchema
    .nullable()
    .describe('Id of the final report that this report corrects. Null when it corrects none.'),
  figures: z.array(figureSchema),
  missing: z.array(missingSchema),
  contradictions: z.array(contradictionSchema),
});

export function encodeSummary(
  report: StoredReport,
  { document }: ReadableReport,
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
    contradictions: (document.contradictions ?? []).map(encodeContradiction),
  };
}

export const consentSchema = z
  .object({
    id: idSchema,
    purpose: z
      .enum(CONSENT_PURPOSES)
      .meta({ id: 'ConsentPurpose', description: 'Purpose of a consent.' }),
    text_version: z.string(),
    given_at: z.iso.datetime().describe('Time when the participant agreed.'),
    recorded_at: z.iso.datetime().describe('Time when the consent was recorded.'),
    revoked_at: z.iso
      .datetime()
      .nullable()
      .describe('Time when the consent was revoked. Null while it is valid.'),
  })
  .meta({
    id: 'ReportConsent',
    description:
      'Consent that the report is based on, in its current state: it may have been revoked since.',
  });
