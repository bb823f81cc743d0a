import { AUDIT_ACTIONS, type AuditAction } from '../../domain/events/audit-event.ts';
import { builder } from '../base/builder.ts';
import { enumWord } from '../base/enum-word.ts';

/** None is left out: a new action gets its sentence here. */
const DESCRIPTIONS: Readonly<Record<AuditAction, string>> = {
  access_token_issued: 'A token was given out for a user. v4: POST /api/v4/auth/token.',
  access_token_refused:
    'A request for a token was refused: the key lacks the scope token:issue, the caller showed a token of a user, or the service has no such enabled user.',
  answers_imported: 'Answers of a user were stored. v4: POST /api/v4/quiz/answers/import/api.',
  api_key_added: 'An operator made a key.',
  api_key_revoked: 'An operator ended a key.',
  business_completed:
    'Participants, or the whole business, were deleted: see `receipt`. v4: POST /api/v4/fiduciary/{business_id}/complete.',
  business_imported: 'The import command created or changed the business.',
  business_upserted:
    'The business was created or changed; participants that went are in `receipt`. v4: POST /api/v4/fiduciary/requests.',
  consent_recorded: 'That a participant agreed to a use of their data was recorded.',
  consent_revoked: 'A consent was revoked.',
  data_imported: 'The import command ran; each business has an event of its own.',
  document_attached: 'A requested document got its file. v4: POST /api/v4/file/upload.',
  document_extracted: 'A document was read. v4: POST /api/v4/document/extract.',
  extraction_applied:
    'Fields that were read of a document went into the personal information of a participant.',
  extraction_read:
    'The unmasked content of a document was returned. v4: GET /api/v4/document/extraction/{extraction_id}.',
  file_downloaded: 'Bytes of a file were answered. v4: GET /api/v4/file/{file_id}.',
  file_upload_announced: 'An upload was announced with createFileUpload.',
  file_upload_completed: 'An upload was completed with completeFileUpload.',
  file_uploaded: 'A file was sent. v4: POST /api/v4/file/upload.',
  list_redated: 'An operator gave a loaded list another day.',
  matches_raised: 'Matches of participants of the business with lists wait for a decision.',
  matches_resolved:
    'Matches of participants of the business were decided. v4: POST /api/v4/fiduciary/person/matches/resolved.',
  personal_information_read:
    'Personal information was answered unmasked. v4: GET /api/v4/fiduciary/participant/detail.',
  questionnaire_template_upserted: 'A questionnaire template was created or changed.',
  report_finalized: 'A socio-economic report was made final and signed.',
  report_generated:
    'The draft of a socio-economic report was made. v4: POST /api/v4/socioeconomic/report.',
  report_template_imported: 'An operator added a version of a template of socio-economic reports.',
  report_updated: 'A section of a socio-economic report was written.',
  screening_settings_updated:
    'It was said what the gateway screens by itself, and how matches are decided.',
  screening_deleted: 'A screening of a person entered by hand was deleted.',
  screening_made: 'Lists were screened for a person, by name or identifier.',
  trusted_documents_added: 'An operator added documents that clients may send by id.',
  trusted_documents_removed: 'An operator removed some of those.',
  trusted_only_set: 'An operator said which documents may run.',
  user_added: 'A user was added.',
  user_disabled: 'A user was disabled.',
  user_enabled: 'A user was let in again.',
  user_updated: 'The names of a user were changed.',
  webhook_endpoint_added: 'A webhook endpoint was added.',
  webhook_endpoint_disabled: 'A webhook endpoint was switched off.',
  webhook_endpoint_enabled: 'A webhook endpoint was switched on again.',
  webhook_endpoint_removed: 'A webhook endpoint was removed.',
  webhook_redelivered: 'A delivery was asked for again.',
  webhook_secret_rotated: 'The secret of a webhook endpoint was replaced.',
  webhook_tested: 'A webhook endpoint was sent a test.',
};

export const AuditActionType = builder.enumType('AuditAction', {
  description: 'Action that the audit trail records.',
  values: Object.fromEntries(
    AUDIT_ACTIONS.map((action) => [
      enumWord(action),
      { value: action, description: DESCRIPTIONS[action] },
    ]),
  ),
});

export const AuditCallerType = builder.enumType('AuditCaller', {
  description: 'Actor of an audited action.',
  values: {
    USER: { value: 'user', description: 'For a user, with key and token.' },
    LINK: {
      value: 'link',
      description: 'Client with the link to a file that the user had created.',
    },
    KEY: { value: 'key', description: 'Back end with its API key alone.' },
    OPERATOR: { value: 'operator', description: 'On the command line.' },
    GATEWAY: { value: 'gateway', description: 'Job of the gateway itself.' },
  } as const,
});
