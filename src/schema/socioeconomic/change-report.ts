import type { Once } from '../../resolvers/common/run-once.ts';
import { finalizeSocioeconomicReport } from '../../resolvers/socioeconomic/finalize-report.ts';
import {
  type ChangedReport,
  generateSocioeconomicReport,
} from '../../resolvers/socioeconomic/generate-report.ts';
import {
  finalizeReportInput,
  generateReportInput,
  updateSectionInput,
} from '../../resolvers/socioeconomic/inputs.ts';
import { updateSocioeconomicSection } from '../../resolvers/socioeconomic/update-section.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import {
  ConflictError,
  ConsentRequiredError,
  FilesUnavailableError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  ParticipantNotFoundError,
  ReportNotFoundError,
  VersionConflictError,
} from '../base/errors.ts';
import { REPLAYED } from '../base/lookups.ts';
import { FinalizeReportInput, GenerateReportInput, UpdateSectionInput } from './change-inputs.ts';
import { SocioeconomicReportType } from './report.ts';

function payload(name: string) {
  return builder.objectRef<Once<ChangedReport>>(name).implement({
    description: 'The report as it is now.',
    fields: (t) => ({
      report: t.field({
        type: SocioeconomicReportType,
        description: 'The report. Needs the scope report:read. v4 `data`.',
        resolve: ({ report }) => report,
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });
}

const GeneratePayload = payload('GenerateSocioeconomicReportPayload');
const UpdatePayload = payload('UpdateSocioeconomicSectionPayload');
const FinalizePayload = payload('FinalizeSocioeconomicReportPayload');

/** Much of what is stored of a person is read. */
const GENERATE_COST = 50;
/** To lay it out may take a tenth of a second of a thread. */
const FINALIZE_COST = 100;

builder.mutationField('generateSocioeconomicReport', (t) =>
  t.field({
    type: GeneratePayload,
    complexity: { field: GENERATE_COST, multiplier: 1 },
    description:
      'Makes the draft of a report on how a participant lives, of what is stored of them and of the answers of one user, each value with its source; what is missing is listed. They must have agreed to it, or it is a ConsentRequiredError. Needs the scopes report:write and personal:read. v4: POST /api/v4/socioeconomic/report.',
    errors: {
      types: [
        ParticipantNotFoundError,
        ConsentRequiredError,
        ReportNotFoundError,
        FilesUnavailableError,
        InputValidationError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: GenerateReportInput,
        required: true,
        description: 'Of whom, and of what.',
        validate: { schema: checksOf(generateReportInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await generateSocioeconomicReport(ctx, input),
  }),
);

builder.mutationField('updateSocioeconomicSection', (t) =>
  t.field({
    type: UpdatePayload,
    description:
      'Writes into one section of a draft: the fields that are named, and all rows of the groups that are. What is sent unchanged keeps its source. A final report is a ConflictError. Needs the scope report:write.',
    errors: {
      types: [
        ReportNotFoundError,
        ConflictError,
        VersionConflictError,
        ParticipantNotFoundError,
        FilesUnavailableError,
        InputValidationError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: UpdateSectionInput,
        required: true,
        description: 'What is written.',
        validate: { schema: checksOf(updateSectionInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await updateSocioeconomicSection(ctx, input),
  }),
);

builder.mutationField('finalizeSocioeconomicReport', (t) =>
  t.field({
    type: FinalizePayload,
    complexity: { field: FINALIZE_COST, multiplier: 1 },
    description:
      'Makes a draft final: it never changes from then on, is signed, and its PDF is a file of the business. What is wrong in it a new report corrects. A final report is a ConflictError. Needs the scope report:write.',
    errors: {
      types: [
        ReportNotFoundError,
        ConflictError,
        VersionConflictError,
        ConsentRequiredError,
        ParticipantNotFoundError,
        FilesUnavailableError,
        InputValidationError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: FinalizeReportInput,
        required: true,
        description: 'Which draft.',
        validate: { schema: checksOf(finalizeReportInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await finalizeSocioeconomicReport(ctx, input),
  }),
);
