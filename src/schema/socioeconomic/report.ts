import type { StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import { findParticipant } from '../../resolvers/business/find-participant.ts';
import {
  findConsentOf,
  findSocioeconomicReport,
  showReport,
} from '../../resolvers/socioeconomic/find-report.ts';
import { builder } from '../base/builder.ts';
import { ParticipantType } from '../business/participant.ts';
import { ConsentType } from './consent.ts';
import { ContentType } from './content.ts';
import { ReportStatusEnum } from './words.ts';

/** To open it, and to compute its figures. */
const CONTENT_COST = 20;

const PdfType = builder.objectRef<StoredReport>('SocioeconomicPdf').implement({
  description: 'The PDF of a final report, signed. v4 `pdf`.',
  fields: (t) => ({
    downloadUrl: t.string({
      resolve: ({ id }) => `/api/v4/socioeconomic/report/${id}/pdf`,
      description: 'Where it is, with the headers of any other request.',
    }),
    sha256: t.string({
      resolve: ({ sha256 }) => sha256 ?? '',
      description: 'SHA-256 of its bytes, in hexadecimal. v4 `sha256`.',
    }),
    signature: t.string({
      resolve: ({ signature }) => signature ?? '',
      description:
        'A compact JWS over its id and that SHA-256, by a key of the gateway. v4 `signature`.',
    }),
    fileId: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: ({ fileId }) => fileId,
      description: 'The file of the business that it is stored as. v4 `id_descarga`.',
    }),
  }),
});

export const SocioeconomicReportType = builder
  .objectRef<StoredReport>('SocioeconomicReport')
  .implement({
    description:
      'A report on how a participant lives. v4: GET /api/v4/socioeconomic/report/{report_id}.',
    fields: (t) => ({
      databaseId: t.field({
        type: 'SafeInt',
        description: 'The internal id. v4 `report_id`.',
        resolve: ({ id }) => id,
      }),
      status: t.expose('state', {
        type: ReportStatusEnum,
        description: 'Where it stands. v4 `status`.',
      }),
      version: t.exposeInt('version', {
        description: 'Counts up with each change of the draft. v4 `version`.',
      }),
      template: t.exposeString('templateKey', {
        description: 'The key of the template that it was made by. v4 `template`.',
      }),
      templateVersion: t.exposeInt('templateVersion', {
        description: 'Which version of the template. v4 `template_version`.',
      }),
      correctsId: t.expose('correctsId', {
        type: 'SafeInt',
        nullable: true,
        description: 'The final report that this one stands in for; null for none. v4 `corrects`.',
      }),
      answersOfUserId: t.expose('answersUserId', {
        type: 'SafeInt',
        description: 'Whose answers it was made of, by internal id. v4 `answers_of_user_id`.',
      }),
      content: t.field({
        type: ContentType,
        complexity: { field: CONTENT_COST, multiplier: 1 },
        description:
          'What it says. Needs the scope personal:read besides, and that it is read is recorded. v4 `report`.',
        resolve: async (report, _args, ctx) => await showReport(ctx, report),
      }),
      contentSignature: t.exposeString('contentSignature', {
        nullable: true,
        description:
          'A compact JWS over its id and the SHA-256 of its JSON, by a key of the gateway; null for a draft. v4 `signature`.',
      }),
      pdf: t.field({
        type: PdfType,
        nullable: true,
        description: 'Null for a draft. v4 `pdf`.',
        resolve: (report) => (report.state === 'final' ? report : null),
      }),
    }),
  });

/** Of whom it is, by what right, and who made it. */
builder.objectFields(SocioeconomicReportType, (t) => ({
  participant: t.field({
    type: ParticipantType,
    nullable: true,
    description: 'Of whom it is. Needs business:read. v4 `participant_id`.',
    resolve: async ({ participantId }, _args, ctx) =>
      await findParticipant(ctx, { databaseId: participantId }),
  }),
  consent: t.field({
    type: ConsentType,
    nullable: true,
    description: 'What it was made by, as it is now: also that it was revoked. v4 `consent`.',
    resolve: async (report, _args, ctx) => await findConsentOf(ctx, report),
  }),
  createdBy: t.expose('createdBy', {
    type: 'SafeInt',
    description: 'Who made it, by internal id.',
  }),
  createdAt: t.expose('createdAt', {
    type: 'DateTime',
    description: 'When it was made.',
  }),
  updatedAt: t.expose('updatedAt', {
    type: 'DateTime',
    description: 'When it was changed last.',
  }),
  finalizedBy: t.expose('finalizedBy', {
    type: 'SafeInt',
    nullable: true,
    description: 'Who made it final, by internal id; null for a draft.',
  }),
  finalizedAt: t.expose('finalizedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was made final; null for a draft. v4 `finalized_at`.',
  }),
}));

builder.queryField('socioeconomicReport', (t) =>
  t.field({
    type: SocioeconomicReportType,
    nullable: true,
    description:
      'Null where it does not exist or belongs to another service. Needs the scope report:read. v4: GET /api/v4/socioeconomic/report/{report_id}.',
    args: {
      id: t.arg({
        type: 'SafeInt',
        required: true,
        description: 'Its `databaseId`. v4 `report_id`.',
      }),
    },
    resolve: async (_root, { id }, ctx) => await findSocioeconomicReport(ctx, id),
  }),
);
