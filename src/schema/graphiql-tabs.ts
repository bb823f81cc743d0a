import type { Example } from './graphiql-example.ts';
import { FILE_EXAMPLES } from './graphiql-files.ts';
import { MUTATION_EXAMPLES } from './graphiql-mutations.ts';
import { OBJECT_EXAMPLES } from './graphiql-objects.ts';
import { QUERY_EXAMPLES } from './graphiql-queries.ts';
import { SUBSCRIPTION_EXAMPLES } from './graphiql-subscriptions.ts';
import { TAX_EXAMPLES } from './graphiql-tax.ts';

/** Every operation of the graph, ready to run on the demo data, in the order of GraphiQL's tabs. */
export const TABS: readonly Example[] = [
  ...QUERY_EXAMPLES,
  ...OBJECT_EXAMPLES,
  ...TAX_EXAMPLES,
  ...MUTATION_EXAMPLES,
  ...FILE_EXAMPLES,
  ...SUBSCRIPTION_EXAMPLES,
];
