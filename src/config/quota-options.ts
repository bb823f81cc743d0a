import { z } from 'zod';

/** Quotas of each service. Null for no limit. */
export type QuotaOptions = {
  /** Bytes of stored files. */
  fileBytes: number | null;
  /** Number of businesses and the objects that belong to them. */
  records: number | null;
  /** Webhook messages that wait to be sent. */
  webhookMessages: number | null;
};

/** Quota in the environment; 0 means no limit. */
const quotaSchema = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Environment variables of quotas. */
export const quotaVariables = {
  QUOTA_FILE_BYTES: quotaSchema.default(100 * 1024 ** 3),
  QUOTA_RECORDS: quotaSchema.default(10_000_000),
  QUOTA_WEBHOOK_MESSAGES: quotaSchema.default(20_000),
};

type QuotaEnvironment = z.infer<z.ZodObject<typeof quotaVariables>>;

/** Returns the quotas of the environment. */
export function toQuotaOptions(values: QuotaEnvironment): QuotaOptions {
  return {
    fileBytes: toQuota(values.QUOTA_FILE_BYTES),
    records: toQuota(values.QUOTA_RECORDS),
    webhookMessages: toQuota(values.QUOTA_WEBHOOK_MESSAGES),
  };
}

function toQuota(value: number): number | null {
  return value === 0 ? null : value;
}
