import { issueAccessTokenInput } from '../../resolvers/auth/inputs.ts';
import { issueAccessToken } from '../../resolvers/auth/issue-access-token.ts';
import { checksOf } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { IdempotencyError, InputValidationError, NotAuthorizedError } from '../base/errors.ts';

type IssuedToken = Awaited<ReturnType<typeof issueAccessToken>>;

const IssueAccessTokenPayload = builder
  .objectRef<IssuedToken>('IssueAccessTokenPayload')
  .implement({
    description: 'A bearer token. v4: `data` of the access token.',
    fields: (t) => ({
      accessToken: t.exposeString('accessToken', {
        description: 'The token, to be sent as `Authorization: Bearer …`. v4 `access_token`.',
      }),
      expiresAt: t.expose('expiresAt', {
        type: 'DateTime',
        description: 'Until when it is good. v4 `expires_in`, as an instant.',
      }),
    }),
  });

const IssueAccessTokenInput = builder.inputType('IssueAccessTokenInput', {
  description: 'User to issue the token for.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'The e-mail of the user. v4 `email`.' }),
  }),
});

builder.mutationField('issueAccessToken', (t) =>
  t.field({
    type: IssueAccessTokenPayload,
    description:
      'Issues a bearer token for a user of the service, by e-mail. Needs the scope token:issue of the API key, and refuses a caller that shows a token of a user. v4: Get access token by e-mail.',
    errors: { types: [InputValidationError, IdempotencyError, NotAuthorizedError] },
    args: {
      input: t.arg({
        type: IssueAccessTokenInput,
        required: true,
        description: 'User to issue the token for.',
        validate: { schema: checksOf(issueAccessTokenInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await issueAccessToken(ctx, input),
  }),
);
