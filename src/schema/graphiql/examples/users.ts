import { type Example, makeExample } from '../example.ts';

const FAILURES = `    ... on UserError {
      __typename
      code
      message
    }`;

/** The users of a service in GraphiQL's tabs, ready to run on the demo data. */
export const USER_EXAMPLES: readonly Example[] = [
  makeExample(
    `
# Whom tokens can be asked for. Needs the scope USER_MANAGE, which a key has only where it was asked for.
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
  makeExample(
    `
# A user whom tokens can be asked for from then on. Run it again: the e-mail is taken.
mutation CreateUser($input: CreateUserInput!) {
  createUser(input: $input) {
    ... on CreateUserPayload {
      user {
        databaseId
        email
      }
    }
${FAILURES}
  }
}
`,
    { input: { email: 'nadia@example.com', givenName: 'Nadia', paternalSurname: 'Soto' } },
  ),
  makeExample(
    `
# Changes names, for every business that the user is responsible for; what is left out stays.
mutation UpdateUser($input: UpdateUserInput!) {
  updateUser(input: $input) {
    ... on UpdateUserPayload {
      changed
      user {
        givenName
        maternalSurname
      }
    }
${FAILURES}
  }
}
`,
    { input: { user: { databaseId: 1 }, maternalSurname: 'Luna' } },
  ),
  makeExample(
    `
# Ends all tokens of a user within five seconds. Callers cannot disable themselves.
mutation DisableUser($input: DisableUserInput!) {
  disableUser(input: $input) {
    ... on DisableUserPayload {
      changed
      user {
        disabledAt
      }
    }
${FAILURES}
  }
}
`,
    { input: { user: { databaseId: 2 } } },
  ),
  makeExample(
    `
# Lets a disabled user in again, with tokens that have not expired yet.
mutation EnableUser($input: EnableUserInput!) {
  enableUser(input: $input) {
    ... on EnableUserPayload {
      changed
      user {
        disabledAt
      }
    }
${FAILURES}
  }
}
`,
    { input: { user: { databaseId: 2 } } },
  ),
];
