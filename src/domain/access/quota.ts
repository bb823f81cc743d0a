/** Amount that a setting of the operator bounds for each service. */
type QuotaKind = 'file_bytes' | 'records' | 'webhook_messages' | 'tokens';

/** Limits of a service; null where none is set. */
export type Quotas = {
  /** Bytes of stored files. */
  fileBytes: number | null;
  /** Businesses and what belongs to them. */
  records: number | null;
  /** Webhook messages that wait to be sent. */
  webhookMessages: number | null;
};

export const NO_QUOTAS: Quotas = { fileBytes: null, records: null, webhookMessages: null };

/** Use of one quota. `limit` is null where none is set. */
export type QuotaUse = { kind: QuotaKind; used: number; limit: number | null };
