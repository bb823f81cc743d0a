import type { Attack } from '../attack.ts';
import { repeatOperation } from '../graphql.ts';

const IDS = 60_000;

export const manyIds: Attack[] = [
  {
    name: 'many-ids',
    sends: `10 queries at once for ${IDS} nodes, of which 100 may be asked for`,
    run: async (target) =>
      await repeatOperation(
        target,
        {
          query: 'query($i:[ID!]!){nodes(ids:$i){id}}',
          variables: { i: Array.from({ length: IDS }, (_, n) => `i${n}`) },
        },
        { count: 10, width: 10 },
      ),
  },
  {
    name: 'many-keys',
    sends: `10 queries at once for questionnaires by ${IDS} keys, of which 100 may be named`,
    run: async (target) =>
      await repeatOperation(
        target,
        {
          query: 'query($k:[String!]){questionnaireTemplates(keys:$k){key}}',
          variables: { k: Array.from({ length: IDS }, (_, n) => `k${n}`) },
        },
        { count: 10, width: 10 },
      ),
  },
];
