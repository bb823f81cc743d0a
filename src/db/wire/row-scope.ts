import type { RowScope } from '../../runtime/work-scope.ts';
import type { SettingStatement } from './session-setting.ts';

/** Row scope of a statement; `none` sees no rows. */
export type SentRowScope = RowScope | 'none';

const unrestricted = new WeakSet<object>();

/** Marks a pool whose role bypasses row-level security, so that its connections send no row scope. */
export function allowAllRows(pool: object): void {
  unrestricted.add(pool);
}

export function isAllowedAllRows(pool: object): boolean {
  return unrestricted.has(pool);
}

const SET_ROW_SCOPE = `select set_config('gateway.service_id', $1, true), set_config('gateway.all_services', $2, true)`;

export function setRowScope(rowsOf: SentRowScope): SettingStatement {
  if (rowsOf === 'all_services') return { sql: SET_ROW_SCOPE, parameters: ['', 'on'] };
  return { sql: SET_ROW_SCOPE, parameters: [rowsOf === 'none' ? '' : String(rowsOf), ''] };
}
