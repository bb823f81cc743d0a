/** Actions that the audit records. What fails leaves no event, apart from a refused request for a token. */
export const AUDIT_ACTIONS = [
  'access_token_issued',
  'access_token_refused',
  'answers_imported',
  'api_key_added',
  'api_key_revoked',
  'business_completed',
  /** Event of one imported business, in addition to the event of the import. */
  'business_imported',
  'business_upserted',
  'consent_recorded',
  'consent_revoked',
  'data_imported',
  'document_attached',
  'document_extracted',
  'extraction_applied',
  'extraction_read',
  'file_downloaded',
  'file_upload_announced',
  'file_upload_completed',
  'file_uploaded',
  /** By an operator: a loaded list got another day. */
  'list_redated',
  /** By the gateway itself: what it found in lists waits for a decision. */
  'matches_raised',
  'matches_resolved',
  'personal_information_read',
  'questionnaire_template_upserted',
  'report_finalized',
  'report_generated',
  'report_template_imported',
  'report_updated',
  'screening_deleted',
  'screening_made',
  'screening_settings_updated',
  'trusted_documents_added',
  'trusted_documents_removed',
  'trusted_only_set',
  'user_added',
  'user_disabled',
  'user_enabled',
  'user_updated',
  'webhook_endpoint_added',
  'webhook_endpoint_disabled',
  'webhook_endpoint_enabled',
  'webhook_endpoint_removed',
  'webhook_redelivered',
  'webhook_secret_rotated',
  'webhook_tested',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * Actor of an action. `user`: a back end for a user, with key and token. `link`: a client with a link to a file that
 * the user created. `key`: a back end with its key alone. `operator`: on the command line. `gateway`: a background job.
 */
export const AUDIT_CALLERS = ['user', 'link', 'key', 'operator', 'gateway'] as const;
export type AuditCaller = (typeof AUDIT_CALLERS)[number];

/** Audit event. It is kept after the objects that it concerns are deleted. */
export type AuditRecord = {
  /** Orders events of the same instant; counts the events of all services, so no caller is shown it. */
  id: number;
  /** Opaque; null in events of before there was one. */
  publicId: string | null;
  occurredAt: Date;
  /** Null where another version of the gateway wrote it and this one has no word for it. */
  action: AuditAction | null;
  caller: AuditCaller;
  userId: number | null;
  /** The key that the caller showed, or that an operator added or revoked. */
  apiKeyId: number | null;
  requestId: string | null;
  businessId: number | null;
  /** Ids of the participants, the first of them when there are many. */
  participantIds: number[];
  fileId: number | null;
  /** The receipt of what it deleted. */
  receiptId: number | null;
};

/** Maximum number of participants in a record. Further ones are only in the event itself. */
export const AUDIT_PARTICIPANTS_MAX = 100;

/** All that is given must hold; from `occurredSince` on, and before `occurredBefore`. */
export type AuditFilter = {
  businessDatabaseId?: number | null | undefined;
  userId?: number | null | undefined;
  action?: AuditAction | null | undefined;
  occurredSince?: Date | null | undefined;
  occurredBefore?: Date | null | undefined;
};

type Shown = Pick<AuditRecord, 'userId' | 'apiKeyId' | 'requestId'> & {
  action: string;
  isByLink: boolean;
};

/** Every request has an id and a key, a command of an operator neither of its own. */
export function auditCallerOf({
  action,
  userId,
  apiKeyId,
  requestId,
  isByLink,
}: Shown): AuditCaller {
  if (action === 'matches_raised') return 'gateway';
  if (userId !== null) return isByLink ? 'link' : 'user';
  return apiKeyId !== null && requestId !== null ? 'key' : 'operator';
}

export function toAuditAction(text: string): AuditAction | null {
  return AUDIT_ACTIONS.find((one) => one === text) ?? null;
}
