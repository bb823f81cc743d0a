import { z } from 'zod';
import type { Candidates, ListCandidate } from '../../../resolvers/taxpayers/find-candidates.ts';
import { bandSchema, explanationSchema } from '../common/explanation.ts';
import { encodeListWord, listWordSchema } from './list-words.ts';

const candidateSchema = z
  .object({
    list: listWordSchema,
    entry_id: z.string().describe('Key of the row in its list.'),
    rfc: z.string().nullable(),
    nombre: z.string(),
    matched_name: z.string().nullable(),
    score: z.number().min(0).max(1),
    band: bandSchema,
    explanation: z.array(explanationSchema),
  })
  .meta({
    id: 'ListCandidate',
    description:
      'Taxpayer in a list whose name is similar to the name in the request. It may be another taxpayer.',
  });

/** Members of both look-ups for a query name. */
export const candidatesShape = {
  candidates: z
    .array(candidateSchema)
    .describe('Taxpayers with a similar name, most similar first, at most 100.'),
  candidates_count: z.int().min(0).describe('Lower bound of the number of candidates.'),
};
const shownSchema = z.object(candidatesShape);

export function encodeCandidates({
  candidates,
  candidatesCount,
}: Candidates): z.infer<typeof shownSchema> {
  return { candidates: candidates.map(encodeCandidate), candidates_count: candidatesCount };
}

function encodeCandidate(candidate: ListCandidate): z.infer<typeof candidateSchema> {
  return {
    list: encodeListWord(candidate.list),
    entry_id: candidate.entryKey,
    rfc: candidate.rfc,
    nombre: candidate.name,
    matched_name: candidate.matchedName,
    score: candidate.score,
    band: candidate.band.toUpperCase(),
    explanation: candidate.explanation.map(({ isMasked: _isMasked, ...item }) => item),
  };
}
