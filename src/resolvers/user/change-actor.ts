import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { AuditEvent } from '../../db/queries/records/audit-events.ts';

/** Actor of a change and the service whose audit trail records it. User, key and request are null for an operator. */
export type ChangeActor = Pick<AuditEvent, 'serviceId' | 'userId' | 'apiKeyId' | 'requestId'>;

/** Returns the caller as the actor of a change to users. Throws AppError without the scope `user:manage`. */
export function getCallerActor({
  caller,
  requestId,
}: RequestContext): ChangeActor & { userId: number } {
  const { serviceId, userId, apiKeyId } = requireScope(caller, 'user:manage');
  return { serviceId, userId, apiKeyId, requestId };
}

/** Returns an operator as the actor of a change. */
export function getOperatorActor(serviceId: number): ChangeActor {
  return { serviceId, userId: null, apiKeyId: null, requestId: null };
}
