import { describe, expect, it } from 'vitest';
import { TOKEN_SCOPES } from '../../../../src/auth/scopes.ts';
import { ANY_TEXT, at, dataOf, errorOf, INSTANT } from '../../../support/clients/graphql.ts';
import {
  addTestUser,
  createTestService,
  createTestTokens,
} from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
const ISSUE = `mutation ($email: String!) { issueAccessToken(input: { email: $email }) {
  __typename
  ... on IssueAccessTokenPayload { accessToken expiresAt }
  ... on UserError { message code }
  ... on InputValidationError { issues { path message } }
  ... on NotAuthorizedError { requiredScope }
} }`;

function keyHeaders(): Record<string, string> {
  return gateway.service.keyHeaders;
}

async function issue(email: string, headers = keyHeaders()) {
  return at(dataOf(await gateway.graphql(ISSUE, { email }, headers)), 'issueAccessToken');
}

describe('Query.viewer', () => {
  it('tells the service and the scopes of the caller', async () => {
    const reply = await gateway.graphql('{ viewer { service scopes } }');
    expect(dataOf(reply)).toEqual({
      viewer: {
        service: gateway.service.service,
        scopes: TOKEN_SCOPES.map((scope) => scope.toUpperCase().replace(':', '_')),
      },
    });
  });

  it('tells no more scopes than the token has', async () => {
    const tokens = await createTestTokens(gateway.db);
    const reader = await createTestService(gateway.db, tokens, { scopes: ['business:read'] });
    const reply = await gateway.graphql('{ viewer { scopes } }', {}, reader.headers);
    expect(dataOf(reply)).toEqual({ viewer: { scopes: ['BUSINESS_READ'] } });
  });

  it('answers 401 to a caller that shows a key and no token', async () => {
    const reply = await gateway.graphql('{ viewer { service } }', {}, keyHeaders());
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    expect(errorOf(reply)).toMatchObject({ code: 'NOT_AUTHORIZED', codeMessage: 'unauthorized' });
    expect(JSON.stringify(reply.body)).not.toContain(gateway.service.service);
  });
});

describe('Mutation.issueAccessToken', () => {
  it('gives a key a token that works, and says when it ends', async () => {
    const started = Date.now();
    const issued = await issue(gateway.service.email.toUpperCase());
    expect(issued).toEqual({
      __typename: 'IssueAccessTokenPayload',
      accessToken: ANY_TEXT,
      expiresAt: INSTANT,
    });
    // Tokens expire at whole seconds.
    const expiresAt = Date.parse(String(at(issued, 'expiresAt')));
    expect(expiresAt).toBeGreaterThan(started + 3_600_000 - 1_001);
    expect(expiresAt).toBeLessThan(Date.now() + 3_600_000 + 1_001);
    const authorization = `Bearer ${String(at(issued, 'accessToken'))}`;
    const viewer = await gateway.graphql(
      '{ viewer { service } }',
      {},
      {
        ...keyHeaders(),
        authorization,
      },
    );
    expect(dataOf(viewer)).toEqual({ viewer: { service: gateway.service.service } });
  });

  it('answers unknown users and users of another service alike, as data', async () => {
    const other = await createTestService(gateway.db, await createTestTokens(gateway.db));
    const refused = {
      __typename: 'NotAuthorizedError',
      message: 'The credentials are missing or invalid.',
      code: 'NOT_AUTHORIZED',
      requiredScope: null,
    };
    expect(await issue('nobody@example.test')).toEqual(refused);
    expect(await issue(other.email)).toEqual(refused);
  });

  it('refuses a user, and tells the scope that no token has', async () => {
    const colleague = await addTestUser(gateway.db, gateway.service.serviceId);
    for (const { email } of [gateway.service, colleague])
      expect(await issue(email, gateway.service.headers)).toEqual({
        __typename: 'NotAuthorizedError',
        message: 'The caller lacks the scope that the operation requires.',
        code: 'NOT_AUTHORIZED',
        requiredScope: 'TOKEN_ISSUE',
      });
  });

  it('answers an e-mail that cannot be one with its place in the input', async () => {
    expect(await issue('')).toEqual({
      __typename: 'InputValidationError',
      message: 'The input is invalid.',
      code: 'VALIDATION_FAILED',
      issues: [{ path: ['email'], message: 'Must not be empty' }],
    });
  });

  it('answers 401 where a token is shown that is wrong, though the key would be enough', async () => {
    const headers = { ...keyHeaders(), authorization: 'Bearer abc.def.ghi' };
    const reply = await gateway.graphql(ISSUE, { email: gateway.service.email }, headers);
    expect(reply.status).toBe(401);
  });
});
