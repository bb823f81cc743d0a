import { builder } from './builder.ts';

export const SCOPES = {
  BUSINESS_READ: {
    value: 'business:read',
    description:
      'Permits every query, and reading the business data in mutation results. v4: GET /api/v4/business/detail.',
  },
  PERSONAL_READ: {
    value: 'personal:read',
    description:
      'Permits reading Participant.personalInformation unmasked, together with `business:read`. v4: GET /api/v4/fiduciary/participant/detail.',
  },
  BUSINESS_WRITE: {
    value: 'business:write',
    description:
      'Permits upsertBusiness, upsertBusinesses, resolveParticipantMatches, resolvePersonMatches and attachDocument. Business data in their results requires `business:read` in addition. v4: POST /api/v4/fiduciary/requests/batch, and with BUSINESS_READ /requests and /person/matches/resolved.',
  },
  BUSINESS_COMPLETE: {
    value: 'business:complete',
    description:
      'Permits completeBusiness. Together with `business:write`, permits `missingParticipants: DELETE` of upsertBusiness. v4: POST /api/v4/fiduciary/{business_id}/complete.',
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
      'Permits sat69, sat69b and their batch queries. v4: POST /api/v4/blacklist/sat69 and /sat69b.',
  },
  SCREENING_READ: {
    value: 'screening:read',
    description:
      'Permits reading screenings with their matches, and lists with their entries. v4: GET /api/v4/blacklist/report/{report_id}.',
  },
  SCREENING_WRITE: {
    value: 'screening:write',
    description: 'Permits screen. v4: POST /api/v4/blacklist/ofac/report and /peps/report.',
  },
  SCREENING_MANAGE: {
    value: 'screening:manage',
    description:
      'Permits reading and changing the settings of automatic screening: which participants, against which lists.',
  },
  REPORT_READ: {
    value: 'report:read',
    description:
      'Permits reading socio-economic reports and consents. Report content requires `personal:read` in addition. v4: GET /api/v4/socioeconomic/report/{report_id}.',
  },
  REPORT_WRITE: {
    value: 'report:write',
    description:
      'Permits recordConsent, revokeConsent, updateSocioeconomicSection and finalizeSocioeconomicReport. Together with `personal:read`, permits generateSocioeconomicReport. v4: POST /api/v4/socioeconomic/report.',
  },
  FILE_READ: {
    value: 'file:read',
    description:
      'Permits reading files, their names and their bytes. v4: GET /api/v4/file/{file_id}.',
  },
  FILE_WRITE: {
    value: 'file:write',
    description: 'Permits createFileUpload and completeFileUpload. v4: POST /api/v4/file/upload.',
  },
  QUESTIONNAIRE_WRITE: {
    value: 'questionnaire:write',
    description:
      'Permits upsertQuestionnaireTemplate. Template data in its result requires `business:read` in addition.',
  },
  USER_MANAGE: {
    value: 'user:manage',
    description:
      'Permits users, user, createUser, updateUser, disableUser and enableUser. An API key has this scope only when its scope list names it.',
  },
  TOKEN_ISSUE: {
    value: 'token:issue',
    description:
      'Permits issueAccessToken, for a request with an API key and without a user token. An API key has this scope only when its scope list names it; a user token never has it. v4: POST /api/v4/auth/token.',
  },
  AUDIT_READ: {
    value: 'audit:read',
    description: 'Permits auditEvents: reading the audit trail of the service.',
  },
  WEBHOOK_MANAGE: {
    value: 'webhook:manage',
    description:
      'Permits reading and changing webhook endpoints, their secrets and their deliveries. Endpoints receive events without `business:read`.',
  },
} as const;

export const Scope = builder.enumType('Scope', {
  description: 'Permission of a caller.',
  values: SCOPES,
});
