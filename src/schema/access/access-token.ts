import { issueAccessTokenInput } from '../../resolvers/auth/inputs.ts';
import { issueAccessToken } from '../../resolvers/auth/issue-access-token.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { IdempotencyError, InputValidationError, NotAuthorizedError } from '../base/errors.ts';

type IssuedToken = Awaited<ReturnType<typeof issueAccessToken>>;

const IssueAccessTokenPayload = builder
  .objectRef<IssuedToken>('IssueAccessTokenPayload')
  .implement({
    description: 'Payload of issueAccessToken. v4: `data` of the access token.',
    fields: (t) => ({
      accessToken: t.exposeString('accessToken', {
        description:
          'Bearer token, for the header `Authorization: Bearer <token>`. v4: `access_token`.',
      }),
      expiresAt: t.expose('expiresAt', {
        type: 'DateTime',
        description: 'Time when the token expires. v4: `expires_in`, in seconds.',
      }),
    }),
  });

const IssueAccessTokenInput = builder.inputType('IssueAccessTokenInput', {
  description: 'User that the token is issued for.',
  fields: (t) => ({
    email: t.string({
      required: true,
      description: 'E-mail address of the user, ignoring case. v4: `email`.',
    }),
  }),
});

builder.mutationField('issueAccessToken', (t) =>
  t.field({
    type: IssueAccessTokenPayload,
    description:
      'Issues a bearer token for an enabled user of the service. The token has the scopes of the API key, except `token:issue`. Fails with NotAuthorizedError when the service has no enabled user with the e-mail address. Requires scope `token:issue`, of an API key that is sent without a user token. v4: POST /api/v4/auth/token.',
    errors: { types: [InputValidationError, IdempotencyError, NotAuthorizedError] },
    args: {
      input: t.arg({
        type: IssueAccessTokenInput,
        required: true,
        description: 'User that the token is issued for.',
        validate: { schema: createChecks(issueAccessTokenInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await issueAccessToken(ctx, input),
  }),
);
