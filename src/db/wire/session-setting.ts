/**
 * Statement that sets a session setting until the end of the transaction, or of the batch outside of one, also behind a
 * pooler.
 */
export type SettingStatement = { sql: string; parameters: readonly string[] };

/** Statements that read no rows and may have to run outside of a transaction. */
const WITHOUT_ROWS =
  /^\s*(?:begin|start|commit|rollback|savepoint|release|set|reset|show|discard|vacuum|analyze|create|alter|drop|lock|truncate|grant|revoke)\b/i;

/** True for a statement that may read rows. */
function seesRows(statement: string): boolean {
  return !WITHOUT_ROWS.test(statement);
}

const BEGINS = /^\s*(?:begin|start)\b/i;
const ENDS = /^\s*(?:commit|rollback(?!\s+to))\b/i;
const GOES_BACK = /^\s*rollback\s+to\b/i;

/** Value of one setting on one connection within the current batch or transaction. */
export class SessionSetting<T> {
  readonly #toStatement: (value: T) => SettingStatement;
  #isInTransaction = false;
  #isKnown = true;
  #sentValue: T | undefined;

  constructor(toStatement: (value: T) => SettingStatement) {
    this.#toStatement = toStatement;
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction;
  }

  /**
   * Returns the statement to send before the next one, or undefined when the value is set already. `defaultValue` is
   * the value of a connection on which nothing was set.
   */
  find(statement: string, value: T, defaultValue: T | undefined): SettingStatement | undefined {
    if (seesRows(statement)) return this.findFor(value, defaultValue);
    this.#follow(statement);
    return undefined;
  }

  /** Like `find`, for a statement that is known to read rows. */
  findFor(value: T, defaultValue: T | undefined): SettingStatement | undefined {
    if (this.#isKnown && value === (this.#sentValue ?? defaultValue)) return undefined;
    this.#isKnown = true;
    this.#sentValue = value;
    return this.#toStatement(value);
  }

  /** Tracks a statement that needs no setting. */
  follow(statement: string): void {
    if (!seesRows(statement)) this.#follow(statement);
  }

  endBatch(): void {
    if (!this.#isInTransaction) this.forget();
  }

  forget(): void {
    this.#isInTransaction = false;
    this.#isKnown = true;
    this.#sentValue = undefined;
  }

  #follow(statement: string): void {
    if (BEGINS.test(statement)) this.#isInTransaction = true;
    else if (ENDS.test(statement)) this.forget();
    else if (GOES_BACK.test(statement)) this.#isKnown = false;
  }
}
