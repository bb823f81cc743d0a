import type { GraphQLError } from 'graphql';
import { FAILURES } from '../../http/failures.ts';

/**
 * Returns the outcome of a masked error for the access log: the code of the AppError that an operation threw, otherwise
 * the code in the response in lower case, for example `graphql_validation_failed`.
 */
export function toLogOutcome({ extensions }: Pick<GraphQLError, 'extensions'>): string {
  const code = String(extensions['code']);
  const outcome = OUTCOMES.get(`${code}/${String(extensions['code_message'])}`);
  return outcome ?? OUTCOME_BY_CODE.get(code) ?? code.toLowerCase();
}

/**
 * Outcome by `code/code_message`. `unauthenticated` and `forbidden` have the same key, which means `forbidden`, the
 * later entry: an unauthenticated caller never reaches the execution.
 */
const OUTCOMES: ReadonlyMap<string, string> = new Map(
  Object.entries(FAILURES).map(([outcome, { code, codeMessage }]) => [
    `${code}/${codeMessage}`,
    outcome,
  ]),
);

/** Outcomes that differ from the code: the v4 interface has the same outcome for internal errors. */
const OUTCOME_BY_CODE: ReadonlyMap<string, string> = new Map([
  ['INTERNAL_SERVER_ERROR', 'server_error'],
]);
