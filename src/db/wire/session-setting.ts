/**
 * Statement that sets a session setting until the end of the transaction or, outside a transaction, of the batch. This
 * also works behind a pooler.
 */
export type SettingStatement = { sql: string; parameters: readonly string[] };

/** Statements that read no rows and some of which cannot run in a transaction. */
const WITHOUT_ROWS =
  /^\s*(?:begin|start|commit|rollback|savepoint|release|set|reset|show|discard|vacuum|analyze|create|alter|drop|lock|truncate|grant|revoke)\b/i;

function mayReadRows(statement: string): boolean {
  return !WITHOUT_ROWS.test(statement);
}

const BEGINS_TRANSACTION = /^\s*(?:begin|start)\b/i;
const ENDS_TRANSACTION = /^\s*(?:commit|rollback(?!\s+to))\b/i;
const ROLLS_BACK_TO_SAVEPOINT = /^\s*rollback\s+to\b/i;

/** Value of one setting on one connection within the current batch or transaction. */
export class SessionSetting<T> {
  readonly #toStatement: (value: T) => SettingStatement;
  #isInTransaction = false;
  /** False after a rollback to a savepoint, which may have reverted the value. */
  #isValueKnown = true;
  #sentValue: T | undefined;

  constructor(toStatement: (value: T) => SettingStatement) {
    this.#toStatement = toStatement;
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction;
  }

  /**
   * Returns the setting to send before `statement`; undefined when the statement reads no rows or the value is set
   * already. `defaultValue` is the value of a connection on which nothing was set.
   */
  find(statement: string, value: T, defaultValue: T | undefined): SettingStatement | undefined {
    if (mayReadRows(statement)) return this.findFor(value, defaultValue);
    this.#trackTransaction(statement);
    return undefined;
  }

  /** Returns the setting to send before a statement that reads rows; undefined when the value is set already. */
  findFor(value: T, defaultValue: T | undefined): SettingStatement | undefined {
    if (this.#isValueKnown && value === (this.#sentValue ?? defaultValue)) return undefined;
    this.#isValueKnown = true;
    this.#sentValue = value;
    return this.#toStatement(value);
  }

  /** Tracks the begin and end of transactions, for a statement that is sent without a setting. */
  track(statement: string): void {
    if (!mayReadRows(statement)) this.#trackTransaction(statement);
  }

  endBatch(): void {
    if (!this.#isInTransaction) this.reset();
  }

  reset(): void {
    this.#isInTransaction = false;
    this.#isValueKnown = true;
    this.#sentValue = undefined;
  }

  #trackTransaction(statement: string): void {
    if (BEGINS_TRANSACTION.test(statement)) this.#isInTransaction = true;
    else if (ENDS_TRANSACTION.test(statement)) this.reset();
    else if (ROLLS_BACK_TO_SAVEPOINT.test(statement)) this.#isValueKnown = false;
  }
}
