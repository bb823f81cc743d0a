// Read by relay-compiler, and run by nobody: see test/system/support/relay.ts.
import { graphql } from 'relay-runtime';

/** What a component that lists participants declares: its page, and how to get the next one. */
export const participantsList = graphql`
  fragment participantsList_business on Business
  @refetchable(queryName: "participantsListPageQuery")
  @argumentDefinitions(
    count: { type: "Int", defaultValue: 2 }
    cursor: { type: "String" }
    filter: { type: "ParticipantFilter" }
  ) {
    id
    participants(first: $count, after: $cursor, filter: $filter)
      @connection(key: "participantsList_participants") {
      edges {
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
`;

/** What the page around it declares. */
export const participantsPage = graphql`
  query participantsListQuery($databaseId: SafeInt!) {
    business(by: { databaseId: $databaseId }) {
      id
      participantCount
      ...participantsList_business
    }
  }
`;

/** A write whose answer updates the business wherever it is shown. */
export const completeBusiness = graphql`
  mutation participantsListCompleteMutation($input: CompleteBusinessInput!) {
    completeBusiness(input: $input) {
      __typename
      ... on CompleteBusinessPayload {
        receipt {
          id
          deletedParticipantCount
        }
        business {
          id
          participantCount
        }
      }
      ... on UserError {
        code
      }
    }
  }
`;
