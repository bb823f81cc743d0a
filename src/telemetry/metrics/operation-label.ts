import { OTHER } from './bounded-labels.ts';

/** The face that a route belongs to. */
export function wireOf(route: string): 'graphql' | 'rest' | 'page' | typeof OTHER {
  if (route === '/graphql') return 'graphql';
  if (route.startsWith('/api/v4')) return 'rest';
  return route === 'page' ? 'page' : OTHER;
}

/** `query Page`, `mutation completeBusiness`, `getBusinessDetail`: one name, and not a list of what was asked for. */
const ONE_NAME = /^(?:(?:query|mutation|subscription) )?\w{1,100}$/;

/**
 * What metrics call an operation: of v4 its id; of the graph the name of a trusted document or of one of the gateway's own,
 * else the field of the root where it is one alone. Combinations of several can be any number, and are `other`.
 */
export function operationOf(operation: string | undefined): string {
  if (operation === undefined || operation === 'unknown') return OTHER;
  return ONE_NAME.test(operation) ? operation : OTHER;
}
