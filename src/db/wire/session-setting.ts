/**
 * Statement that changes a session setting, until the end of the transaction: outside of one, of the batch, also behind
 * a pooler.
 */
export type Telling = { sql: string; parameters: readonly string[] };

/** Statements that read no rows, and may have to run outside of transactions. */
const WITHOUT_ROWS =
  /^\s*(?:begin|start|commit|rollback|savepoint|release|set|reset|show|discard|vacuum|analyze|create|alter|drop|lock|truncate|grant|revoke)\b/i;

/** True when a statement may read rows. */
function seesRows(statement: string): boolean {
  return !WITHOUT_ROWS.test(statement);
}

const BEGINS = /^\s*(?:begin|start)\b/i;
const ENDS = /^\s*(?:commit|rollback(?!\s+to))\b/i;
const GOES_BACK = /^\s*rollback\s+to\b/i;

/** Value of one session setting of a connection in the current batch or transaction. */
export class SettingTelling<T> {
  readonly #tell: (value: T) => Telling;
  #isInTransaction = false;
  #isKnown = true;
  #told: T | undefined;

  constructor(tell: (value: T) => Telling) {
    this.#tell = tell;
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction;
  }

  /**
   * Returns the statement to send before the next one. Undefined when the value is already set. `usual` is the default.
   */
  find(statement: string, value: T, usual: T | undefined): Telling | undefined {
    if (seesRows(statement)) return this.findFor(value, usual);
    this.#follow(statement);
    return undefined;
  }

  /** The same for a statement that is known to read rows. */
  findFor(value: T, usual: T | undefined): Telling | undefined {
    if (this.#isKnown && value === (this.#told ?? usual)) return undefined;
    this.#isKnown = true;
    this.#told = value;
    return this.#tell(value);
  }

  /** Records a statement that needs no setting. */
  follow(statement: string): void {
    if (!seesRows(statement)) this.#follow(statement);
  }

  endBatch(): void {
    if (!this.#isInTransaction) this.forget();
  }

  forget(): void {
    this.#isInTransaction = false;
    this.#isKnown = true;
    this.#told = undefined;
  }

  #follow(statement: string): void {
    if (BEGINS.test(statement)) this.#isInTransaction = true;
    else if (ENDS.test(statement)) this.forget();
    else if (GOES_BACK.test(statement)) this.#isKnown = false;
  }
}
