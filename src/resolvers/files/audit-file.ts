import { requireUser } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import type { JsonObject } from '../../db/tables.ts';

type FileAction = Extract<Parameters<typeof insertAuditEvent>[1]['action'], `file_${string}`>;

/** Records an audit event of a file, without the file's name. */
export async function auditFile(
  ctx: RequestContext,
  action: FileAction,
  details: JsonObject,
): Promise<void> {
  const { serviceId, userId, apiKeyId, link } = requireUser(ctx.caller);
  await insertAuditEvent(ctx.db, {
    serviceId,
    action,
    userId,
    apiKeyId,
    requestId: ctx.requestId,
    details: { ...details, byLink: link !== undefined },
  });
}
