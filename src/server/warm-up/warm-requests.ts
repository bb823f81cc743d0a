/** Query with the business fields of the first example in the documentation of both interfaces. */
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

/** Returns the most frequent reads under one operation name; reads of one business occur more often than lists. */
function buildRequests(name: string): string[] {
  const business = post(name, BUSINESS, { databaseId: 1 });
  const detail = get('/api/v4/business/detail?id=1');
  return [business, detail, business, detail, post(name, LIST, { first: 20 })];
}

/** Request of a health probe, whose headers differ from those of clients. */
const PROBE =
  'GET /health/live HTTP/1.1\r\nhost: localhost\r\nuser-agent: x\r\naccept: */*\r\naccept-encoding: gzip\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n';

/** Numbers of operation names and of repetitions after which V8 has compiled the code. */
const OPERATION_NAMES = 15;
const REPETITIONS = 40;

/**
 * Yields the requests of a warm-up in order. They include new documents and probes without credentials, as real traffic
 * does: V8 would otherwise discard the compiled code at the first of them.
 */
export function* generateWarmUpRequests(): Generator<string, void> {
  for (let name = 1; name <= OPERATION_NAMES; name += 1) {
    yield PROBE;
    const requests = buildRequests(`WarmUp${name}`);
    for (let time = 0; time < REPETITIONS; time += 1) yield* requests;
  }
}
