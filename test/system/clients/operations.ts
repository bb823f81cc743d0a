import { graphql } from '../../../examples/web/src/graphql.ts';

/** The operations that the tests of several clients send. */
export const PAGE = graphql(`
  query Page($databaseId: SafeInt!, $first: Int!, $after: String) {
    business(by: { databaseId: $databaseId }) {
      __typename
      id
      participantCount
      participants(first: $first, after: $after) {
        edges {
          cursor
          node {
            id
            name
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const COMPLETE = graphql(`
  mutation Complete($input: CompleteBusinessInput!) {
    completeBusiness(input: $input) {
      __typename
      ... on CompleteBusinessPayload {
        receipt {
          deletedParticipantCount
        }
        business {
          __typename
          id
          participantCount
        }
        replayed
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);

export const EVENTS = graphql(`
  subscription Events($after: ID) {
    businessEvents(after: $after) {
      id
    }
  }
`);
