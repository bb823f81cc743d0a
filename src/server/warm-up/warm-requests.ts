/** Page with the business fields that the descriptions of both interfaces show first. */
const BUSINESS = `query NAME($databaseId: SafeInt!) {
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

const LIST = `query NAME($first: Int!) {
  businesses(first: $first) { nodes { databaseId externalId code name } pageInfo { endCursor hasNextPage } }
}`;

const HEADERS = 'host: localhost\r\nauthorization: Bearer x\r\nx-api-key: x\r\nservice: x\r\n';

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\n${HEADERS}\r\n`;
}

function post(name: string, query: string, variables: object): string {
  const body = JSON.stringify({ query: query.replace('NAME', name), variables });
  return `POST /graphql HTTP/1.1\r\n${HEADERS}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** Most frequent reads under one operation name; those of one business more often than lists. */
function buildRequests(name: string): string[] {
  const business = post(name, BUSINESS, { databaseId: 1 });
  const detail = get('/api/v4/business/detail?id=1');
  return [business, detail, business, detail, post(name, LIST, { first: 20 })];
}

/** Request of a health probe, which has other headers than those of a client. */
const PROBE =
  'GET /health/live HTTP/1.1\r\nhost: localhost\r\nuser-agent: x\r\naccept: */*\r\naccept-encoding: gzip\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n';

/** Numbers of names and repetitions after which V8 has compiled the code. */
const NAMES = 15;
const TIMES = 40;

/**
 * Yields the requests of a warm-up in their order. Some have new documents, and one has no credentials: real traffic
 * has them too, probes first, and V8 would discard code that was compiled without them.
 */
export function* warmRequests(): Generator<string, void> {
  for (let name = 1; name <= NAMES; name += 1) {
    yield PROBE;
    const requests = buildRequests(`WarmUp${name}`);
    for (let time = 0; time < TIMES; time += 1) yield* requests;
  }
}
