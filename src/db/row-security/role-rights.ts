import { sql } from 'kysely';
import type { Db } from '../client.ts';
import { getTableRights, type RoleKind } from './rights.ts';

/**
 * Missing and excess grants of one role as `privilege table` or `privilege table.column`, for example `insert jobs`,
 * sorted.
 */
type RightsGap = { lacking: string[]; excess: string[] };

/**
 * Compares the grants of a role on the gateway's tables with the rights of its kind. `role` is the role of the
 * connection by default.
 */
export async function compareRights(
  db: Db,
  { role, kind }: { role?: string; kind: RoleKind },
): Promise<RightsGap> {
  const required = listRights(kind);
  const granted = await readGrants(db, { role, tables: Object.keys(getTableRights(kind)) });
  return {
    lacking: [...required].filter((right) => !granted.has(right)).toSorted(),
    excess: [...granted].filter((right) => !required.has(right)).toSorted(),
  };
}

/** Returns the grants that a role of this kind needs, named as in RightsGap. */
function listRights(kind: RoleKind): ReadonlySet<string> {
  const tables = Object.entries(getTableRights(kind));
  return new Set(
    tables.flatMap(([table, rights]) =>
      ['select', ...Object.keys(rights)].map((privilege) => `${privilege} ${table}`),
    ),
  );
}

/** Reads the grants to the role itself, without those to a group or to all roles. */
async function readGrants(
  db: Db,
  { role, tables }: { role: string | undefined; tables: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ right: string }>`
    with tables as (
      select oid, relname, relacl from pg_class
      where relnamespace = 'public'::regnamespace and relname = any(${tables}::text[])
    ), grants as (
      select lower(acl.privilege_type) || ' ' || relname as "right", acl.grantee
      from tables, aclexplode(relacl) acl
      union all
      select lower(acl.privilege_type) || ' ' || relname || '.' || attname, acl.grantee
      from tables join pg_attribute on attrelid = oid, aclexplode(attacl) acl
    )
    select "right" from grants join pg_roles r on r.oid = grantee
    where r.rolname = coalesce(${role ?? null}::text, current_user)`.execute(db);
  return new Set(rows.map((row) => row.right));
}

/** True when the role of the connection may load lists, by a grant of any origin. */
export async function mayLoadLists(db: Db): Promise<boolean> {
  const { rows } = await sql<{ mayLoad: boolean }>`
    select has_table_privilege('list_snapshots', 'insert') as "mayLoad"`.execute(db);
  return rows[0]?.mayLoad === true;
}
