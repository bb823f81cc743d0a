import type { Example } from './example.ts';
import { FILE_EXAMPLES } from './files.ts';
import { MUTATION_EXAMPLES } from './mutations.ts';
import { OBJECT_EXAMPLES } from './objects.ts';
import { QUERY_EXAMPLES } from './queries.ts';
import { RECORD_EXAMPLES } from './records.ts';
import { SUBSCRIPTION_EXAMPLES } from './subscriptions.ts';
import { TAX_EXAMPLES } from './tax.ts';
import { USER_EXAMPLES } from './users.ts';
import { WEBHOOK_CHANGE_EXAMPLES } from './webhook-changes.ts';
import { WEBHOOK_EXAMPLES } from './webhooks.ts';

/** Every operation of the graph, ready to run on the demo data, in the order of GraphiQL's tabs. */
export const TABS: readonly Example[] = [
  ...QUERY_EXAMPLES,
  ...OBJECT_EXAMPLES,
  ...RECORD_EXAMPLES,
  ...TAX_EXAMPLES,
  ...MUTATION_EXAMPLES,
  ...FILE_EXAMPLES,
  ...USER_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  ...WEBHOOK_CHANGE_EXAMPLES,
  ...SUBSCRIPTION_EXAMPLES,
];
