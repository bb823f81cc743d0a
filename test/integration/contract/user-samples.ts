import { encodeGlobalId } from '../../../src/domain/shared/global-id.ts';
import type { FieldSample } from './samples.ts';

/** What is common to both ways to ask for a token. */
export const ISSUE = {
  scope: 'token:issue',
  isForKeys: true,
  refusalAction: 'access_token_refused',
} as const;

const MANAGE = { scope: 'user:manage', isForKeys: false } as const;

export const USER_QUERY_SAMPLES = {
  users: { ...MANAGE, document: () => '{ users { totalCount nodes { email } } }' },
  user: {
    ...MANAGE,
    document: ({ userId }) => `{ user(by: { databaseId: ${userId} }) { email } }`,
  },
} as const satisfies Record<string, FieldSample>;

export const USER_MUTATION_SAMPLES = {
  createUser: {
    ...MANAGE,
    document: ({ businessId }) => `mutation { createUser(input: {
      email: "nueva-${businessId}@example.test", givenName: "Ana" }) {
      __typename ... on CreateUserPayload { user { disabledAt } }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  updateUser: {
    ...MANAGE,
    document: ({ colleagueId }) => `mutation { updateUser(input: {
      user: { id: "${encodeGlobalId('User', colleagueId)}" }, paternalSurname: "Rey" }) {
      __typename ... on UpdateUserPayload { changed }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  disableUser: {
    ...MANAGE,
    document: ({ colleagueId }) => `mutation { disableUser(input: {
      user: { databaseId: ${colleagueId} } }) {
      __typename ... on DisableUserPayload { changed }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  enableUser: {
    ...MANAGE,
    document: ({ colleagueId }) => `mutation { enableUser(input: {
      user: { databaseId: ${colleagueId} } }) {
      __typename ... on EnableUserPayload { changed }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
} as const satisfies Record<string, FieldSample>;
