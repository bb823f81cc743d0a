import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { AuditEvent } from '../../db/queries/records/audit-events.ts';

/** Service of the audit trail and actor of a change. The actor is null for an operator. */
export type ChangedBy = Pick<AuditEvent, 'serviceId' | 'userId' | 'apiKeyId' | 'requestId'>;

/** Returns the actor of a caller that may manage users. Throws AppError as `requireScope`. */
export function changedByCaller({
  caller,
  requestId,
}: RequestContext): ChangedBy & { userId: number } {
  const { serviceId, userId, apiKeyId } = requireScope(caller, 'user:manage');
  return { serviceId, userId, apiKeyId, requestId };
}

export function changedByOperator(serviceId: number): ChangedBy {
  return { serviceId, userId: null, apiKeyId: null, requestId: null };
}
