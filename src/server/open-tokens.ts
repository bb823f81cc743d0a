import type { SigningVault } from '../auth/shared-signing-key.ts';
import { createTokenIssuer, type TokenIssuer } from '../auth/tokens.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/client.ts';
import type { Logger } from '../log.ts';

type Parts = { config: Pick<Config, 'token'>; db: Db; log: Logger };

/** Creates the token issuer, and logs a warning when a copy of the database could sign tokens. */
export async function openTokens(
  { config, db, log }: Parts,
  vault: SigningVault,
): Promise<TokenIssuer> {
  const tokens = await createTokenIssuer({ db, options: config.token, vault });
  if (!tokens.isKeySealed)
    log.warn(
      'The signing key is stored in clear in the database, so that a copy of it can sign tokens and open files. Run `gateway keys seal` once no earlier version serves, which needs FILE_MASTER_KEY_FILE, or set TOKEN_SIGNING_KEY_FILE.',
    );
  return tokens;
}
