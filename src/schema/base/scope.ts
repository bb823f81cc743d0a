import { builder } from './builder.ts';

export const SCOPES = {
  BUSINESS_READ: {
    value: 'business:read',
    description:
      'Every query, and what mutations answer of a business. v4: GET /api/v4/business/detail.',
  },
  PERSONAL_READ: {
    value: 'personal:read',
    description:
      'Participant.personalInformation unmasked, besides BUSINESS_READ. v4: GET /api/v4/fiduciary/participant/detail.',
  },
  BUSINESS_WRITE: {
    value: 'business:write',
    description:
      'upsertBusiness, upsertBusinesses, resolveParticipantMatches, resolvePersonMatches, attachDocument; what they answer of a business needs BUSINESS_READ too. v4: POST /api/v4/fiduciary/requests/batch, and with BUSINESS_READ /requests and /person/matches/resolved.',
  },
  BUSINESS_COMPLETE: {
    value: 'business:complete',
    description:
      'completeBusiness, and missingParticipants: DELETE of upsertBusiness besides BUSINESS_WRITE. v4: POST /api/v4/fiduciary/{business_id}/complete.',
  },
  ANSWERS_IMPORT: {
    value: 'answers:import',
    description: 'importAnswers. v4: POST /api/v4/quiz/answers/import/api.',
  },
  TAX_VALIDATE: {
    value: 'tax:validate',
    description: 'validateRfc, validateRfcs and validateCurp. v4: POST /api/v4/rfc/validate.',
  },
  LIST_READ: {
    value: 'list:read',
    description: 'sat69, sat69b and their batches. v4: POST /api/v4/blacklist/sat69 and /sat69b.',
  },
  SCREENING_READ: {
    value: 'screening:read',
    description:
      'Screenings with what they found, the lists and their entries. v4: GET /api/v4/blacklist/report/{report_id}.',
  },
  SCREENING_WRITE: {
    value: 'screening:write',
    description: 'screen. v4: POST /api/v4/blacklist/ofac/report and /peps/report.',
  },
  SCREENING_MANAGE: {
    value: 'screening:manage',
    description: 'Whom the gateway screens by itself, and on which lists. Not in v4.',
  },
  REPORT_READ: {
    value: 'report:read',
    description:
      'Socio-economic reports and consents; what a report says needs PERSONAL_READ too. v4: GET /api/v4/socioeconomic/report/{report_id}.',
  },
  REPORT_WRITE: {
    value: 'report:write',
    description:
      'recordConsent, revokeConsent, updateSocioeconomicSection, finalizeSocioeconomicReport, and with PERSONAL_READ generateSocioeconomicReport. v4: POST /api/v4/socioeconomic/report.',
  },
  FILE_READ: {
    value: 'file:read',
    description: 'Files, their names and their bytes. v4: GET /api/v4/file/{file_id}.',
  },
  FILE_WRITE: {
    value: 'file:write',
    description: 'createFileUpload, completeFileUpload. v4: POST /api/v4/file/upload.',
  },
  QUESTIONNAIRE_WRITE: {
    value: 'questionnaire:write',
    description:
      'upsertQuestionnaireTemplate; what it answers of a template needs BUSINESS_READ too.',
  },
  USER_MANAGE: {
    value: 'user:manage',
    description:
      'users, user, createUser, updateUser, disableUser, enableUser. A key has it only where it was asked for by name.',
  },
  TOKEN_ISSUE: {
    value: 'token:issue',
    description:
      'issueAccessToken, for an API key without a token. A key has it only where it was asked for by name, a token never. v4: POST /api/v4/auth/token.',
  },
  AUDIT_READ: {
    value: 'audit:read',
    description: 'auditEvents: what the users of the service did. Not in v4.',
  },
  WEBHOOK_MANAGE: {
    value: 'webhook:manage',
    description:
      'Webhook endpoints, their secrets and their deliveries; what happened is told to endpoints without BUSINESS_READ. Not in v4.',
  },
} as const;

export const Scope = builder.enumType('Scope', {
  description: 'What a caller may be allowed to do.',
  values: SCOPES,
});
