import type { RowScope } from '../../runtime/work-scope.ts';
import type { SettingStatement } from './session-setting.ts';

/** Row scope that is sent for a statement; with `none` it sees no rows. */
export type SentRowScope = RowScope | 'none';

const unrestrictedPools = new WeakSet<object>();

/** Marks a pool whose role bypasses row-level security: its connections send no row scope. */
export function markUnrestricted(pool: object): void {
  unrestrictedPools.add(pool);
}

export function isUnrestricted(pool: object): boolean {
  return unrestrictedPools.has(pool);
}

const SET_ROW_SCOPE = `select set_config('gateway.service_id', $1, true), set_config('gateway.all_services', $2, true)`;

export function toRowScopeSetting(rowScope: SentRowScope): SettingStatement {
  if (rowScope === 'all_services') return { sql: SET_ROW_SCOPE, parameters: ['', 'on'] };
  return { sql: SET_ROW_SCOPE, parameters: [rowScope === 'none' ? '' : String(rowScope), ''] };
}
