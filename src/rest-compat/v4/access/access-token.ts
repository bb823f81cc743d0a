import { z } from 'zod';
import { issueAccessTokenInput } from '../../../resolvers/auth/inputs.ts';
import { issueAccessToken } from '../../../resolvers/auth/issue-access-token.ts';
import { succeed } from '../../respond.ts';
import { parseBody, type Route } from '../../route.ts';
import { envelopeSchema } from '../common/wire.ts';

const ISSUED = 'Access token issued';

const wireSchema = issueAccessTokenInput.meta({ id: 'AccessTokenRequest' });

const dataSchema = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Lifetime of the token, in seconds.'),
  })
  .meta({ id: 'AccessToken' });

/** v4: Get access token by e-mail. The v4 document specifies neither path nor bodies. */
export const accessToken: Route = {
  method: 'POST',
  path: '/api/v4/auth/token',
  caller: 'key',
  faultMessage: 'Server error',
  handle: async (ctx, { body }) => {
    const issued = await issueAccessToken(ctx, parseBody(wireSchema, body));
    const data: z.infer<typeof dataSchema> = {
      access_token: issued.accessToken,
      token_type: 'Bearer',
      expires_in: issued.expiresInSeconds,
    };
    return succeed(data, ISSUED);
  },
  description: {
    operationId: 'getAccessToken',
    tag: 'Access',
    summary: 'Get access token by e-mail',
    description:
      'Issues a token with the scopes of the API key for the enabled user of the service with this e-mail address. An unknown user is rejected with 401, like a wrong key. A request with a user token is rejected with 403.',
    scopes: ['token:issue'],
    body: {
      schema: wireSchema,
      isRequired: true,
      examples: {
        user: { summary: 'User of the service', value: { email: 'operaciones@example.com' } },
      },
    },
    responses: [
      { status: 200, description: ISSUED, schema: envelopeSchema('AccessToken', dataSchema) },
    ],
  },
};
