import type { FileVault } from '../../adapters/files/file-vault.ts';
import type { WebhookSender } from '../../adapters/webhooks/webhook-sender.ts';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { type AuditEvent, insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import {
  type EndpointKey,
  findEndpoint,
  type StoredEndpoint,
} from '../../db/queries/webhooks/endpoints.ts';
import type { JsonObject } from '../../db/tables.ts';
import { AppError } from '../../errors.ts';
import { requireFiles } from '../files/require-files.ts';

/** Transaction, service and actor of a change to webhooks, by a caller or an operator. */
export type WebhookContext = {
  /** Transaction of the change. */
  db: Db;
  serviceId: number;
  actor: Pick<AuditEvent, 'userId' | 'apiKeyId' | 'requestId'>;
  /** Quota of waiting messages; null for an operator, to whom no quota applies. */
  messagesMax: number | null;
};

/** Context of changes to a signing secret. */
export type SecretContext = WebhookContext & {
  vault: Pick<FileVault, 'makeKey' | 'wrapKey' | 'unwrapKey' | 'seal'>;
} & Pick<WebhookSender, 'makeSecret'>;

/** Context of changes to an endpoint, whose URL is checked. */
export type EndpointContext = SecretContext & Pick<WebhookSender, 'checkUrl'>;

/**
 * Creates the context of a caller from its transaction. Throws AppError `forbidden` without the scope `webhook:manage`.
 */
export function toWebhookContext(tx: RequestContext): WebhookContext {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'webhook:manage');
  const actor = { userId, apiKeyId, requestId: tx.requestId };
  return { db: tx.db, serviceId, actor, messagesMax: tx.quotas.webhookMessages };
}

/**
 * Creates the context of a caller for changes to an endpoint. Throws AppError `files_unavailable` when secrets cannot
 * be stored.
 */
export function toEndpointContext(tx: RequestContext): EndpointContext {
  const { vault } = requireFiles(tx);
  if (tx.webhooks === undefined)
    throw new AppError('files_unavailable', 'Webhooks are not configured on this server.');
  const { makeSecret, checkUrl } = tx.webhooks;
  return { ...toWebhookContext(tx), vault, makeSecret, checkUrl };
}

/** Records an audit event of the change. */
export async function auditWebhook(
  { db, serviceId, actor }: WebhookContext,
  action: AuditEvent['action'],
  details: JsonObject,
): Promise<void> {
  await insertAuditEvent(db, { serviceId, action, ...actor, details });
}

/** Locks an endpoint until the end of the transaction and returns it. Throws AppError `webhook_not_found`. */
export async function lockEndpoint(
  context: WebhookContext,
  endpointId: number,
): Promise<StoredEndpoint> {
  const key: EndpointKey = { serviceId: context.serviceId, endpointId };
  return (await findEndpoint(context.db, key, { lock: true })) ?? throwWebhookNotFound();
}

/** Throws AppError `webhook_not_found`, also for an endpoint of another service. */
export function throwWebhookNotFound(): never {
  throw new AppError('webhook_not_found', 'The service has no such webhook endpoint or delivery.');
}
