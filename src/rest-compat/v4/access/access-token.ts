import { z } from 'zod';
import { issueAccessTokenInput } from '../../../resolvers/auth/inputs.ts';
import { issueAccessToken } from '../../../resolvers/auth/issue-access-token.ts';
import { succeed } from '../../respond.ts';
import { parseBody, type Route } from '../../route.ts';
import { envelopeSchema } from '../common/wire.ts';

const ISSUED = 'Access token issued';

const dataSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds'),
});

/** v4 names "Get access token by e-mail"; the path and both bodies are ours (decision 25). */
export const accessToken: Route = {
  method: 'POST',
  path: '/api/v4/auth/token',
  caller: 'key',
  faultMessage: 'Server error',
  handle: async (ctx, { body }) => {
    const issued = await issueAccessToken(ctx, parseBody(issueAccessTokenInput, body));
    const data: z.infer<typeof dataSchema> = {
      access_token: issued.accessToken,
      token_type: 'Bearer',
      expires_in: issued.expiresInSeconds,
    };
    return succeed(data, ISSUED);
  },
  description: {
    operationId: 'getAccessToken',
    summary: 'Get access token by e-mail',
    body: { schema: issueAccessTokenInput, isRequired: true },
    responses: [{ status: 200, description: ISSUED, schema: envelopeSchema(dataSchema) }],
  },
};
