import { type Example, makeExample } from '../example.ts';

/** The mutations of GraphiQL's tabs that keep a business up to date, ready to run on the demo data. */
export const WRITE_EXAMPLES: readonly Example[] = [
  makeExample(
    `
# Creates the business, or updates it when it is sent again: version counts up only where something changed.
# What is left out stays as it is; null removes it.
mutation Upsert($input: UpsertBusinessInput!) {
  upsertBusiness(input: $input) {
    ... on UpsertBusinessPayload {
      created
      replayed
      business {
        databaseId
        version
        participants {
          nodes {
            databaseId
            externalPersonId
            name
            documents {
              typeCode
              isAvailable
            }
          }
        }
      }
    }
    ... on UserError {
      __typename
      code
      message
    }
    ... on InputValidationError {
      issues {
        path
        message
      }
    }
  }
}
`,
    {
      input: {
        externalId: 880001,
        code: 'F/880001',
        name: 'Fideicomiso de ejemplo',
        responsibleUser: { givenName: 'Irene', email: 'irene@example.com' },
        participants: [
          {
            externalPersonId: 880101,
            personType: 'NATURAL_PERSON',
            name: 'Elena',
            paternalSurname: 'Ríos',
            email: 'elena.rios@example.com',
            roles: ['Fideicomitente'],
            requestedDocumentTypes: ['INE', 'CSF'],
          },
        ],
        missingParticipants: 'KEEP',
      },
    },
  ),
  makeExample(
    `
# Decides on a person's matches; v4 shows what is left as match_resolution_pending. To decide otherwise later: reopen.
# v4: POST /api/v4/fiduciary/person/matches/resolved
mutation Matches($input: ResolveParticipantMatchesInput!) {
  resolveParticipantMatches(input: $input) {
    ... on ResolveParticipantMatchesPayload {
      participant {
        databaseId
        hasPendingMatches
        matches {
          sourceCode
          externalId
          state
          resolutions {
            decision
            reason
            createdAt
          }
        }
      }
      resolvedCount
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
        participant: { databaseId: 4 },
        verdict: 'FALSE_POSITIVE',
        reason: 'DIFFERENT_NAME',
        note: 'Otra razón social',
      },
    },
  ),
  makeExample(
    `
# The same on a person in every business, by the provider's id.
# v4: POST /api/v4/fiduciary/person/matches/resolved
mutation ResolvePersonMatches($input: ResolvePersonMatchesInput!) {
  resolvePersonMatches(input: $input) {
    ... on ResolvePersonMatchesPayload {
      participants {
        databaseId
        hasPendingMatches
      }
      resolvedCount
      pendingCount
    }
    ... on UserError {
      __typename
      code
      message
    }
  }
}
`,
    { input: { externalPersonId: 9004, verdict: 'FALSE_POSITIVE', reason: 'HOMONYM' } },
  ),
  makeExample(
    `
# Records the generated file of a requested document. v4 shows it as id_descarga.
mutation AttachDocument($input: AttachDocumentInput!) {
  attachDocument(input: $input) {
    ... on AttachDocumentPayload {
      document {
        typeCode
        downloadId
      }
      participant {
        databaseId
      }
    }
    ... on UserError {
      __typename
      code
      message
    }
    ... on InputValidationError {
      issues {
        path
        message
      }
    }
  }
}
`,
    {
      input: { participant: { databaseId: 4 }, typeCode: 'ACTA_CONSTITUTIVA', downloadId: 880201 },
    },
  ),
];
