import type { FieldComplexityValue } from '@pothos/plugin-complexity';
import type { ListCandidate } from '../../resolvers/taxpayers/find-candidates.ts';
import { builder } from '../base/builder.ts';
import { NAME_SEARCH_COST, USUALLY_EMPTY_LIST_COST } from '../limits/field-cost.ts';
import { ScreeningItem } from '../screening/screening.ts';
import { MatchBand } from '../screening/screening-enums.ts';

export const ListCandidateType = builder.objectRef<ListCandidate>('ListCandidate').implement({
  description:
    'Taxpayer in a list whose name is similar to the name in the input: possibly another taxpayer than the requested one. v4: an element of `candidates`.',
  fields: (t) => ({
    list: t.exposeString('list', {
      description: 'Code of the list (`CheckedList.code`). v4: `list`.',
    }),
    entryKey: t.exposeString('entryKey', {
      description: 'Key of the list entry, for Query.listEntry. v4: `entry_id`.',
    }),
    rfc: t.exposeString('rfc', {
      nullable: true,
      description: 'RFC of the taxpayer. Null when the row of the list has none. v4: `rfc`.',
    }),
    name: t.exposeString('name', { description: 'Name of the taxpayer. v4: `nombre`.' }),
    matchedName: t.exposeString('matchedName', {
      nullable: true,
      description:
        'Name of the entry that is most similar. Null when no names were compared. v4: `matched_name`.',
    }),
    score: t.exposeFloat('score', {
      description:
        'Similarity of the name in the input and the entry, from 0.75 to 1. In a screening, a score of 0.85 or more is an alert by default. v4: `score`.',
    }),
    band: t.expose('band', {
      type: MatchBand,
      description: 'Kind of evidence that the match rests on. v4: `band`.',
    }),
    explanation: t.expose('explanation', {
      type: [ScreeningItem],
      complexity: USUALLY_EMPTY_LIST_COST,
      description:
        'Comparison of the name in the input with the entry, one item for each compared word or fact. v4: `explanation`.',
    }),
  }),
});

export const CANDIDATES =
  'Taxpayers with a name similar to the name in the input, most similar first, at most 100. Empty for a look-up by RFC only. v4: `candidates`.';
export const CANDIDATES_COUNT =
  'Number of candidates that were found; there may be more. Greater than the length of `candidates` when only the most similar are listed. v4: `candidates_count`.';

/** Returns the cost of a look-up: by name it compares many names, by RFC it reads rows of an index. */
export function lookUpCost({
  input,
}: {
  input: { name?: string | null | undefined };
}): FieldComplexityValue {
  return input.name ? NAME_SEARCH_COST : { field: 1, multiplier: 1 };
}
