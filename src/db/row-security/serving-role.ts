import { type RawBuilder, sql } from 'kysely';
import { OperatorError } from '../../errors.ts';
import type { Db } from '../client.ts';
import { getTableRights, type Rights, type RoleKind } from './rights.ts';
import { compareRights } from './role-rights.ts';
import { computeScramVerifier } from './scram-verifier.ts';

type Role = { role: string; kind: RoleKind };

/** PostgreSQL role and the ASCII password to set. Without a password the role must exist, and keeps its own. */
type ServingRole = Role & { password?: string | undefined };

/**
 * Grants a role that owns nothing exactly the rights of its kind, and revokes any other on the gateway's tables. With a
 * password the role is created when it does not exist. Runs in one transaction. With a password, throws OperatorError
 * for the role of the connection itself.
 */
export async function grantServing(db: Db, { role, kind, password }: ServingRole): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (password !== undefined) await createOrAlterRole(tx, { role, password });
    const from = sql`from ${sql.ref(role)}`;
    await sql`revoke all on ${tablesWhere(kind, () => true)} ${from}`.execute(tx);
    // Earlier versions granted writes on tables of future versions.
    await sql`alter default privileges in schema public revoke all on tables ${from}`.execute(tx);
    await grantRights(tx, { role, kind });
  });
}

/** Grants each serving or working role the rights that it lacks, for example on new tables; revokes nothing. */
export async function grantLacking(db: Db): Promise<void> {
  for (const role of await listServingRoles(db)) {
    const { lacking } = await compareRights(db, role);
    if (lacking.length > 0)
      await db.transaction().execute(async (tx) => await grantRights(tx, role));
  }
}

/** True when the role exists and has exactly the rights of its kind. */
export async function hasExactRights(db: Db, { role, kind }: Role): Promise<boolean> {
  const { lacking, excess } = await compareRights(db, { role, kind });
  return lacking.length === 0 && excess.length === 0;
}

async function grantRights(tx: Db, { role, kind }: Role): Promise<void> {
  const to = sql`to ${sql.ref(role)}`;
  await sql`grant usage on schema public ${to}`.execute(tx);
  await sql`grant usage, select on all sequences in schema public ${to}`.execute(tx);
  await sql`alter default privileges in schema public grant usage, select on sequences ${to}`.execute(
    tx,
  );
  await sql`grant select on ${tablesWhere(kind, () => true)} ${to}`.execute(tx);
  for (const privilege of ['insert', 'update', 'delete'] as const) {
    const tables = tablesWhere(kind, (rights) => rights[privilege] === true);
    await sql`grant ${sql.raw(privilege)} on ${tables} ${to}`.execute(tx);
  }
}

function tablesWhere(kind: RoleKind, isIncluded: (rights: Rights) => boolean): RawBuilder<unknown> {
  const tables = Object.entries(getTableRights(kind)).filter(([, rights]) => isIncluded(rights));
  return sql.join(tables.map(([table]) => sql.table(table)));
}

/** Returns the roles that own no tables of the gateway but may queue jobs: every serving or working role may. */
async function listServingRoles(db: Db): Promise<Role[]> {
  const { rows } = await sql<{ role: string; mayLoad: boolean }>`
    select rolname as role, has_table_privilege(r.oid, 'list_snapshots', 'insert') as "mayLoad"
    from pg_class c, aclexplode(c.relacl) acl join pg_roles r on r.oid = acl.grantee
    where c.oid = 'jobs'::regclass and acl.privilege_type = 'INSERT' and acl.grantee <> c.relowner
    order by rolname`.execute(db);
  return rows.map(({ role, mayLoad }) => ({ role, kind: mayLoad ? 'work' : 'serve' }));
}

async function createOrAlterRole(db: Db, { role, password }: { role: string; password: string }) {
  const { rows } = await sql<{ isOwn: boolean }>`
    select rolname = current_user as "isOwn" from pg_roles where rolname = ${role}`.execute(db);
  if (rows[0]?.isOwn === true)
    throw new OperatorError(`The role ${role} runs this command. Name another role.`);
  const verb = rows.length === 0 ? sql`create` : sql`alter`;
  await sql`${verb} role ${sql.ref(role)} login password ${sql.lit(computeScramVerifier(password))}`.execute(
    db,
  );
}
