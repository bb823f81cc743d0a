import { type Example, makeExample } from '../example.ts';
import { SEVERAL_EXAMPLES } from './several.ts';
import { WRITE_EXAMPLES } from './writes.ts';

/** Every mutation of GraphiQL's tabs, ready to run on the demo data. */
export const MUTATION_EXAMPLES: readonly Example[] = [
  ...WRITE_EXAMPLES,
  ...SEVERAL_EXAMPLES,
  makeExample(
    `
# With dryRun nothing is stored: the answer says what the import would do.
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
  makeExample(
    `
# The whole template: what it does not list is no longer asked. Answers to that stay.
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
  makeExample(
    `
# PERMANENTLY deletes the participants that have no legal-act folio. There is no way back.
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
  }
}
`,
    { input: { business: { databaseId: 2 }, deleteMode: 'WITHOUT_LEGAL_ACT_FOLIO' } },
  ),
  makeExample(
    `
# A bearer token for a user of the service, by e-mail. Needs x-api-key and service with the scope token:issue,
# and no authorization: remove that header first.
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
