import { type RoleRows, readRoleRows } from '../../db/row-security/role-rows.ts';
import { markUnrestricted } from '../../db/wire/row-scope.ts';
import { OperatorError } from '../../errors.ts';
import type { ConnectedDatabase } from './connect-database.ts';

/**
 * Disables the row-level-security context when the role bypasses all policies. Reports when it does, when it has more
 * privileges than the gateway needs, and when row-level security is off.
 */
export async function checkRowSecurity(
  { db, pool }: Pick<ConnectedDatabase, 'db' | 'pool'>,
  report: (message: string) => void,
): Promise<void> {
  const roleRows = await readRoleRows(db);
  if (roleRows.bypass !== undefined) markUnrestricted(pool);
  const gap = describeGap(roleRows);
  if (gap !== undefined) report(gap);
}

/** Throws OperatorError when row-level security would hide rows from a command. */
export async function requireAllRows({
  db,
  pool,
}: Pick<ConnectedDatabase, 'db' | 'pool'>): Promise<void> {
  const { role, owner, bypass } = await readRoleRows(db);
  if (bypass === undefined)
    throw new OperatorError(
      `The role ${role} of DATABASE_URL can read the rows of one service only. Run the command as ${owner}, the owner of the tables.`,
    );
  markUnrestricted(pool);
}

const BYPASS_TEXTS = {
  superuser: 'it is a superuser',
  bypassrls: 'it has BYPASSRLS',
  owner: 'it owns the tables',
} as const;

function describeGap({ role, bypass, hasPolicies, hasExcess }: RoleRows): string | undefined {
  if (bypass !== undefined)
    return `Row-level security does not apply to the role ${role}: ${BYPASS_TEXTS[bypass]}. Let the gateway connect as another role.`;
  if (hasPolicies && hasExcess)
    return `The role ${role} may write more than the gateway does, such as to change audit events: run migrate row-security on --role ${role} as the owner of the tables.`;
  if (hasPolicies) return undefined;
  return 'Row-level security is off: run migrate row-security on when no older version serves.';
}
