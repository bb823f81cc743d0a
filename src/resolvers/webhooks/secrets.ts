import type { FileVault } from '../../adapters/files/file-vault.ts';
import type { SystemContext } from '../../context.ts';
import type { SealedSecrets } from '../../db/queries/webhooks/endpoints.ts';
import { findOpenKey, getDataKey } from '../files/data-key.ts';
import type { SecretDesk } from './desk.ts';

/** An endpoint's secret as the database keeps it: under the service's data key, good for this endpoint only. */
export async function sealSecret(
  desk: SecretDesk,
  endpointId: number,
  secret: string,
): Promise<Buffer> {
  const key = await getDataKey(desk, null);
  return desk.vault.seal(key, contextOf(desk.serviceId, endpointId), Buffer.from(secret));
}

type Opener = Pick<SystemContext, 'db' | 'serviceId'> & {
  vault: Pick<FileVault, 'unwrapKey' | 'unseal'>;
};

/** What an endpoint signs with, the current one first. Throws AppError `files_unavailable` without the master key. */
export async function openSecrets(
  ctx: Opener,
  endpoint: { id: number; secrets: SealedSecrets },
): Promise<string[]> {
  const key = await findOpenKey(ctx, null);
  if (key === undefined) throw new Error("The data key of a webhook's secret is gone.");
  const context = contextOf(ctx.serviceId, endpoint.id);
  const { current, earlier } = endpoint.secrets;
  const sealed = earlier === null ? [current] : [current, earlier];
  return sealed.map((secret) => ctx.vault.unseal(key, context, secret).toString());
}

function contextOf(serviceId: number, endpointId: number): string {
  return `webhook-secret:${serviceId}:${endpointId}`;
}
