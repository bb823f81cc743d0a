import { requireScope } from '../../auth/require-scope.ts';
import { type RequestContext, readLists } from '../../context.ts';
import { countAuditRecords, listAuditRecords } from '../../db/queries/records/audit-lists.ts';
import type { AuditFilter, AuditRecord } from '../../domain/events/audit-event.ts';
import type { Connection } from '../../domain/shared/page.ts';
import { listNewest, RECORD_COUNT_MAX } from '../common/newest-first.ts';
import type { ListAuditEventsInput } from './inputs.ts';

/** Lists the audit events of the service that match the filter, newest first. */
export async function listAuditEvents(
  ctx: RequestContext,
  input: ListAuditEventsInput,
): Promise<Connection<AuditRecord>> {
  const { serviceId } = requireScope(ctx.caller, 'audit:read');
  const query = { serviceId, filter: input.filter ?? {} };
  return await listNewest(
    ctx,
    { name: 'audit events', input },
    async (window) => await readLists(ctx, async (db) => await listAuditRecords(db, query, window)),
  );
}

/** Counts the audit events that match the filter, up to 10,000. */
export async function countAuditEvents(
  ctx: RequestContext,
  filter: AuditFilter | null | undefined,
): Promise<number> {
  const { serviceId } = requireScope(ctx.caller, 'audit:read');
  return await readLists(
    ctx,
    async (db) =>
      await countAuditRecords(db, { serviceId, filter: filter ?? {} }, RECORD_COUNT_MAX),
  );
}
