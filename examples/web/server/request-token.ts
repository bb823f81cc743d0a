/** The gateway as this server reaches it. The API key has the scope `token:issue` and never leaves the server. */
export type GatewayAccess = { url: string; service: string; apiKey: string };

const ISSUE = `mutation SignIn($email: String!) {
  issueAccessToken(input: { email: $email }) {
    ... on IssueAccessTokenPayload { accessToken }
    ... on NotAuthorizedError { requiredScope }
  }
}`;

const TIMEOUT_MS = 10_000;

/** Asks the gateway for a token of a user; undefined where it has no such enabled user. Throws when it issues none. */
export async function requestToken(
  { url, service, apiKey }: GatewayAccess,
  email: string,
): Promise<string | undefined> {
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, service },
    body: JSON.stringify({ query: ISSUE, variables: { email } }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const issued = member(member(await response.json(), 'data'), 'issueAccessToken');
  const token = member(issued, 'accessToken');
  if (typeof token === 'string') return token;
  if (member(issued, 'requiredScope') === null) return undefined;
  throw new Error(`The gateway issues no token (${response.status}): check GATEWAY_API_KEY.`);
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
