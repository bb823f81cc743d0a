import type { FieldComplexityValue } from '@pothos/plugin-complexity';
import type { ListCandidate } from '../../resolvers/taxpayers/find-candidates.ts';
import { builder } from '../base/builder.ts';
import { NAME_SEARCH_COST, RARE_LIST_COST } from '../limits/field-cost.ts';
import { ScreeningItem } from '../screening/screening.ts';
import { MatchBand } from '../screening/screening-words.ts';

export const ListCandidateType = builder.objectRef<ListCandidate>('ListCandidate').implement({
  description:
    'A taxpayer in a list whose name is like the one that was asked for; it may be somebody else. v4: an element of `candidates`.',
  fields: (t) => ({
    list: t.exposeString('list', { description: 'As `gateway lists` calls it. v4 `list`.' }),
    entryKey: t.exposeString('entryKey', {
      description: 'By which `listEntry` finds it. v4 `entry_id`.',
    }),
    rfc: t.exposeString('rfc', {
      nullable: true,
      description: 'To look it up by; null where its row has none. v4 `rfc`.',
    }),
    name: t.exposeString('name', { description: 'The taxpayer’s name. v4 `nombre`.' }),
    matchedName: t.exposeString('matchedName', {
      nullable: true,
      description: 'Which of its names is the nearest. v4 `matched_name`.',
    }),
    score: t.exposeFloat('score', {
      description: 'How much alike, from 0.75 to 1; from 0.85 a screening would alert. v4 `score`.',
    }),
    band: t.expose('band', { type: MatchBand, description: 'How strong it is. v4 `band`.' }),
    explanation: t.expose('explanation', {
      type: [ScreeningItem],
      complexity: RARE_LIST_COST,
      description: 'What was compared, item by item. v4 `explanation`.',
    }),
  }),
});

export const CANDIDATES =
  'Who has a name like the one that was asked for, the strongest first, at most 100. v4 `candidates`.';
export const CANDIDATES_COUNT =
  'How many there are, at least: more than `candidates` where these are not all. v4 `candidates_count`.';

/** A look-up by name compares many names, where one by RFC finds a row. */
export function lookUpCost({
  input,
}: {
  input: { name?: string | null | undefined };
}): FieldComplexityValue {
  return input.name ? NAME_SEARCH_COST : { field: 1, multiplier: 1 };
}
