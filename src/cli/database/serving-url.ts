import type { Db } from '../../db/client.ts';
import { grantServing, hasExactRights } from '../../db/row-security/serving-role.ts';
import { withExclusiveLock } from '../../db/row-security/switch-row-security.ts';
import {
  keepServingPassword,
  makePassword,
  readServingPassword,
} from '../../embedded-postgres/folder.ts';

/** Owns nothing, and loads no lists: the owner does. Only this machine's loopback interface reaches it. */
const SERVING = { role: 'gateway_serving', kind: 'serve' } as const;

/**
 * The migrated database of the data folder for the role as which the gateway serves, whose rows policies keep apart. Where the
 * role, its password or one of its rights is missing, or it has more of them, it is made: by one of several processes at once.
 */
export async function findServingUrl(
  owner: { db: Db; url: string },
  dataDir: string,
): Promise<string> {
  const password =
    (await findPassword(owner.db, dataDir)) ??
    (await withExclusiveLock(
      owner.db,
      () => undefined,
      async (db) => (await findPassword(db, dataDir)) ?? (await makeRole(db, dataDir)),
    ));
  const url = new URL(owner.url);
  url.username = SERVING.role;
  url.password = password;
  return url.href;
}

async function findPassword(db: Db, dataDir: string): Promise<string | undefined> {
  const password = await readServingPassword(dataDir);
  return password !== undefined && (await hasExactRights(db, SERVING)) ? password : undefined;
}

async function makeRole(db: Db, dataDir: string): Promise<string> {
  const password = makePassword();
  await grantServing(db, { ...SERVING, password });
  await keepServingPassword(dataDir, password);
  return password;
}
