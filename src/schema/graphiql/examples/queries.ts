import { createExample, type Example } from '../example.ts';
import { PERSONAL_EXAMPLE } from './personal.ts';
import { SEARCH_EXAMPLE } from './search.ts';

/** Examples that read lists and related objects. The first one is the first tab. */
export const QUERY_EXAMPLES: readonly Example[] = [
  createExample(
    `
# A business with its participants and their documents.
# v4: GET /api/v4/business/detail?id=…
query Business($databaseId: SafeInt!) {
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
  createExample(
    `
# Businesses with missing documents, ordered by name. Pass pageInfo.endCursor as "after" for the next page.
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
  SEARCH_EXAMPLE,
  createExample(
    `
# Participants of a business without a legal-act folio, page by page.
# v4 sends all of them in one response, as participantes.
query Participants($databaseId: SafeInt!, $first: Int!, $after: String, $filter: ParticipantFilter) {
  business(by: { databaseId: $databaseId }) {
    participants(first: $first, after: $after, filter: $filter) {
      totalCount
      nodes {
        databaseId
        name
        roles
        hasPendingMatches
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`,
    { databaseId: 1, first: 2, after: null, filter: { hasLegalActFolio: false } },
  ),
  createExample(
    `
# Counts the data that completeBusiness would delete, and deletes nothing. When version is sent as expectedVersion,
# completeBusiness deletes nothing if the business has changed since.
query Completion($business: BusinessLookup!, $deleteMode: DeleteMode!) {
  completionPreview(business: $business, deleteMode: $deleteMode) {
    warnings
    pendingMatchesToDelete
    trueMatchesToDelete
    participantsToDelete
    documentsToDelete
    deletesBusiness
    version
  }
}
`,
    { business: { databaseId: 3 }, deleteMode: 'WITHOUT_LEGAL_ACT_FOLIO' },
  ),
  createExample(
    `
# Questionnaires of the service, and those that one user has filled.
query Answers($userId: SafeInt!) {
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
  createExample(`
# Caller that the headers below identify, with its scopes, the rate limit and the quotas of the service.
query Viewer {
  viewer {
    service
    scopes
    rateLimit {
      limit
      remaining
      cost
      resetAt
    }
    quotas {
      kind
      used
      limit
    }
  }
}
`),
];
