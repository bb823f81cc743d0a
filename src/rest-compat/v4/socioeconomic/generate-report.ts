import { z } from 'zod';
import { SECTION_KEYS } from '../../../domain/socioeconomic/template/section-keys.ts';
import { AppError } from '../../../errors.ts';
import {
  getSocioeconomicReport,
  readReport,
  requireReportReader,
} from '../../../resolvers/socioeconomic/find-report.ts';
import { generateSocioeconomicReport as generate } from '../../../resolvers/socioeconomic/generate-report.ts';
import {
  type GenerateReportInput,
  generateReportInput,
} from '../../../resolvers/socioeconomic/inputs.ts';
import { createPathTranslator } from '../../../v4-words/create-path-translator.ts';
import { parseInput } from '../../../validation/validate.ts';
import { succeed, withReplayHeader } from '../../respond.ts';
import { parseBody, type Route } from '../../route.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';
import { sectionSchema } from './contradiction-words.ts';
import { encodeSummary, FAILURES, summarySchema } from './report-words.ts';

const GENERATED = 'Socioeconomic report generated';

const wireSchema = z
  .strictObject({
    participant_id: idSchema.nullish(),
    id_persona: idSchema
      .nullish()
      .describe(
        'Id of the person in the client system, instead of `participant_id`. The report concerns the newest participant with this id.',
      ),
    template: generateReportInput.shape.template.describe(
      'Key of the template. Defaults to the template of the gateway.',
    ),
    sections: z
      .array(sectionSchema)
      .max(SECTION_KEYS.length)
      .nullish()
      .describe('Sections to fill in. Defaults to all sections.'),
    answers_of_user_id: idSchema
      .nullish()
      .describe(
        'Id of the user whose answers to questionnaires are used. Defaults to the user who sends the request.',
      ),
    corrects: idSchema
      .nullish()
      .describe('Id of the final report that the new report corrects, about the same person.'),
  })
  .meta({ id: 'SocioeconomicReportRequest' });

const dataSchema = summarySchema.meta({ id: 'SocioeconomicDraft' });

/** v4: Socio-economic: generate report. The v4 document specifies neither path nor bodies. */
export const generateSocioeconomicReport: Route = {
  method: 'POST',
  path: '/api/v4/socioeconomic/report',
  caller: 'user',
  toV4Path: createPathTranslator({
    participant_id: 'participant',
    id_persona: 'externalPersonId',
    answers_of_user_id: 'answersOfUserId',
    corrects: 'correctsId',
  }),
  faultMessage: 'Server error',
  handle: async (ctx, { body }) => {
    const wire = parseBody(wireSchema, body);
    // Checked before the draft is stored, because the response contains the report.
    requireReportReader(ctx);
    const generated = await generate(ctx, decode(wire)).catch(rethrowAsNotFound);
    const report = await getSocioeconomicReport(ctx, generated.report.id);
    return withReplayHeader(
      succeed(encodeSummary(report, await readReport(ctx, report)), GENERATED),
      generated,
    );
  },
  description: {
    operationId: 'generateSocioeconomicReport',
    tag: 'Reports',
    summary: 'Socio-economic: generate report',
    description:
      'Generates the draft of a report on the living conditions of a natural person, from the stored data of the person and the answers of one user. `missing` lists the values that the report lacks. The report requires a consent of the person, which `recordConsent` of the GraphQL API records. Exactly one of `participant_id` and `id_persona` is required.',
    scopes: ['report:write', 'report:read', 'personal:read'],
    isIdempotent: true,
    body: {
      schema: wireSchema,
      isRequired: true,
      examples: {
        participant: {
          summary: 'Report on a participant with a consent',
          value: { participant_id: 2 },
        },
        part: {
          summary: 'Report with two sections only',
          value: { participant_id: 2, sections: ['general', 'finances'] },
        },
      },
    },
    responses: [
      {
        status: 200,
        description: GENERATED,
        schema: envelopeSchema('SocioeconomicDraft', dataSchema),
      },
    ],
    failures: [FAILURES.participantNotFound, FAILURES.consent, FAILURES.unavailable],
  },
};

function decode(wire: z.infer<typeof wireSchema>): GenerateReportInput {
  const { participant_id, id_persona, template, sections, answers_of_user_id, corrects } = wire;
  return parseInput(generateReportInput, {
    participant: participant_id ? { databaseId: participant_id } : undefined,
    externalPersonId: id_persona,
    template,
    sections,
    answersOfUserId: answers_of_user_id,
    correctsId: corrects,
  });
}

/**
 * Rethrows an error. Replaces `participant_not_found`, which paths of the v4 document send as 400, by
 * `report_not_found`, which is sent as 404.
 */
function rethrowAsNotFound(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'participant_not_found') throw error;
  throw new AppError('report_not_found', error.message, { cause: error });
}
