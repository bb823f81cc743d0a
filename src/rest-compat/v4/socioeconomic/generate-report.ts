import { z } from 'zod';
import { SECTION_KEYS } from '../../../domain/socioeconomic/template/section-keys.ts';
import { AppError } from '../../../errors.ts';
import {
  checkReportReader,
  getSocioeconomicReport,
  showReport,
} from '../../../resolvers/socioeconomic/find-report.ts';
import { generateSocioeconomicReport as generate } from '../../../resolvers/socioeconomic/generate-report.ts';
import {
  type GenerateReportInput,
  generateReportInput,
} from '../../../resolvers/socioeconomic/inputs.ts';
import { wordsBy } from '../../../v4-words/words-by.ts';
import { parseInput } from '../../../validation/validate.ts';
import { markReplay, succeed } from '../../respond.ts';
import { parseBody, type Route } from '../../route.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';
import { encodeSummary, FAILURES, sectionSchema, summarySchema } from './report-words.ts';

const GENERATED = 'Socioeconomic report generated';

const wireSchema = z
  .strictObject({
    participant_id: idSchema.nullish(),
    id_persona: idSchema.nullish().describe('In place of the participant; the newest that it is'),
    template: generateReportInput.shape.template.describe('The gateway’s own, left out'),
    sections: z
      .array(sectionSchema)
      .max(SECTION_KEYS.length)
      .nullish()
      .describe('Only these are filled in; all, left out'),
    answers_of_user_id: idSchema
      .nullish()
      .describe('Whose answers it is made of; the caller’s own, left out'),
    corrects: idSchema.nullish().describe('A final report of the same person'),
  })
  .meta({ id: 'SocioeconomicReportRequest' });

const dataSchema = summarySchema.meta({ id: 'SocioeconomicDraft' });

/** v4 names "Socio-economic: generate report"; path and bodies are ours. */
export const generateSocioeconomicReport: Route = {
  method: 'POST',
  path: '/api/v4/socioeconomic/report',
  caller: 'user',
  toWords: wordsBy({
    participant_id: 'participant',
    id_persona: 'externalPersonId',
    answers_of_user_id: 'answersOfUserId',
    corrects: 'correctsId',
  }),
  faultMessage: 'Server error',
  handle: async (ctx, { body }) => {
    const wire = parseBody(wireSchema, body);
    checkReportReader(ctx);
    const made = await generate(ctx, decode(wire)).catch(tellNotFound);
    const report = await getSocioeconomicReport(ctx, made.report.id);
    return markReplay(
      succeed(encodeSummary(report, await showReport(ctx, report)), GENERATED),
      made,
    );
  },
  description: {
    operationId: 'generateSocioeconomicReport',
    tag: 'Reports',
    summary: 'Socio-economic: generate report',
    description:
      'Makes the draft of a report on how a natural person lives, of what is stored of them and of one user’s answers. `missing` lists what it lacks; nothing is invented. The person must have agreed to it, which the graph records. Exactly one of `participant_id` and `id_persona` is sent.',
    scopes: ['report:write', 'report:read', 'personal:read'],
    isIdempotent: true,
    body: {
      schema: wireSchema,
      isRequired: true,
      examples: {
        participant: { summary: 'Of a participant who agreed', value: { participant_id: 2 } },
        part: {
          summary: 'Only what comes in and goes out',
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

/** The document's own paths answer 400 for a participant that is not known; here it is as for whatever is not there. */
function tellNotFound(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'participant_not_found') throw error;
  throw new AppError('report_not_found', error.message, { cause: error });
}
