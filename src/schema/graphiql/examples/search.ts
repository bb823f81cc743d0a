import { createExample, type Example } from '../example.ts';

/** Example that searches participants across all businesses. */
export const SEARCH_EXAMPLE: Example = createExample(
  `
# Searches participants by name: each word matches anywhere in the name, without case and accents.
query ParticipantsByName($first: Int!, $after: String, $filter: ParticipantFilter, $orderBy: ParticipantOrder) {
  participants(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    totalCount
    nodes {
      databaseId
      externalPersonId
      name
      paternalSurname
      maternalSurname
      business {
        databaseId
        name
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
    first: 20,
    after: null,
    filter: {
      nameContains: 'ana',
      or: [
        { hasPendingMatches: true },
        { hasMissingDocuments: true },
        { personType: 'NATURAL_PERSON' },
      ],
    },
    orderBy: { field: 'NAME', direction: 'ASC' },
  },
);
