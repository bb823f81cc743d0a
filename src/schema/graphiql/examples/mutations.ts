import { createExample, type Example } from '../example.ts';
import { SEVERAL_EXAMPLES } from './several.ts';
import { WRITE_EXAMPLES } from './writes.ts';

/** Examples of mutations, ready to run on the demo data. */
export const MUTATION_EXAMPLES: readonly Example[] = [
  ...WRITE_EXAMPLES,
  ...SEVERAL_EXAMPLES,
  createExample(
    `
# Imports answers of a user. With dryRun, the result is the same, but nothing is stored.
# v4: POST /api/v4/quiz/answers/import/api
mutation ImportAnswers($input: ImportAnswersInput!) {
  importAnswers(input: $input) {
    ... on ImportAnswersPayload {
      templates {
        processed
        failed {
          key
          reason
        }
      }
      combinedFrom {
        processed
        failed {
          key
          reason
        }
      }
      questionnaires {
        key
        answers {
          question
          answer
          source
          combinedFrom
        }
      }
      ignoredQuestions
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
        userId: 1,
        templates: ['perfil-transaccional'],
        combinedFrom: ['datos-generales'],
        answers: [{ question: 'origen-recursos', answer: 'Ahorro' }],
        dryRun: true,
      },
    },
  ),
  createExample(
    `
# Stores a complete questionnaire template. Stored questions that the input omits are removed; their answers are kept.
mutation UpsertQuestionnaireTemplate($input: UpsertQuestionnaireTemplateInput!) {
  upsertQuestionnaireTemplate(input: $input) {
    ... on UpsertQuestionnaireTemplatePayload {
      created
      changed
      template {
        key
        version
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
        key: 'visita-domiciliaria',
        title: 'Visita domiciliaria',
        questions: [{ key: 'fecha', text: '¿Cuándo se hizo la visita?' }],
      },
    },
  ),
  createExample(
    `
# PERMANENTLY deletes the participants without a legal-act folio. This cannot be undone.
# acknowledge names the warnings of completionPreview. If one is missing, nothing is deleted.
# v4: POST /api/v4/fiduciary/{business_id}/complete
mutation CompleteBusiness($input: CompleteBusinessInput!) {
  completeBusiness(input: $input) {
    ... on CompleteBusinessPayload {
      receipt {
        id
        businessDatabaseId
        deleteMode
        deletedParticipantCount
        deletedDocumentCount
        deletedMatchCount
        deletedScreeningCount
        deletedReportCount
        businessDeleted
        completedAt
      }
      business {
        databaseId
        participantCount
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
        code
      }
    }
  }
}
`,
    {
      input: {
        business: { databaseId: 2 },
        deleteMode: 'WITHOUT_LEGAL_ACT_FOLIO',
        acknowledge: ['PENDING_MATCHES', 'TRUE_MATCHES'],
      },
    },
  ),
  createExample(
    `
# Issues a bearer token for a user of the service. Requires the headers x-api-key and service, scope token:issue,
# and no authorization header: remove it first.
# v4: POST /api/v4/auth/token
mutation IssueAccessToken($input: IssueAccessTokenInput!) {
  issueAccessToken(input: $input) {
    ... on IssueAccessTokenPayload {
      accessToken
      expiresAt
    }
    ... on UserError {
      __typename
      code
      message
    }
  }
}
`,
    { input: { email: 'operaciones@example.com' } },
  ),
];
