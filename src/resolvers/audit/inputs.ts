import { z } from 'zod';
import { AUDIT_ACTIONS } from '../../domain/events/audit-event.ts';
import { idSchema } from '../common/common-inputs.ts';
import { pageInput } from '../common/paging.ts';

const auditFilter = z.object({
  businessDatabaseId: idSchema.nullish(),
  userId: idSchema.nullish(),
  action: z.enum(AUDIT_ACTIONS).nullish(),
  occurredSince: z.date().nullish(),
  occurredBefore: z.date().nullish(),
});

export const listAuditEventsInput = pageInput.extend({ filter: auditFilter.nullish() });
export type ListAuditEventsInput = z.infer<typeof listAuditEventsInput>;
