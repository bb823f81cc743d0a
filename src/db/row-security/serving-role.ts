import { sql } from 'kysely';
import { OperatorError } from '../../errors.ts';
import type { Db } from '../client.ts';
import { scramVerifier } from './scram-verifier.ts';

/** A role of PostgreSQL and the password that it is to have, of ASCII characters; undefined: it is there, and keeps its own. */
type ServingRole = { role: string; password?: string | undefined };

/**
 * Gives a role that serves and works and owns nothing what it needs: to read and write rows, also of tables that come later.
 * Where a password is given, the role is made if it is not there. All of it or nothing. Throws OperatorError for the role of
 * the connection itself.
 */
export async function grantServing(db: Db, { role, password }: ServingRole): Promise<void> {
  const to = sql`to ${sql.ref(role)}`;
  const rights = sql`select, insert, update, delete on tables`;
  await db.transaction().execute(async (tx) => {
    if (password !== undefined) await makeRole(tx, { role, password });
    await sql`grant usage on schema public ${to}`.execute(tx);
    await sql`grant select, insert, update, delete on all tables in schema public ${to}`.execute(
      tx,
    );
    await sql`grant usage, select on all sequences in schema public ${to}`.execute(tx);
    await sql`alter default privileges in schema public grant ${rights} ${to}`.execute(tx);
    await sql`alter default privileges in schema public grant usage, select on sequences ${to}`.execute(
      tx,
    );
    for (const table of ['kysely_migration', 'kysely_migration_step'])
      await sql`revoke insert, update, delete on ${sql.table(table)} from ${sql.ref(role)}`.execute(
        tx,
      );
  });
}

async function makeRole(db: Db, { role, password }: Required<ServingRole>): Promise<void> {
  const { rows } = await sql<{ isOwn: boolean }>`
    select rolname = current_user as "isOwn" from pg_roles where rolname = ${role}`.execute(db);
  if (rows[0]?.isOwn === true)
    throw new OperatorError(`The role ${role} is the one that this command runs as: name another.`);
  const verb = rows.length === 0 ? sql`create` : sql`alter`;
  const verifier = sql.lit(scramVerifier(password ?? ''));
  await sql`${verb} role ${sql.ref(role)} login password ${verifier}`.execute(db);
}

/** Whether the role is there and may write rows. */
export async function isServing(db: Db, role: string): Promise<boolean> {
  const { rows } = await sql<{ mayWrite: boolean }>`
    select has_table_privilege(oid, 'users', 'update') as "mayWrite"
    from pg_roles where rolname = ${role}`.execute(db);
  return rows[0]?.mayWrite === true;
}
