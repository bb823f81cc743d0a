import { z } from 'zod';
import { SCREENING_OUTCOMES } from '../../../domain/screening/screening.ts';
import type { ParticipantScreening } from '../../../resolvers/screening/list-screenings.ts';
import { idSchema } from './wire.ts';

/** Screening of a participant, in responses. */
export const shownScreeningSchema = z
  .object({
    screening_id: idSchema,
    outcome: z.enum(SCREENING_OUTCOMES.map((outcome) => outcome.toUpperCase())).meta({
      id: 'ScreeningOutcome',
      description: 'Outcome of a screening. INCOMPLETE does not clear the subject.',
    }),
    as_of: z.iso
      .date()
      .describe('Requested date of the screening: the lists were searched as of this date.'),
    matches_count: z.int().min(0).describe('Lower bound of the number of matches.'),
    lists: z.array(z.string()).describe('Codes of the screened lists.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'ParticipantScreening' });

export function encodeScreening(
  screening: ParticipantScreening,
): z.infer<typeof shownScreeningSchema> {
  return {
    screening_id: screening.id,
    outcome: screening.outcome.toUpperCase(),
    as_of: screening.asOf,
    matches_count: screening.matchesCount,
    lists: screening.lists.filter(({ isLoaded }) => isLoaded).map(({ code }) => code),
    created_at: screening.createdAt.toISOString(),
  };
}
