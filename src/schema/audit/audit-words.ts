import { AUDIT_ACTIONS, type AuditAction } from '../../domain/audit-event.ts';
import { builder } from '../base/builder.ts';
import { enumWord } from '../base/enum-word.ts';

/** None is left out: a new action gets its sentence here. */
const DESCRIPTIONS: Readonly<Record<AuditAction, string>> = {
  access_token_issued: 'A token was given out for a user. v4: POST /api/v4/auth/token.',
  access_token_refused:
    'A request for a token was refused: the key lacks the scope token:issue, the caller showed a token of a user, or the service has no such enabled user. Not in v4.',
  answers_imported: 'Answers of a user were stored. v4: POST /api/v4/quiz/answers/import/api.',
  api_key_added: 'An operator made a key. Not in v4.',
  api_key_revoked: 'An operator ended a key. Not in v4.',
  business_completed:
    'Participants, or the whole business, were deleted: see `receipt`. v4: POST /api/v4/fiduciary/{business_id}/complete.',
  business_imported: 'The import command created or changed the business. Not in v4.',
  business_upserted:
    'The business was created or changed; participants that went are in `receipt`. v4: POST /api/v4/fiduciary/requests.',
  consent_recorded: 'That a participant agreed to a use of their data was recorded. Not in v4.',
  consent_revoked: 'A consent was revoked. Not in v4.',
  data_imported: 'The import command ran; each business has an event of its own. Not in v4.',
  document_attached: 'A requested document got its file. v4: POST /api/v4/file/upload.',
  document_extracted: 'A document was read. v4: POST /api/v4/document/extract.',
  extraction_applied:
    'Fields that were read of a document went into the personal information of a participant. Not in v4.',
  extraction_read:
    'What a document says was answered unmasked. v4: GET /api/v4/document/extraction/{extraction_id}.',
  file_downloaded: 'Bytes of a file were answered. v4: GET /api/v4/file/{file_id}.',
  file_upload_announced: 'An upload was announced with createFileUpload. Not in v4.',
  file_upload_completed: 'An upload was completed with completeFileUpload. Not in v4.',
  file_uploaded: 'A file was sent. v4: POST /api/v4/file/upload.',
  matches_raised:
    'What the gateway found in lists of participants of the business waits for a decision. Not in v4.',
  matches_resolved:
    'Matches of participants of the business were decided. v4: POST /api/v4/fiduciary/person/matches/resolved.',
  personal_information_read:
    'Personal information was answered unmasked. v4: GET /api/v4/fiduciary/participant/detail.',
  questionnaire_template_upserted: 'A questionnaire template was created or changed. Not in v4.',
  report_finalized: 'A socio-economic report was made final and signed. Not in v4.',
  report_generated:
    'The draft of a socio-economic report was made. v4: POST /api/v4/socioeconomic/report.',
  report_template_imported:
    'An operator added a version of a template of socio-economic reports. Not in v4.',
  report_updated: 'A section of a socio-economic report was written. Not in v4.',
  screening_settings_updated:
    'It was said what the gateway screens by itself, and how matches are decided. Not in v4.',
  screening_deleted: 'A screening of somebody who was typed in was deleted. Not in v4.',
  screening_made: 'Somebody was looked for in lists, by name or identifier. Not in v4.',
  trusted_documents_added: 'An operator added documents that clients may send by id. Not in v4.',
  trusted_documents_removed: 'An operator removed some of those. Not in v4.',
  trusted_only_set: 'An operator said which documents may run. Not in v4.',
  user_added: 'A user was added. Not in v4.',
  user_disabled: 'A user was disabled. Not in v4.',
  user_enabled: 'A user was let in again. Not in v4.',
  user_updated: 'The names of a user were changed. Not in v4.',
  webhook_endpoint_added: 'A webhook endpoint was added. Not in v4.',
  webhook_endpoint_disabled: 'A webhook endpoint was switched off. Not in v4.',
  webhook_endpoint_enabled: 'A webhook endpoint was switched on again. Not in v4.',
  webhook_endpoint_removed: 'A webhook endpoint was removed. Not in v4.',
  webhook_redelivered: 'A delivery was asked for again. Not in v4.',
  webhook_secret_rotated: 'The secret of a webhook endpoint was replaced. Not in v4.',
  webhook_tested: 'A webhook endpoint was sent a test. Not in v4.',
};

export const AuditActionType = builder.enumType('AuditAction', {
  description: 'What was done.',
  values: Object.fromEntries(
    AUDIT_ACTIONS.map((action) => [
      enumWord(action),
      { value: action, description: DESCRIPTIONS[action] },
    ]),
  ),
});

export const AuditCallerType = builder.enumType('AuditCaller', {
  description: 'As whom something was done.',
  values: {
    USER: { value: 'user', description: 'For a user, with key and token. Not in v4.' },
    LINK: {
      value: 'link',
      description: 'By whoever had the link to a file that the user had made. Not in v4.',
    },
    KEY: { value: 'key', description: 'By a back end with its key alone. Not in v4.' },
    OPERATOR: { value: 'operator', description: 'On the command line. Not in v4.' },
    GATEWAY: { value: 'gateway', description: 'By the gateway itself, by a job. Not in v4.' },
  } as const,
});
