import type { GraphQLError } from 'graphql';
import { GRAPH_FAILURES } from '../base/failures.ts';

/**
 * What the log calls a masked error: the code of the failure that an operation stated, where it was one; else the code
 * that the caller is told, in lower case, such as `graphql_validation_failed`.
 */
export function outcomeOf({ extensions }: Pick<GraphQLError, 'extensions'>): string {
  const code = String(extensions['code']);
  const known = OUTCOMES.get(`${code}/${String(extensions['code_message'])}`);
  return known ?? OWN_WORDS.get(code) ?? code.toLowerCase();
}

/** Whoever is not known never comes as far as a document, so of the two with the same words `forbidden` is meant. */
const OUTCOMES: ReadonlyMap<string, string> = new Map(
  Object.entries(GRAPH_FAILURES).map(([outcome, { code, codeMessage }]) => [
    `${code}/${codeMessage}`,
    outcome,
  ]),
);

/** A document over its limits is told as any other wrong one, and a fault of ours is called so on both wires. */
const OWN_WORDS: ReadonlyMap<string, string> = new Map([
  ['LIMIT_EXCEEDED', 'limit_exceeded'],
  ['INTERNAL_SERVER_ERROR', 'server_error'],
]);
