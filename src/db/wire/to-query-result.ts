import type { QueryResult } from 'kysely';
import type { StatementResult } from './statement-batch.ts';

const ROW_CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Converts the result of a statement to a result of Kysely. */
export function toQueryResult<R>(result: StatementResult): QueryResult<R> {
  const { command, rowCount } = result;
  // pg returns no rows for these. The driver reads from this row whether a COMMIT committed or rolled back.
  if (command === 'COMMIT' || command === 'ROLLBACK') result.rows = [{ command }];
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- The statement's builder knows the type of its rows.
  const rows: R[] = result.rows;
  return ROW_CHANGES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
}
