import type { FileVault } from '../../adapters/files/file-vault.ts';
import type { SystemContext } from '../../context.ts';
import type { SealedSecrets } from '../../db/queries/webhooks/endpoints.ts';
import { findUnwrappedDataKey, getDataKey } from '../files/data-key.ts';
import type { SecretContext } from './webhook-context.ts';

/** Encrypts an endpoint's secret with the service's data key, bound to this endpoint. */
export async function encryptSecret(
  context: SecretContext,
  endpointId: number,
  secret: string,
): Promise<Buffer> {
  const key = await getDataKey(context, null);
  return context.vault.seal(
    key,
    toAssociatedData(context.serviceId, endpointId),
    Buffer.from(secret),
  );
}

type SecretReader = Pick<SystemContext, 'db' | 'serviceId'> & {
  vault: Pick<FileVault, 'unwrapKey' | 'unseal'>;
};

/**
 * Decrypts the signing secrets of an endpoint, the current one first. Throws AppError `files_unavailable` without the
 * master key.
 */
export async function decryptSecrets(
  ctx: SecretReader,
  endpoint: { id: number; secrets: SealedSecrets },
): Promise<string[]> {
  const key = await findUnwrappedDataKey(ctx, null);
  if (key === undefined) throw new Error("The data key of a webhook's secret is missing.");
  const associatedData = toAssociatedData(ctx.serviceId, endpoint.id);
  const { current, earlier } = endpoint.secrets;
  const sealed = earlier === null ? [current] : [current, earlier];
  return sealed.map((secret) => ctx.vault.unseal(key, associatedData, secret).toString());
}

function toAssociatedData(serviceId: number, endpointId: number): string {
  return `webhook-secret:${serviceId}:${endpointId}`;
}
