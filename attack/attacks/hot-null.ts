import type { Attack } from '../attack.ts';
import { sendOperation } from '../graphql.ts';
import { countOutcomes } from '../outcomes.ts';

const QUERY = 'query($i:[ID!]=[]){nodes(ids:$i){id}}';

/** A query that came often is answered another way; its default does not stand for a null that is sent. */
export const hotNull: Attack[] = [
  {
    name: 'hot-null',
    sends: 'four times a query with a list, then the same with null',
    run: async (target) => {
      const ends: string[] = [];
      for (const i of [[], [], [], [], null])
        ends.push(await sendOperation(target, { query: QUERY, variables: { i } }));
      return countOutcomes(ends);
    },
  },
];
