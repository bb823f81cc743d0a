import { AUDIT_ACTIONS, type AuditAction } from '../../domain/events/audit-event.ts';
import { builder } from '../base/builder.ts';
import { toEnumValue } from '../base/enum-value.ts';

/** Description of each action. The type requires one for every action. */
const DESCRIPTIONS: Readonly<Record<AuditAction, string>> = {
  access_token_issued: 'A token was issued for a user. v4: POST /api/v4/auth/token.',
  access_token_refused:
    'A token request was rejected: the key lacks scope `token:issue`, the request carried a user token, or the service has no such enabled user. v4: POST /api/v4/auth/token.',
  answers_imported:
    'Answers of a user were imported, whether or not an answer changed. v4: POST /api/v4/quiz/answers/import/api.',
  api_key_added: 'An operator created an API key.',
  api_key_revoked: 'An operator revoked an API key.',
  business_completed:
    'Participants, or the whole business, were permanently deleted by completeBusiness. `AuditEvent.receipt` contains the counts. v4: POST /api/v4/fiduciary/{business_id}/complete.',
  business_imported: "An operator's import command created or updated a business.",
  business_upserted:
    'A business was created or updated. `AuditEvent.receipt` counts the deleted participants, when there are any. v4: POST /api/v4/fiduciary/requests.',
  consent_recorded: 'A consent of a participant was recorded.',
  consent_revoked: 'A consent of a participant was revoked.',
  data_imported:
    'An operator ran the import command. Each imported business has an event of its own.',
  document_attached: 'A file was attached to a requested document. v4: POST /api/v4/file/upload.',
  document_extracted:
    'The extraction of a document was requested. v4: POST /api/v4/document/extract.',
  extraction_applied: 'Extracted fields were stored in the personal information of a participant.',
  extraction_read:
    'The unmasked content of a document was returned. v4: GET /api/v4/document/extraction/{extraction_id}.',
  file_downloaded:
    'The download of a file, or of a part of it, was started. v4: GET /api/v4/file/{file_id}.',
  file_upload_announced: 'The upload of a file was started with createFileUpload.',
  file_upload_completed: 'The upload of a file was completed with completeFileUpload.',
  file_uploaded:
    'The bytes of a file were stored: by an upload, or as the PDF of a report. v4: POST /api/v4/file/upload.',
  list_redated: 'An operator changed the date of a loaded list.',
  matches_raised: 'New or changed matches of participants of the business await a decision.',
  matches_resolved:
    'Decisions on matches of participants of the business were recorded. v4: POST /api/v4/fiduciary/person/matches/resolved.',
  personal_information_read:
    'Unmasked personal information was returned. v4: GET /api/v4/fiduciary/participant/detail.',
  questionnaire_template_upserted: 'A questionnaire template was created or updated.',
  report_finalized: 'A socioeconomic report was finalized and signed.',
  report_generated:
    'The draft of a socioeconomic report was generated. v4: POST /api/v4/socioeconomic/report.',
  report_template_imported: 'An operator added a version of a socioeconomic report template.',
  report_updated:
    'A section of a socioeconomic report was updated, whether or not a value changed.',
  screening_settings_updated:
    'Settings of automatic screening, or of decisions on matches, were updated, whether or not a value changed.',
  screening_deleted: 'A screening of a subject that is not a participant was deleted.',
  screening_made: 'A subject was screened against lists.',
  trusted_documents_added:
    'An operator added trusted GraphQL documents (persisted operations), which clients may send by id.',
  trusted_documents_removed:
    'An operator deleted trusted GraphQL documents (persisted operations).',
  trusted_only_set:
    'An operator changed whether the service accepts trusted GraphQL documents (persisted operations) only.',
  user_added: 'A user was created.',
  user_disabled: 'A user was disabled.',
  user_enabled: 'A user was enabled.',
  user_updated: 'The names of a user were changed.',
  webhook_endpoint_added: 'A webhook endpoint was created.',
  webhook_endpoint_disabled: 'A webhook endpoint was disabled, by a request or automatically.',
  webhook_endpoint_enabled: 'A webhook endpoint was enabled.',
  webhook_endpoint_removed: 'A webhook endpoint was deleted.',
  webhook_redelivered: 'The redelivery of a webhook message was requested.',
  webhook_secret_rotated: 'The secret of a webhook endpoint was replaced.',
  webhook_tested: 'A test message to a webhook endpoint was requested.',
};

export const AuditActionType = builder.enumType('AuditAction', {
  description: 'Action that the audit trail records.',
  values: Object.fromEntries(
    AUDIT_ACTIONS.map((action) => [
      toEnumValue(action),
      { value: action, description: DESCRIPTIONS[action] },
    ]),
  ),
});

export const AuditCallerType = builder.enumType('AuditCaller', {
  description: 'Kind of actor that performed an audited action.',
  values: {
    USER: { value: 'user', description: 'User, with an API key and a user token.' },
    LINK: {
      value: 'link',
      description:
        'Client without credentials that used a link to a file. `AuditEvent.userId` is the user who created the link.',
    },
    KEY: {
      value: 'key',
      description: 'Back end of the client, with an API key and without a user token.',
    },
    OPERATOR: { value: 'operator', description: 'Operator of the gateway, on the command line.' },
    GATEWAY: { value: 'gateway', description: 'Background job of the gateway.' },
  } as const,
});
