import { z } from 'zod';
import { findParticipantDetail } from '../../../resolvers/business/find-participant-detail.ts';
import { listConflicts } from '../../../resolvers/extraction/list-conflicts.ts';
import { listNewestScreeningsOfParticipant } from '../../../resolvers/screening/list-screenings.ts';
import { decline, succeed } from '../../respond.ts';
import { parseIdQuery, type Route } from '../../route.ts';
import { encodeMatch, shownMatchSchema } from '../common/matches.ts';
import { encodeScreening, shownScreeningSchema } from '../common/screenings.ts';
import { idSchema, lookupSchema } from '../common/wire.ts';
import { conflictSchema, encodeConflict } from '../extraction/conflicts.ts';
import { encodeParticipant, participantSchema } from './encode-business.ts';
import { encodePersonalInformation, personalInformationShape } from './personal-information.ts';

const FOUND = 'Participant information retrieved successfully';
const WITHOUT_DATA = 'Participant without data';

const sheetSchema = participantSchema
  .extend({
    folio_acto_juridico: z.string(),
    ...personalInformationShape,
    matches: z.array(shownMatchSchema),
    screenings: z
      .array(shownScreeningSchema)
      .nullable()
      .describe(
        'Screenings of the participant, newest first, at most 20. Null without the scope `screening:read`.',
      ),
    conflicts: z
      .array(conflictSchema)
      .nullable()
      .describe(
        'Differences between the documents of the participant and the stored data. Null without the scopes `personal:read` and `file:read`.',
      ),
  })
  .meta({ id: 'ParticipantSheet', description: 'Participant with personal information.' });
const dataSchema = z.object({ participant: sheetSchema }).meta({ id: 'ParticipantDetail' });

/** v4: Get participant personal information. The v4 document specifies neither path, parameter nor body. */
export const participantDetail: Route = {
  method: 'GET',
  path: '/api/v4/fiduciary/participant/detail',
  caller: 'user',
  faultMessage: 'Error fetching participant information',
  handle: async (ctx, { query }) => {
    const sheet = await findParticipantDetail(ctx, parseIdQuery(query));
    if (sheet === undefined) return decline({}, WITHOUT_DATA);
    const [matches, screenings, conflicts] = await Promise.all([
      Promise.all(sheet.matches.map(async (match) => await encodeMatch(ctx, match))),
      listNewestScreeningsOfParticipant(ctx, sheet.id),
      listConflicts(ctx, sheet),
    ]);
    const participant: z.infer<typeof sheetSchema> = {
      ...encodeParticipant(sheet),
      folio_acto_juridico: sheet.legalActFolio ?? '',
      ...encodePersonalInformation(sheet.personType, sheet.personalInformation),
      matches,
      screenings: screenings?.map(encodeScreening) ?? null,
      conflicts: conflicts?.map(encodeConflict) ?? null,
    };
    return succeed({ participant }, FOUND);
  },
  description: {
    operationId: 'getParticipantDetail',
    tag: 'Participants',
    summary: 'Get participant personal information',
    description:
      'Returns the data of a participant. Without the scope `personal:read`, personal fields are empty and `is_masked` is true.',
    scopes: ['business:read'],
    parameters: [
      {
        name: 'id',
        in: 'query',
        schema: idSchema,
        description: 'Internal id of the participant in the service.',
        example: 2,
      },
    ],
    responses: [
      {
        status: 200,
        description: `${FOUND}, or ${WITHOUT_DATA} with success false`,
        schema: lookupSchema('ParticipantDetail', dataSchema),
      },
    ],
  },
};
