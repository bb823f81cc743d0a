import type { Db } from '../../db/client.ts';
import { grantServing, hasExactRights } from '../../db/row-security/serving-role.ts';
import { withExclusiveLock } from '../../db/row-security/switch-row-security.ts';
import {
  makePassword,
  readServingPassword,
  storeServingPassword,
} from '../../embedded-postgres/folder.ts';

/** Role of the serving process, which owns no tables and loads no lists: the owner loads them. */
const SERVING = { role: 'gateway_serving', kind: 'serve' } as const;

/**
 * Returns the URL of the embedded database for the serving role, to which row-level security applies. Creates or
 * repairs the role when its password is not stored or its privileges are not the required ones, in one process at a
 * time.
 */
export async function ensureServingUrl(
  owner: { db: Db; url: string },
  dataDir: string,
): Promise<string> {
  // Another process grants the rights before it stores the password: between the two, the stored one is the former.
  const password = await withExclusiveLock(
    owner.db,
    () => undefined,
    async (db) => (await findPassword(db, dataDir)) ?? (await createRole(db, dataDir)),
  );
  const url = new URL(owner.url);
  url.username = SERVING.role;
  url.password = password;
  return url.href;
}

async function findPassword(db: Db, dataDir: string): Promise<string | undefined> {
  const password = await readServingPassword(dataDir);
  return password !== undefined && (await hasExactRights(db, SERVING)) ? password : undefined;
}

async function createRole(db: Db, dataDir: string): Promise<string> {
  const password = makePassword();
  await grantServing(db, { ...SERVING, password });
  await storeServingPassword(dataDir, password);
  return password;
}
