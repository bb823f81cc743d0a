import { graphql } from '../graphql.ts';

/** What every refusal of a mutation tells, for `describeFailure`. */
export const failure = graphql(`
  fragment Failure on UserError @_unmask {
    message
    ... on InputValidationError {
      issues {
        message
      }
    }
  }
`);

/** What a mutation answers: a payload has neither of the two. */
type Result = {
  __typename: string;
  message?: string;
  issues?: readonly { message: string }[];
};

/** Why it was refused, as the gateway says it to people; undefined where it was not. */
export function describeFailure({ issues, message }: Result): string | undefined {
  return issues?.map((one) => one.message).join(' ') ?? message;
}
