/** A statement that says a setting. It ends with the transaction: of a batch outside of one that is the batch, also behind a pooler. */
export type SettingStatement = { sql: string; parameters: readonly string[] };

/** What sees no rows, and may have to run outside of transactions. */
const WITHOUT_ROWS =
  /^\s*(?:begin|start|commit|rollback|savepoint|release|set|reset|show|discard|vacuum|analyze|create|alter|drop|lock|truncate|grant|revoke)\b/i;

/** Whether it may read rows. */
function seesRows(statement: string): boolean {
  return !WITHOUT_ROWS.test(statement);
}

const BEGINS = /^\s*(?:begin|start)\b/i;
const ENDS = /^\s*(?:commit|rollback(?!\s+to))\b/i;
const GOES_BACK = /^\s*rollback\s+to\b/i;

/** Of one connection: what its server was told of one setting in the batch or the transaction under way. */
export class SessionSetting<T> {
  readonly #tell: (value: T) => SettingStatement;
  #isInTransaction = false;
  #isKnown = true;
  #told: T | undefined;

  constructor(tell: (value: T) => SettingStatement) {
    this.#tell = tell;
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction;
  }

  /**
   * What is to be sent before a statement, which is sent next; undefined where nothing is. `usual` is what holds where nothing
   * was told.
   */
  find(statement: string, value: T, usual: T | undefined): SettingStatement | undefined {
    if (seesRows(statement)) return this.findFor(value, usual);
    this.#follow(statement);
    return undefined;
  }

  /** The same for a statement that is known to read rows. */
  findFor(value: T, usual: T | undefined): SettingStatement | undefined {
    if (this.#isKnown && value === (this.#told ?? usual)) return undefined;
    this.#isKnown = true;
    this.#told = value;
    return this.#tell(value);
  }

  /** For a statement before which nothing is told, whatever it is. */
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
