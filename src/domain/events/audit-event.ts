/** Actions that the audit records. A failed action leaves no event, except a refused request for a token. */
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
  /** By an operator: the date of a loaded list was changed. */
  'list_redated',
  /** By the gateway itself: matches found in lists wait for a decision. */
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
  /** Orders events of the same instant. One sequence for all services, so it is not exposed to callers. */
  id: number;
  /** Opaque id; null in older events. */
  publicId: string | null;
  occurredAt: Date;
  /** Null when another version of the gateway recorded an action unknown to this one. */
  action: AuditAction | null;
  caller: AuditCaller;
  userId: number | null;
  /** API key used by the caller, or added or revoked by an operator. */
  apiKeyId: number | null;
  requestId: string | null;
  businessId: number | null;
  /** Ids of the participants, at most AUDIT_PARTICIPANTS_MAX. */
  participantIds: number[];
  fileId: number | null;
  /** Deletion receipt. */
  receiptId: number | null;
};

/** Maximum number of participants in a record. The stored event has all of them. */
export const AUDIT_PARTICIPANTS_MAX = 100;

/** Filter of audit events; all given conditions apply. `occurredSince` is inclusive, `occurredBefore` exclusive. */
export type AuditFilter = {
  businessDatabaseId?: number | null | undefined;
  userId?: number | null | undefined;
  action?: AuditAction | null | undefined;
  occurredSince?: Date | null | undefined;
  occurredBefore?: Date | null | undefined;
};

type StoredCaller = Pick<AuditRecord, 'userId' | 'apiKeyId' | 'requestId'> & {
  action: string;
  usedDownloadLink: boolean;
};

/**
 * Returns the actor of a stored event. A request has both an id and a key; a command of an operator has no request id.
 */
export function toAuditCaller({
  action,
  userId,
  apiKeyId,
  requestId,
  usedDownloadLink,
}: StoredCaller): AuditCaller {
  if (action === 'matches_raised') return 'gateway';
  if (userId !== null) return usedDownloadLink ? 'link' : 'user';
  return apiKeyId !== null && requestId !== null ? 'key' : 'operator';
}

export function toAuditAction(text: string): AuditAction | null {
  return AUDIT_ACTIONS.find((action) => action === text) ?? null;
}
