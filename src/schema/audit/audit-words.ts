import { AUDIT_ACTIONS, type AuditAction } from '../../domain/events/audit-event.ts';
import { builder } from '../base/builder.ts';
import { enumWord } from '../base/enum-word.ts';

/** Description of each action. The type requires one for every action. */
const DESCRIPTIONS: Readonly<Record<AuditAction, string>> = {
  access_token_issued: 'A token was issued for a user. v4: POST /api/v4/auth/token.',
  access_token_refused:
    'A token request was rejected: the key lacks scope `token:issue`, the request carried a user token, or the service has no such enabled user. v4: POST /api/v4/auth/token.',
  answers_imported: 'Answers of a user were stored. v4: POST /api/v4/quiz/answers/import/api.',
  api_key_added: 'An operator created an API key.',
  api_key_revoked: 'An operator revoked an API key.',
  business_completed:
    'Participants, or the whole business, were permanently deleted; `receipt` has the counts. v4: POST /api/v4/fiduciary/{business_id}/complete.',
  business_imported: 'The import command created or updated a business.',
  business_upserted:
    'A business was created or updated; `receipt` counts the deleted participants. v4: POST /api/v4/fiduciary/requests.',
  consent_recorded: 'A consent of a participant was recorded.',
  consent_revoked: 'A consent was revoked.',
  data_imported: 'The import command ran. Each imported business has its own event in addition.',
  document_attached: 'A file was attached to a requested document. v4: POST /api/v4/file/upload.',
  document_extracted: 'Data was extracted from a document. v4: POST /api/v4/document/extract.',
  extraction_applied: 'Extracted fields were stored in the personal information of a participant.',
  extraction_read:
    'The unmasked content of a document was returned. v4: GET /api/v4/document/extraction/{extraction_id}.',
  file_downloaded: 'A file was downloaded. v4: GET /api/v4/file/{file_id}.',
  file_upload_announced: 'An upload was announced with createFileUpload.',
  file_upload_completed: 'An upload was completed with completeFileUpload.',
  file_uploaded: 'A file was sent. v4: POST /api/v4/file/upload.',
  list_redated: 'An operator gave a loaded list another day.',
  matches_raised: 'Matches of participants of the business with lists wait for a decision.',
  matches_resolved:
    'Matches of participants of the business were decided. v4: POST /api/v4/fiduciary/person/matches/resolved.',
  personal_information_read:
    'Unmasked personal information was returned. v4: GET /api/v4/fiduciary/participant/detail.',
  questionnaire_template_upserted: 'A questionnaire template was created or updated.',
  report_finalized: 'A socio-economic report was finalized and signed.',
  report_generated:
    'The draft of a socio-economic report was generated. v4: POST /api/v4/socioeconomic/report.',
  report_template_imported: 'An operator added a version of a socio-economic report template.',
  report_updated: 'A section of a socio-economic report was changed.',
  screening_settings_updated:
    'Settings of automatic screening, or of decisions on matches, were changed.',
  screening_deleted: 'A screening of a subject that is not a participant was deleted.',
  screening_made: 'A subject was screened against lists, by name or identifier.',
  trusted_documents_added: 'An operator added trusted documents, which clients may send by id.',
  trusted_documents_removed: 'An operator removed trusted documents.',
  trusted_only_set: 'An operator changed whether the service accepts trusted documents only.',
  user_added: 'A user was created.',
  user_disabled: 'A user was disabled.',
  user_enabled: 'A user was enabled.',
  user_updated: 'The names of a user were changed.',
  webhook_endpoint_added: 'A webhook endpoint was added.',
  webhook_endpoint_disabled: 'A webhook endpoint was disabled.',
  webhook_endpoint_enabled: 'A webhook endpoint was enabled.',
  webhook_endpoint_removed: 'A webhook endpoint was removed.',
  webhook_redelivered: 'A webhook delivery was requested again.',
  webhook_secret_rotated: 'The secret of a webhook endpoint was replaced.',
  webhook_tested: 'A test message was sent to a webhook endpoint.',
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
    USER: { value: 'user', description: 'User, by the API key and a user token.' },
    LINK: {
      value: 'link',
      description: 'Client with a link to a file that the user created.',
    },
    KEY: { value: 'key', description: 'Back end, by its API key without a user token.' },
    OPERATOR: { value: 'operator', description: 'Operator, on the command line.' },
    GATEWAY: { value: 'gateway', description: 'Background job of the gateway.' },
  } as const,
});
