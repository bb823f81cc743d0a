import type { RowsOf } from '../../record/work-record.ts';

const seeing = new WeakSet<object>();

/** Has connections of the pool not tell whose rows they may see: row-level security does not hold for its role. */
export function letSeeAllRows(pool: object): void {
  seeing.add(pool);
}

export function seesAllRows(pool: object): boolean {
  return seeing.has(pool);
}

/** Ends with the transaction: of a batch outside of one that is the batch, also behind a pooler. */
const TELLING = `select set_config('gateway.service_id', $1, true), set_config('gateway.all_services', $2, true)`;
type Telling = { sql: string; parameters: readonly string[] };

/** What sees no rows, and may have to run outside of transactions. */
const WITHOUT_ROWS =
  /^\s*(?:begin|start|commit|rollback|savepoint|release|set|reset|show|discard|vacuum|analyze|create|alter|drop|lock|truncate|grant|revoke)\b/i;

/** Whether it may read rows. */
export function seesRows(statement: string): boolean {
  return !WITHOUT_ROWS.test(statement);
}

const BEGINS = /^\s*(?:begin|start)\b/i;
const ENDS = /^\s*(?:commit|rollback(?!\s+to))\b/i;
const GOES_BACK = /^\s*rollback\s+to\b/i;

/** Of one connection: what its server was told in the batch or the transaction under way. */
export class RowTelling {
  #isInTransaction = false;
  #told: RowsOf | undefined;

  /** What is to be sent before a statement, which is sent next; undefined where nothing is. */
  find(statement: string, rowsOf: RowsOf | undefined): Telling | undefined {
    if (!seesRows(statement)) {
      this.#follow(statement);
      return undefined;
    }
    if (rowsOf === this.#told) return undefined;
    this.#told = rowsOf;
    return tell(rowsOf);
  }

  endBatch(): void {
    if (!this.#isInTransaction) this.#told = undefined;
  }

  forget(): void {
    this.#isInTransaction = false;
    this.#told = undefined;
  }

  #follow(statement: string): void {
    if (BEGINS.test(statement)) this.#isInTransaction = true;
    else if (ENDS.test(statement)) this.forget();
    else if (GOES_BACK.test(statement)) this.#told = undefined;
  }
}

function tell(rowsOf: RowsOf | undefined): Telling {
  if (rowsOf === 'all_services') return { sql: TELLING, parameters: ['', 'on'] };
  return { sql: TELLING, parameters: [rowsOf === undefined ? '' : String(rowsOf), ''] };
}
