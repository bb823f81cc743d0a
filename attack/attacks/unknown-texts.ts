import type { Attack, Target } from '../attack.ts';
import { sendOperation } from '../graphql.ts';
import { countOutcomes, type Outcomes } from '../outcomes.ts';
import { times } from '../send.ts';

const AMOUNT = { count: 60, width: 8 };

/**
 * A document that came before is known to be valid; a new one is validated, and fields of one name must be found to be
 * the same, each compared with each.
 */
export const unknownTexts: Attack[] = [
  {
    name: 'merged-fields',
    sends:
      '60 documents that never came before, of one field 330 times with two levels below it, 8 at once',
    run: async (target) =>
      await sendMerged(target, { selection: 'participants{nodes{name}}', count: 330 }),
  },
  {
    name: 'allowed-documents',
    sends:
      '60 documents that never came before, of one field 80 times with two levels below it, 8 at once',
    run: async (target) =>
      await sendMerged(target, { selection: 'participants{nodes{name}}', count: 80 }),
  },
  {
    name: 'equal-fields',
    sends: '60 documents that never came before, of 900 equal fields, 8 at once',
    run: async (target) => await sendMerged(target, { selection: 'name', count: 900 }),
  },
];

async function sendMerged(
  target: Target,
  { selection, count }: { selection: string; count: number },
): Promise<Outcomes> {
  const selections = Array.from({ length: count }, () => selection).join(' ');
  const ends = await times(AMOUNT, async (n) => {
    const query = `query q${n}{business(by:{databaseId:1}){${selections}}}`;
    return await sendOperation(target, { query });
  });
  return countOutcomes(ends);
}
