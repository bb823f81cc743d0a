import { OTHER } from './bounded-labels.ts';

/** Interface that a route belongs to. */
export function toWire(route: string): 'graphql' | 'rest' | 'page' | typeof OTHER {
  if (route === '/graphql') return 'graphql';
  if (route.startsWith('/api/v4')) return 'rest';
  return route === 'page' ? 'page' : OTHER;
}

/** Label with a single name, for example `query Page`, `mutation completeBusiness`, `getBusinessDetail`. */
const ONE_NAME = /^(?:(?:query|mutation|subscription) )?\w{1,100}$/;

/**
 * Returns the label of an operation: its v4 id, the name of a trusted or built-in GraphQL document, otherwise its root
 * field if there is only one. Combinations are unlimited, and are `other`.
 */
export function toOperationName(operation: string | undefined): string {
  if (operation === undefined || operation === 'unknown') return OTHER;
  return ONE_NAME.test(operation) ? operation : OTHER;
}
