import { builder } from './builder.ts';

export const SCOPES = {
  BUSINESS_READ: {
    value: 'business:read',
    description:
      'Permits reading businesses, participants, questionnaires and deletion receipts, in queries and in mutation results. v4: GET /api/v4/business/detail.',
  },
  PERSONAL_READ: {
    value: 'personal:read',
    description:
      'Permits reading personal information unmasked, in addition to the scope that the object itself requires. v4: GET /api/v4/fiduciary/participant/detail.',
  },
  BUSINESS_WRITE: {
    value: 'business:write',
    description:
      'Permits upsertBusiness, upsertBusinesses, resolveParticipantMatches, resolvePersonMatches and attachDocument; together with `file:read` and `personal:read`, applyExtraction. Reading business data in their results requires `business:read` too. v4: POST /api/v4/fiduciary/requests/batch, and together with BUSINESS_READ POST /api/v4/fiduciary/requests and /person/matches/resolved.',
  },
  BUSINESS_COMPLETE: {
    value: 'business:complete',
    description:
      'Permits completeBusiness, which deletes data permanently. Together with `business:write`, permits `missingParticipants: DELETE` of upsertBusiness. v4: POST /api/v4/fiduciary/{business_id}/complete.',
  },
  ANSWERS_IMPORT: {
    value: 'answers:import',
    description: 'Permits importAnswers. v4: POST /api/v4/quiz/answers/import/api.',
  },
  TAX_VALIDATE: {
    value: 'tax:validate',
    description:
      'Permits validateRfc, validateRfcs and validateCurp. v4: POST /api/v4/rfc/validate.',
  },
  LIST_READ: {
    value: 'list:read',
    description:
      'Permits look-ups in the lists of the SAT (sat69, sat69b and their batch queries), and reading lists and their entries (watchLists, listEntry). v4: POST /api/v4/blacklist/sat69 and /sat69b.',
  },
  SCREENING_READ: {
    value: 'screening:read',
    description:
      'Permits reading screenings with their matches and list entries, and verifying reports; together with `personal:read`, reading screening reports. v4: GET /api/v4/blacklist/report/{report_id}.',
  },
  SCREENING_WRITE: {
    value: 'screening:write',
    description:
      'Permits screen and deleteScreening. v4: POST /api/v4/blacklist/ofac/report and /peps/report.',
  },
  SCREENING_MANAGE: {
    value: 'screening:manage',
    description:
      'Permits reading and changing the settings of automatic screening and of decisions on matches. An API key has this scope only when it is named explicitly.',
  },
  REPORT_READ: {
    value: 'report:read',
    description:
      'Permits reading socioeconomic reports and consents. The content of a report requires `personal:read` too. v4: GET /api/v4/socioeconomic/report/{report_id}.',
  },
  REPORT_WRITE: {
    value: 'report:write',
    description:
      'Permits recordConsent, revokeConsent, updateSocioeconomicSection and finalizeSocioeconomicReport; together with `personal:read`, generateSocioeconomicReport. v4: POST /api/v4/socioeconomic/report.',
  },
  FILE_READ: {
    value: 'file:read',
    description:
      'Permits reading and downloading files, and reading extractions. v4: GET /api/v4/file/{file_id}.',
  },
  FILE_WRITE: {
    value: 'file:write',
    description:
      'Permits createFileUpload, completeFileUpload and extractDocument. v4: POST /api/v4/file/upload.',
  },
  QUESTIONNAIRE_WRITE: {
    value: 'questionnaire:write',
    description:
      'Permits upsertQuestionnaireTemplate. Reading the template in its result requires `business:read` too.',
  },
  USER_MANAGE: {
    value: 'user:manage',
    description:
      'Permits reading and changing users: users, user, createUser, updateUser, disableUser and enableUser. An API key has this scope only when it is named explicitly.',
  },
  TOKEN_ISSUE: {
    value: 'token:issue',
    description:
      'Permits issueAccessToken for a request with an API key and without a user token. An API key has this scope only when it is named explicitly; a user token never has it. v4: POST /api/v4/auth/token.',
  },
  AUDIT_READ: {
    value: 'audit:read',
    description: 'Permits reading the audit trail of the service: auditEvents.',
  },
  WEBHOOK_MANAGE: {
    value: 'webhook:manage',
    description:
      'Permits reading and changing webhook endpoints, their secrets and their deliveries. An endpoint receives events without scope `business:read`.',
  },
} as const;

export const Scope = builder.enumType('Scope', {
  description:
    'Permission of a caller. A request has the scopes that both its API key and its user token have.',
  values: SCOPES,
});
