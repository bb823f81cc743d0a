import { createExample, type Example } from '../example.ts';

/** Examples of batch mutations, ready to run on the demo data. */
export const SEVERAL_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Several businesses in one request, each with its own outcome. A rejected business does not affect the others.
# v4: POST /api/v4/fiduciary/requests/batch
mutation UpsertBusinesses($input: UpsertBusinessesInput!) {
  upsertBusinesses(input: $input) {
    ... on UpsertBusinessesPayload {
      outcomes {
        __typename
        ... on UpsertedBusiness {
          created
          business {
            databaseId
            version
          }
        }
        ... on InputValidationError {
          issues {
            path
            code
          }
        }
      }
    }
    ... on UserError {
      __typename
      code
      message
    }
  }
}
`,
    {
      input: {
        businesses: [
          { externalId: 880002, code: 'F/880002', name: 'Fideicomiso de ejemplo dos' },
          { externalId: 880003, code: 'F/880003' },
        ],
      },
    },
  ),
];
