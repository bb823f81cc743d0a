import { createExample, type Example } from '../example.ts';

/** Examples of mutations that update a business, ready to run on the demo data. */
export const WRITE_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Creates a business; a second request updates it. The version increases only when something changed.
# Omitted fields keep their value; null deletes a value.
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
  createExample(
    `
# Records a decision on the matches of a participant. A later request with reopen: true can supersede it.
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
  createExample(
    `
# Records a decision on the matches of a person in all businesses, by the id in the client system.
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
  createExample(
    `
# Attaches a file to a requested document. The gateway has no file 880201, so the document becomes isExternal.
# v4: id_descarga
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
