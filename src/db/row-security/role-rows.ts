import { sql } from 'kysely';
import type { Db } from '../client.ts';
import { compareRights } from './role-rights.ts';

/** Reason why policies do not apply to a role. */
type Bypass = 'superuser' | 'bypassrls' | 'owner';

/**
 * Row access of the connection's role. `bypass`: reason why policies do not apply to it, or undefined; `owner`: owner
 * of the tables; `hasPolicies`: row-level security is enabled.
 */
export type RoleRows = {
  role: string;
  owner: string;
  bypass: Bypass | undefined;
  hasPolicies: boolean;
  /** True when the role has privileges that serving and working do not need, for example changing audit events. */
  hasExcess: boolean;
};

/**
 * Reads the row access of the role in a migrated database from the first tenant table, since all have the same owner.
 */
export async function readRoleRows(db: Db): Promise<RoleRows> {
  const { rows } = await sql<{
    role: string;
    owner: string;
    isSuperuser: boolean;
    mayBypass: boolean;
    isOwner: boolean;
    hasPolicies: boolean;
  }>`
    select r.rolname as role, pg_get_userbyid(c.relowner) as owner, r.rolsuper as "isSuperuser", r.rolbypassrls as "mayBypass",
      pg_has_role(r.oid, c.relowner, 'usage') as "isOwner", c.relrowsecurity as "hasPolicies"
    from pg_roles r join pg_class c on c.oid = 'users'::regclass
    where r.rolname = current_user`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The role of the connection is not there.');
  const { role, owner, hasPolicies } = row;
  const { excess } = await compareRights(db, { kind: 'work' });
  return { role, owner, bypass: findBypass(row), hasPolicies, hasExcess: excess.length > 0 };
}

type RoleAttributes = { isSuperuser: boolean; mayBypass: boolean; isOwner: boolean };

function findBypass({ isSuperuser, mayBypass, isOwner }: RoleAttributes): Bypass | undefined {
  if (isSuperuser) return 'superuser';
  if (mayBypass) return 'bypassrls';
  return isOwner ? 'owner' : undefined;
}
