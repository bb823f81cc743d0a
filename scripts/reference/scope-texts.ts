import type { Scope } from '../../src/auth/scopes.ts';

/** GraphQL fields that each scope allows. The v4 paths are read from the routes. */
export const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  'business:read':
    'Queries about businesses, participants, questionnaires and receipts; `counts`; `businessEvents`.',
  'personal:read':
    'Personal information without mask, together with `business:read`; each read is recorded.',
  'business:write':
    '`upsertBusiness`, `upsertBusinesses`, `resolveParticipantMatches`, `resolvePersonMatches`, `attachDocument`.',
  'business:complete': '`completeBusiness`; `missingParticipants: DELETE` of `upsertBusiness`.',
  'answers:import': '`importAnswers`.',
  'tax:validate': '`validateRfc`, `validateRfcs`, `validateCurp`.',
  'list:read': '`watchLists`, `listEntry`, `sat69`, `sat69b` and their batches.',
  'screening:read':
    '`screening`, `screenings`, `screeningReport` (with `personal:read`), `verifyReport`.',
  'screening:write': '`screen`, `deleteScreening`.',
  'screening:manage': '`screeningSettings`, `updateScreeningSettings`.',
  'report:read':
    '`socioeconomicReport`, consents; contents with `personal:read`, PDFs with `file:read` too.',
  'report:write':
    '`recordConsent`, `revokeConsent`, `updateSocioeconomicSection`, `finalizeSocioeconomicReport`; `generateSocioeconomicReport` with `personal:read`.',
  'file:read': 'Names and bytes of files; extractions.',
  'file:write': '`createFileUpload`, `completeFileUpload`, `extractDocument`.',
  'questionnaire:write': '`upsertQuestionnaireTemplate`.',
  'user:manage': '`users`, `user`, `createUser`, `updateUser`, `disableUser`, `enableUser`.',
  'token:issue': '`issueAccessToken`, with an API key alone.',
  'audit:read': '`auditEvents`.',
  'webhook:manage': 'Webhook endpoints, secrets and deliveries.',
};
