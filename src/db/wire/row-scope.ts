import type { RowsOf } from '../../runtime/work-scope.ts';
import type { Telling } from './session-setting.ts';

/** Rows that a connection may access. None when no service is set. */
export type RowsTold = RowsOf | 'nobody';

const seeing = new WeakSet<object>();

/** Disables the row-level-security context for the pool: the policies do not apply to its role. */
export function letSeeAllRows(pool: object): void {
  seeing.add(pool);
}

export function seesAllRows(pool: object): boolean {
  return seeing.has(pool);
}

const TELLING = `select set_config('gateway.service_id', $1, true), set_config('gateway.all_services', $2, true)`;

export function tellRows(rowsOf: RowsTold): Telling {
  if (rowsOf === 'all_services') return { sql: TELLING, parameters: ['', 'on'] };
  return { sql: TELLING, parameters: [rowsOf === 'nobody' ? '' : String(rowsOf), ''] };
}
