/** Amount that an operator setting limits for each service. */
type QuotaKind = 'file_bytes' | 'records' | 'webhook_messages' | 'tokens';

/** Limits of a service; null means unlimited. */
export type Quotas = {
  /** Bytes of stored files. */
  fileBytes: number | null;
  /** Businesses, participants, requested documents and questionnaire answers. */
  records: number | null;
  /** Webhook messages that wait to be sent. */
  webhookMessages: number | null;
};

export const NO_QUOTAS: Quotas = { fileBytes: null, records: null, webhookMessages: null };

/** Use of one quota. `limit` is null when unlimited. */
export type QuotaUse = { kind: QuotaKind; used: number; limit: number | null };
