import { type Example, makeExample } from '../example.ts';

/** What GraphiQL shows last: it runs until it is stopped. */
export const SUBSCRIPTION_EXAMPLES: readonly Example[] = [
  makeExample(
    `
# What happens in the service, as it happens: run this, then a mutation in another window.
# Pass the last id as "after" to hear of what happened since.
subscription Events($types: [BusinessEventType!], $after: ID) {
  businessEvents(types: $types, after: $after) {
    __typename
    id
    occurredAt
    ... on BusinessUpsertedEvent {
      created
      business {
        code
        name
      }
    }
    ... on MatchesFoundEvent {
      matchesCount
      participants {
        databaseId
        hasPendingMatches
      }
    }
    ... on MatchesResolvedEvent {
      participant {
        databaseId
        hasPendingMatches
      }
    }
    ... on DocumentAvailableEvent {
      document {
        typeCode
        downloadId
      }
    }
    ... on AnswersImportedEvent {
      userId
      templates
    }
    ... on BusinessCompletedEvent {
      receipt {
        businessDatabaseId
        deleteMode
        deletedParticipantCount
        businessDeleted
      }
    }
  }
}
`,
    { types: null, after: null },
  ),
];
