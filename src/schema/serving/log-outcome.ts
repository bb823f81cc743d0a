import type { GraphQLError } from 'graphql';
import { GRAPH_FAILURES } from '../base/failures.ts';

/**
 * Returns the outcome of a masked error for the access log: the code of the AppError that an operation threw, otherwise
 * the code in the response in lower case, for example `graphql_validation_failed`.
 */
export function outcomeOf({ extensions }: Pick<GraphQLError, 'extensions'>): string {
  const code = String(extensions['code']);
  const outcome = OUTCOMES.get(`${code}/${String(extensions['code_message'])}`);
  return outcome ?? OWN_WORDS.get(code) ?? code.toLowerCase();
}

/**
 * Outcome by error code. An unauthenticated caller never reaches the execution, so that the ambiguous code means
 * `forbidden`.
 */
const OUTCOMES: ReadonlyMap<string, string> = new Map(
  Object.entries(GRAPH_FAILURES).map(([outcome, { code, codeMessage }]) => [
    `${code}/${codeMessage}`,
    outcome,
  ]),
);

/**
 * Outcomes that differ from the code: a document over its limits is an invalid document, and internal errors have the
 * same name on both interfaces.
 */
const OWN_WORDS: ReadonlyMap<string, string> = new Map([
  ['LIMIT_EXCEEDED', 'limit_exceeded'],
  ['INTERNAL_SERVER_ERROR', 'server_error'],
]);
