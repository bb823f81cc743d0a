/** A page of everything that the interfaces' own descriptions show first of a business. */
const BUSINESS = `query WarmUp($databaseId: SafeInt!) {
  business(by: { databaseId: $databaseId }) {
    databaseId externalId code name
    responsibleUser { givenName paternalSurname maternalSurname email }
    participants(first: 20) {
      nodes {
        databaseId externalPersonId personType name paternalSurname maternalSurname email
        phone { countryCode number } registrationMode hasPendingMatches roles
        documents { typeCode downloadId }
      }
    }
  }
}`;

const LIST = `query WarmUp($first: Int!) {
  businesses(first: $first) { nodes { databaseId externalId code name } pageInfo { endCursor hasNextPage } }
}`;

const HEADERS = 'host: localhost\r\nauthorization: Bearer x\r\nx-api-key: x\r\nservice: x\r\n';

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\n${HEADERS}\r\n`;
}

function post(query: string, variables: object): string {
  const body = JSON.stringify({ query, variables });
  return `POST /graphql HTTP/1.1\r\n${HEADERS}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** The reads that come most, as whole requests; those of one business more often than lists. */
export const WARM_REQUESTS: readonly string[] = [
  post(BUSINESS, { databaseId: 1 }),
  get('/api/v4/business/detail?id=1'),
  post(BUSINESS, { databaseId: 1 }),
  get('/api/v4/business/detail?id=1'),
  post(LIST, { first: 20 }),
];
