import { createExample, type Example } from '../example.ts';

/** Selection of the errors of a mutation. */
const USER_ERROR = `    ... on UserError {
      __typename
      code
      message
    }`;

/** Examples of users, ready to run on the demo data. */
export const USER_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Users of the service, for whom tokens can be issued. Requires scope USER_MANAGE, which an API key has only
# when it is named explicitly.
query Users($filter: UserFilter, $lookup: UserLookup!) {
  users(first: 20, filter: $filter) {
    totalCount
    nodes {
      databaseId
      email
      givenName
      disabledAt
    }
  }
  user(by: $lookup) {
    id
    email
    createdAt
  }
}
`,
    { filter: { isDisabled: false }, lookup: { databaseId: 1 } },
  ),
  createExample(
    `
# Creates a user, for whom tokens can be issued. A second run fails: the e-mail address exists already.
mutation CreateUser($input: CreateUserInput!) {
  createUser(input: $input) {
    ... on CreateUserPayload {
      user {
        databaseId
        email
      }
    }
${USER_ERROR}
  }
}
`,
    { input: { email: 'nadia@example.com', givenName: 'Nadia', paternalSurname: 'Soto' } },
  ),
  createExample(
    `
# Changes the names of a user in all its businesses. Omitted fields keep their value.
mutation UpdateUser($input: UpdateUserInput!) {
  updateUser(input: $input) {
    ... on UpdateUserPayload {
      changed
      user {
        givenName
        maternalSurname
      }
    }
${USER_ERROR}
  }
}
`,
    { input: { user: { databaseId: 1 }, maternalSurname: 'Luna' } },
  ),
  createExample(
    `
# Disables a user: tokens of the user stop working within five seconds. Callers cannot disable themselves.
mutation DisableUser($input: DisableUserInput!) {
  disableUser(input: $input) {
    ... on DisableUserPayload {
      changed
      user {
        disabledAt
      }
    }
${USER_ERROR}
  }
}
`,
    { input: { user: { databaseId: 2 } } },
  ),
  createExample(
    `
# Enables a disabled user. Tokens that have not expired work again.
mutation EnableUser($input: EnableUserInput!) {
  enableUser(input: $input) {
    ... on EnableUserPayload {
      changed
      user {
        disabledAt
      }
    }
${USER_ERROR}
  }
}
`,
    { input: { user: { databaseId: 2 } } },
  ),
];
