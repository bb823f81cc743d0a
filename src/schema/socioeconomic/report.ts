import type { StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import { findParticipant } from '../../resolvers/business/find-participant.ts';
import {
  findReportConsent,
  findSocioeconomicReport,
  readReport,
} from '../../resolvers/socioeconomic/find-report.ts';
import { builder } from '../base/builder.ts';
import { ParticipantType } from '../business/participant.ts';
import { ConsentType } from './consent.ts';
import { ContentType } from './content.ts';
import { ReportStatusEnum } from './enums.ts';

/** Cost of decrypting a report and computing its figures. */
const CONTENT_COST = 20;

const PdfType = builder.objectRef<StoredReport>('SocioeconomicPdf').implement({
  description: 'PDF of a final report, with a separate signature. v4: `pdf`.',
  fields: (t) => ({
    downloadUrl: t.string({
      resolve: ({ id }) => `/api/v4/socioeconomic/report/${id}/pdf`,
      description:
        'URL path on this server, without scheme and host, for downloading the PDF with GET. The request needs the same authentication headers as a GraphQL request.',
    }),
    sha256: t.string({
      resolve: ({ sha256 }) => sha256 ?? '',
      description: 'SHA-256 of the bytes of the PDF, in hexadecimal. v4: `sha256`.',
    }),
    signature: t.string({
      resolve: ({ signature }) => signature ?? '',
      description:
        'Compact JWS over the report id and the SHA-256 of the PDF, signed with a key of the gateway. verifyReport verifies it. v4: `signature`.',
    }),
    fileId: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: ({ fileId }) => fileId,
      description:
        '`File.databaseId` of the stored PDF, a file of the business. Null when that file was deleted. v4: `id_descarga`.',
    }),
  }),
});

export const SocioeconomicReportType = builder
  .objectRef<StoredReport>('SocioeconomicReport')
  .implement({
    description:
      'Socioeconomic report (estudio socioeconómico) on the living conditions of a participant. v4: GET /api/v4/socioeconomic/report/{report_id}.',
    fields: (t) => ({
      databaseId: t.field({
        type: 'SafeInt',
        description: 'Internal id of the report, unique in the service. v4: `report_id`.',
        resolve: ({ id }) => id,
      }),
      status: t.expose('state', {
        type: ReportStatusEnum,
        description: 'Status of the report. v4: `status`.',
      }),
      version: t.exposeInt('version', {
        description: 'Version of the report, incremented by each change. v4: `version`.',
      }),
      template: t.exposeString('templateKey', {
        description: 'Key of the template of the report. v4: `template`.',
      }),
      templateVersion: t.exposeInt('templateVersion', {
        description: 'Version of the template that the report uses. v4: `template_version`.',
      }),
      correctsId: t.expose('correctsId', {
        type: 'SafeInt',
        nullable: true,
        description:
          '`databaseId` of the final report that this report corrects. Null when it corrects none. v4: `corrects`.',
      }),
      answersOfUserId: t.expose('answersUserId', {
        type: 'SafeInt',
        description:
          '`databaseId` of the user whose answers to questionnaires the report uses. v4: `answers_of_user_id`.',
      }),
      content: t.field({
        type: ContentType,
        complexity: { field: CONTENT_COST, multiplier: 1 },
        description:
          'Content of the report. Also requires scope `personal:read`. Every read is recorded in the audit trail. v4: `report`.',
        resolve: async (report, _args, ctx) => await readReport(ctx, report),
      }),
      contentSignature: t.exposeString('contentSignature', {
        nullable: true,
        description:
          'Compact JWS over the report id and the SHA-256 of `content.json`, signed with a key of the gateway. Null for a draft. v4: `signature`.',
      }),
      pdf: t.field({
        type: PdfType,
        nullable: true,
        description: 'PDF of the report, with its signature. Null for a draft. v4: `pdf`.',
        resolve: (report) => (report.state === 'final' ? report : null),
      }),
    }),
  });

/** Participant, consent and authors of a report. */
builder.objectFields(SocioeconomicReportType, (t) => ({
  participant: t.field({
    type: ParticipantType,
    nullable: true,
    description:
      'Participant that the report concerns. Null when the participant was deleted in the meantime. Requires scope `business:read`. v4: `participant_id`.',
    resolve: async ({ participantId }, _args, ctx) =>
      await findParticipant(ctx, { databaseId: participantId }),
  }),
  consent: t.field({
    type: ConsentType,
    nullable: true,
    description:
      'Consent that the report is based on, in its current state, which may be revoked. Null when the consent was deleted in the meantime. v4: `consent`.',
    resolve: async (report, _args, ctx) => await findReportConsent(ctx, report),
  }),
  createdBy: t.expose('createdBy', {
    type: 'SafeInt',
    description: '`databaseId` of the user who generated the report.',
  }),
  createdAt: t.expose('createdAt', {
    type: 'DateTime',
    description: 'Time when the report was generated.',
  }),
  updatedAt: t.expose('updatedAt', {
    type: 'DateTime',
    description: 'Time of the last change to the report.',
  }),
  finalizedBy: t.expose('finalizedBy', {
    type: 'SafeInt',
    nullable: true,
    description: '`databaseId` of the user who finalized the report. Null for a draft.',
  }),
  finalizedAt: t.expose('finalizedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'Time when the report was finalized. Null for a draft. v4: `finalized_at`.',
  }),
}));

builder.queryField('socioeconomicReport', (t) =>
  t.field({
    type: SocioeconomicReportType,
    nullable: true,
    description:
      'Socioeconomic report with the given id. Null when the service has no such report. Requires scope `report:read`. v4: GET /api/v4/socioeconomic/report/{report_id}.',
    args: {
      id: t.arg({
        type: 'SafeInt',
        required: true,
        description: '`databaseId` of the report. v4: `report_id`.',
      }),
    },
    resolve: async (_root, { id }, ctx) => await findSocioeconomicReport(ctx, id),
  }),
);
