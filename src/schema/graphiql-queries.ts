import { encodeGlobalId } from '../domain/global-id.ts';
import { type Example, makeExample } from './graphiql-example.ts';
import { PERSONAL_EXAMPLE } from './graphiql-personal.ts';

/** What GraphiQL shows first, ready to run on the demo data. */
export const QUERY_EXAMPLES: readonly Example[] = [
  makeExample(
    `
# A business with its participants and their documents.
# v4: GET /api/v4/business/detail?id=…
query BusinessDetail($databaseId: SafeInt!) {
  business(by: { databaseId: $databaseId }) {
    id
    databaseId
    externalId
    code
    name
    responsibleUser {
      givenName
      paternalSurname
      maternalSurname
      email
    }
    participantCount
    participants(first: 50) {
      nodes {
        id
        databaseId
        externalPersonId
        personType
        name
        paternalSurname
        maternalSurname
        email
        phone {
          countryCode
          number
        }
        registrationMode
        hasPendingMatches
        roles
        legalActFolio
        documents {
          typeCode
          downloadId
          isAvailable
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    version
    updatedAt
  }
}
`,
    { databaseId: 1 },
  ),
  makeExample(
    `
# A page of the businesses that wait for documents, by name. Pass pageInfo.endCursor as "after" for the next one.
query Businesses($first: Int!, $after: String, $filter: BusinessFilter, $orderBy: BusinessOrder) {
  businesses(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    totalCount
    nodes {
      databaseId
      code
      name
      hasPendingMatches
      participantCount
      participants(first: 5, filter: { hasMissingDocuments: true }) {
        totalCount
        nodes {
          name
          paternalSurname
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
    {
      first: 10,
      after: null,
      filter: { hasMissingDocuments: true },
      orderBy: { field: 'NAME', direction: 'ASC' },
    },
  ),
  PERSONAL_EXAMPLE,
  makeExample(`
# Who the headers below say you are, and what you may do.
query Viewer {
  viewer {
    service
    scopes
  }
}
`),
  makeExample(
    `
# Any object by the opaque id that every answer carries.
query Node($id: ID!) {
  node(id: $id) {
    __typename
    id
    ... on Business {
      databaseId
      code
    }
    ... on Participant {
      databaseId
      personType
      business {
        databaseId
      }
    }
    ... on RequestedDocument {
      typeCode
      isAvailable
    }
    ... on DeletionReceipt {
      deleteMode
      completedAt
    }
  }
}
`,
    { id: encodeGlobalId('Business', 1) },
  ),
  makeExample(
    `
# What completeBusiness would delete, counted and not touched. Its version, sent as expectedVersion, keeps
# completeBusiness from deleting anything else.
query CompletionPreview($business: BusinessLookup!, $deleteMode: DeleteMode!) {
  completionPreview(business: $business, deleteMode: $deleteMode) {
    participantsToDelete
    documentsToDelete
    deletesBusiness
    version
  }
}
`,
    { business: { databaseId: 3 }, deleteMode: 'WITHOUT_LEGAL_ACT_FOLIO' },
  ),
  makeExample(
    `
# The questionnaires of the service, and what one user has filled.
query Questionnaires($userId: SafeInt!) {
  questionnaireTemplates {
    key
    title
    questions {
      key
      text
    }
  }
  filledQuestionnaires(userId: $userId) {
    key
    answers {
      question
      answer
      source
      combinedFrom
    }
    updatedAt
  }
}
`,
    { userId: 1 },
  ),
];
