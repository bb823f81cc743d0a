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

/** What a change of a service's webhooks is made with, whether a caller asked for it or an operator. */
export type WebhookDesk = {
  /** The transaction of the change. */
  db: Db;
  serviceId: number;
  actor: Pick<AuditEvent, 'userId' | 'apiKeyId' | 'requestId'>;
  /** Quota of waiting messages; null for an operator, who has none. */
  messagesMax: number | null;
};

/** What a secret is made and kept with, besides. */
export type SecretDesk = WebhookDesk & {
  vault: Pick<FileVault, 'makeKey' | 'wrapKey' | 'unwrapKey' | 'seal'>;
} & Pick<WebhookSender, 'makeSecret'>;

/** What an endpoint is checked with, besides. */
export type EndpointDesk = SecretDesk & Pick<WebhookSender, 'checkUrl'>;

/** The desk of a caller who may, on its transaction. */
export function deskOf(tx: RequestContext): WebhookDesk {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'webhook:manage');
  const actor = { userId, apiKeyId, requestId: tx.requestId };
  return { db: tx.db, serviceId, actor, messagesMax: tx.quotas.webhookMessages };
}

/** Throws AppError `files_unavailable` where there is nothing to keep secrets with. */
export function endpointDeskOf(tx: RequestContext): EndpointDesk {
  const { vault } = requireFiles(tx);
  if (tx.webhooks === undefined)
    throw new AppError('files_unavailable', 'Webhooks are not configured on this server.');
  const { makeSecret, checkUrl } = tx.webhooks;
  return { ...deskOf(tx), vault, makeSecret, checkUrl };
}

export async function audit(
  { db, serviceId, actor }: WebhookDesk,
  action: AuditEvent['action'],
  details: JsonObject,
): Promise<void> {
  await insertAuditEvent(db, { serviceId, action, ...actor, details });
}

/** The endpoint, held until the transaction ends; throws AppError `webhook_not_found`. */
export async function holdEndpoint(desk: WebhookDesk, endpointId: number): Promise<StoredEndpoint> {
  const key: EndpointKey = { serviceId: desk.serviceId, endpointId };
  return (await findEndpoint(desk.db, key, { lock: true })) ?? webhookNotFound();
}

/** Always throws: another service's endpoint is like one that does not exist. */
export function webhookNotFound(): never {
  throw new AppError('webhook_not_found', 'The service has no such webhook endpoint or delivery.');
}
