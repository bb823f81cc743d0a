import { Client, fetchExchange } from 'urql';
import { GATEWAY_PATH } from './client.ts';
import { graphql } from './graphql.ts';
import type { Session } from './session.ts';

const SIGN_IN = graphql(`
  mutation SignIn($input: IssueAccessTokenInput!) {
    issueAccessToken(input: $input) {
      __typename
      ... on IssueAccessTokenPayload {
        accessToken
      }
      ... on UserError {
        message
      }
    }
  }
`);

export type Credentials = { service: string; apiKey: string; email: string };

/** Exchanges an e-mail for a token; throws an Error whose message is for people. */
export async function signIn({ service, apiKey, email }: Credentials): Promise<Session> {
  const client = new Client({
    url: GATEWAY_PATH,
    preferGetMethod: false,
    fetchOptions: { headers: { service, 'x-api-key': apiKey } },
    exchanges: [fetchExchange],
  });
  const { data, error } = await client.mutation(SIGN_IN, { input: { email } });
  const result = data?.issueAccessToken;
  if (result?.__typename === 'IssueAccessTokenPayload')
    return { service, apiKey, accessToken: result.accessToken };
  throw new Error(result?.message ?? error?.graphQLErrors[0]?.message ?? 'The gateway is away.');
}
