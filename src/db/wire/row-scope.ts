import type { RowScope } from '../../runtime/work-scope.ts';
import type { SettingStatement } from './session-setting.ts';

/** Nobody's where nobody was named. */
export type SentRowScope = RowScope | 'nobody';

const seeing = new WeakSet<object>();

/** Has connections of the pool not tell whose rows they may see: row-level security does not hold for its role. */
export function allowAllRows(pool: object): void {
  seeing.add(pool);
}

export function isAllowedAllRows(pool: object): boolean {
  return seeing.has(pool);
}

const TELLING = `select set_config('gateway.service_id', $1, true), set_config('gateway.all_services', $2, true)`;

export function setRowScope(rowsOf: SentRowScope): SettingStatement {
  if (rowsOf === 'all_services') return { sql: TELLING, parameters: ['', 'on'] };
  return { sql: TELLING, parameters: [rowsOf === 'nobody' ? '' : String(rowsOf), ''] };
}
