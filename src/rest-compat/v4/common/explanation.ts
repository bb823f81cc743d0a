import { z } from 'zod';
import { BANDS } from '../../../domain/screening/parties/bands.ts';

export const bandSchema = z.enum(BANDS.map((band) => band.toUpperCase())).meta({
  id: 'MatchBand',
  description: 'Kind of evidence that a match rests on, strongest first.',
});

export const explanationSchema = z
  .object({
    feature: z.string(),
    query: z.string().nullable(),
    candidate: z.string().nullable(),
    score: z.number(),
    weight: z.number(),
    effect: z.string(),
  })
  .meta({ id: 'MatchExplanation', description: 'Compared item of a match.' });
