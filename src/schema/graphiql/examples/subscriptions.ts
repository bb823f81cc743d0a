import { createExample, type Example } from '../example.ts';

/** Example of a subscription, which runs until it is stopped: the first operation of the last tab. */
export const SUBSCRIPTION_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Events of the service as they occur: run this subscription, then a mutation in another window.
# Pass the id of the last event as "after" to resume after that event.
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
