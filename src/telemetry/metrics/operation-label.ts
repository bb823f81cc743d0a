import { OTHER } from './label-limiter.ts';

/** Returns the interface that a route belongs to, for the label `wire`. */
export function toWire(route: string): 'graphql' | 'rest' | 'page' | typeof OTHER {
  if (route === '/graphql') return 'graphql';
  if (route.startsWith('/api/v4')) return 'rest';
  return route === 'page' ? 'page' : OTHER;
}

/** Label with a single name, for example `query Page`, `mutation completeBusiness`, `getBusinessDetail`. */
const SINGLE_NAME = /^(?:(?:query|mutation|subscription) )?\w{1,100}$/;

/**
 * Returns the label of an operation: its v4 id, the name of a trusted or built-in GraphQL document, or its only root
 * field. Operations with several root fields are `other`, because their combinations are unlimited.
 */
export function toOperationName(operation: string | undefined): string {
  if (operation === undefined || operation === 'unknown') return OTHER;
  return SINGLE_NAME.test(operation) ? operation : OTHER;
}
