import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
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
import { createChecks } from '../../validation/validate.ts';
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
import { describePayload, REPLAYED } from '../base/lookups.ts';
import { FinalizeReportInput, GenerateReportInput, UpdateSectionInput } from './change-inputs.ts';
import { SocioeconomicReportType } from './report.ts';

function definePayload(name: string) {
  return builder.objectRef<IdempotentResult<ChangedReport>>(name).implement({
    description: describePayload(name),
    fields: (t) => ({
      report: t.field({
        type: SocioeconomicReportType,
        description: 'Current state of the report. Requires scope `report:read`. v4: `data`.',
        resolve: ({ report }) => report,
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });
}

const GeneratePayload = definePayload('GenerateSocioeconomicReportPayload');
const UpdatePayload = definePayload('UpdateSocioeconomicSectionPayload');
const FinalizePayload = definePayload('FinalizeSocioeconomicReportPayload');

/** Cost of generating a report, which reads most of the stored data of a person. */
const GENERATE_COST = 50;
/** Cost of finalizing a report, whose layout takes up to 0.1 s of a thread. */
const FINALIZE_COST = 100;

builder.mutationField('generateSocioeconomicReport', (t) =>
  t.field({
    type: GeneratePayload,
    complexity: { field: GENERATE_COST, multiplier: 1 },
    description:
      'Generates the draft of a socioeconomic report (estudio socioeconómico) from the stored data of a participant and the answers of one user to questionnaires. The report states the source of each value, and lists missing values. Fails with ConsentRequiredError when the participant has no valid consent. Fails with InputValidationError for a legal entity, and when `correctsId` is not a final report of the same person. A repeated request fails with ReportNotFoundError when its report was deleted. Requires scopes `report:write` and `personal:read`. v4: POST /api/v4/socioeconomic/report.',
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
        description: 'Participant and sources of the report to generate.',
        validate: { schema: createChecks(generateReportInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await generateSocioeconomicReport(ctx, input),
  }),
);

builder.mutationField('updateSocioeconomicSection', (t) =>
  t.field({
    type: UpdatePayload,
    description:
      'Changes one section of a draft: sets the given fields and replaces all rows of the given groups. A value that is sent unchanged keeps its recorded source. Fails with ConflictError when the report is final. Requires scope `report:write`.',
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
        description: 'Changes to one section of a draft.',
        validate: { schema: createChecks(updateSectionInput) },
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
      'Finalizes a draft: the report is signed, its PDF becomes a file of the business, and the report can no longer be changed. A final report is corrected by generating a new report (`correctsId`). Fails with ConflictError when the report is already final, and with InputValidationError when the draft has a contradiction of a kind that `acknowledge` does not list. Requires scope `report:write`.',
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
        description:
          'Draft to finalize, with the kinds of contradictions that the caller acknowledges.',
        validate: { schema: createChecks(finalizeReportInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await finalizeSocioeconomicReport(ctx, input),
  }),
);
