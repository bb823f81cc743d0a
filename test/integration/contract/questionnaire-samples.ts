import type { FieldSample } from './samples.ts';

const READ = { scope: 'business:read', isForKeys: false } as const;

export const QUESTIONNAIRE_QUERY_SAMPLES = {
  questionnaireTemplates: { ...READ, document: () => '{ questionnaireTemplates { key } }' },
  filledQuestionnaires: {
    ...READ,
    document: ({ userId }) => `{ filledQuestionnaires(userId: ${userId}) { key } }`,
  },
} as const satisfies Record<string, FieldSample>;

export const QUESTIONNAIRE_MUTATION_SAMPLES = {
  importAnswers: {
    scope: 'answers:import',
    isForKeys: false,
    document: ({ userId }) => `mutation { importAnswers(input: { userId: ${userId},
      templates: ["kyc"], answers: [{ question: "q1", answer: "dos" }] }) {
      __typename ... on ImportAnswersPayload { templates { processed } }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  upsertQuestionnaireTemplate: {
    scope: 'questionnaire:write',
    isForKeys: false,
    document: () => `mutation { upsertQuestionnaireTemplate(input: { key: "nuevo", title: "Nuevo",
      questions: [{ key: "q1", text: "?" }] }) {
      __typename ... on UpsertQuestionnaireTemplatePayload { replayed }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
} as const satisfies Record<string, FieldSample>;
