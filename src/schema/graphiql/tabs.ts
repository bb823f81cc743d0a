import type { Example } from './example.ts';
import { FILE_EXAMPLES } from './files.ts';
import { MUTATION_EXAMPLES } from './mutations.ts';
import { OBJECT_EXAMPLES } from './objects.ts';
import { QUERY_EXAMPLES } from './queries.ts';
import { RECORD_EXAMPLES } from './records.ts';
import { SUBSCRIPTION_EXAMPLES } from './subscriptions.ts';
import { TAX_EXAMPLES } from './tax.ts';

/** Every operation of the graph, ready to run on the demo data, in the order of GraphiQL's tabs. */
export const TABS: readonly Example[] = [
  ...QUERY_EXAMPLES,
  ...OBJECT_EXAMPLES,
  ...RECORD_EXAMPLES,
  ...TAX_EXAMPLES,
  ...MUTATION_EXAMPLES,
  ...FILE_EXAMPLES,
  ...SUBSCRIPTION_EXAMPLES,
];
