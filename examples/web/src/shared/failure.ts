import type { CombinedError } from 'urql';
import { graphql } from '../graphql.ts';
import type { Words } from '../i18n/language.ts';

/** Fields of every refused mutation, for `toFailure`. */
export const failure = graphql(`
  fragment Failure on UserError @_unmask {
    code
    message
    ... on InputValidationError {
      issues {
        code
        message
      }
    }
  }
`);

/** Codes of what went wrong, with the sentence of the gateway. Words for the codes are chosen when they are shown. */
export type Failure = { codes: readonly string[]; detail?: string };

type OwnCode = keyof Words['errors']['own'];

export function ownFailure(code: OwnCode): Failure {
  return { codes: [code] };
}

/** Result of a mutation: a payload has no code. */
type Result = {
  __typename: string;
  code?: string;
  message?: string;
  issues?: readonly { code: string; message: string }[];
};

/** Returns why the gateway refused a mutation; undefined when it did not. */
export function toFailure({ code, message, issues = [] }: Result): Failure | undefined {
  if (code === undefined) return undefined;
  if (issues.length === 0)
    return { codes: [code], ...(message === undefined ? {} : { detail: message }) };
  const detail = issues.map((issue) => issue.message).join(' ');
  return { codes: issues.map((issue) => issue.code), detail };
}

/** Returns why a request failed, by the first of its errors. */
export function toRequestFailure({ graphQLErrors: [first] }: CombinedError): Failure {
  if (first === undefined) return ownFailure('UNREACHABLE');
  return { codes: [String(first.extensions['code'])], detail: first.message };
}

/** Returns the sentences of the chosen language; empty when the codes are new. */
export function describeFailure({ errors }: Words, { codes }: Failure): string {
  const sentences: Readonly<Record<string, string>> = {
    ...errors.own,
    ...errors.codes,
    ...errors.issues,
  };
  return [...new Set(codes)].flatMap((code) => sentences[code] ?? []).join(' ');
}
