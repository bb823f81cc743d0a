import { createFileVault } from '../../../adapters/files/file-vault.ts';
import { createWebhookSender } from '../../../adapters/webhooks/webhook-sender.ts';
import type { OperatorContext } from '../../../resolvers/webhooks/run-as-operator.ts';
import { withDatabase } from '../../database/with-database.ts';

/** Runs a command's work on the webhooks of a service, with the vault that encrypts their secrets. */
export async function withWebhookTools(
  service: string,
  work: (tools: OperatorContext) => Promise<void>,
): Promise<void> {
  await withDatabase(async (db, config) => {
    const vault = await createFileVault({ options: config.files, onFault: () => undefined });
    const { checkUrl, makeSecret } = createWebhookSender(config.webhooks);
    try {
      await work({ db, service, vault, checkUrl, makeSecret });
    } finally {
      vault.close();
    }
  });
}
