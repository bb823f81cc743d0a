/** Match of a token as it is counted: its similarity and its edit cost. */
export type TokenMatch = { similarity: number; cost: number; isJoined?: boolean };

/** Fields counted per name, as offsets into one array: adjacent fields stay in one cache line for random access. */
export const TALLY_FIELDS = {
  /** Weight of the matched words of the query and of the name. */
  queryMatched: 0,
  nameMatched: 1,
  /** Amount by which matched words with a similarity below the threshold lower the score, per side. */
  queryShortfall: 2,
  nameShortfall: 3,
  /** Edit cost of the matched words of the name. */
  editCost: 4,
  /** Amount by which matched words with a similarity above the threshold raise the score. */
  surplus: 5,
  /**
   * 1 when words of one side may be concatenated in the other, in which case only one of the parts may have been
   * matched.
   */
  hasJoinedWords: 6,
} as const;
/** Offset of the number of the query word that was counted last for the name. */
const LAST_WORD_FIELD = 7;
/** Number of cells per name. */
const FIELDS_COUNT = 8;

/**
 * Tally of the overlap between one query name and many indexed names, for scores of at least a threshold. Reuses its
 * memory between queries. All counts are optimistic: no name counts less than scoring would give it.
 */
export class OverlapTally {
  #cells = new Float64Array(0);
  /** Number before the first word of the current query; word numbers increase over all queries. */
  #queryStart = 0;
  #currentWord = 0;
  #weight = 0;
  #threshold = 0;
  readonly #nameIndexes: number[] = [];

  /** Starts a query over names with indexes below `size`. */
  start(size: number, threshold: number): void {
    if (size * FIELDS_COUNT > this.#cells.length)
      this.#cells = new Float64Array(size * FIELDS_COUNT);
    this.#threshold = threshold;
    this.#currentWord += 1;
    this.#queryStart = this.#currentWord;
    this.#nameIndexes.length = 0;
  }

  /** Starts the next word of the query. Weight 0 marks a word that may be missing without penalty. */
  startQueryWord(weight: number): void {
    this.#currentWord += 1;
    this.#weight = weight;
  }

  /** Counts a match of the current query word in a name. The best match must come first. */
  countQueryWord(nameIndex: number, { similarity, isJoined }: TokenMatch): void {
    const cells = this.#cells;
    const cell = nameIndex * FIELDS_COUNT;
    const lastWord = cells[cell + LAST_WORD_FIELD] ?? 0;
    if (lastWord === this.#currentWord) return;
    if (lastWord < this.#queryStart) this.#register(nameIndex);
    cells[cell + LAST_WORD_FIELD] = this.#currentWord;
    if (isJoined) cells[cell + TALLY_FIELDS.hasJoinedWords] = 1;
    const weight = this.#weight;
    if (weight === 0) return;
    add(cells, cell + TALLY_FIELDS.queryMatched, weight);
    const surplus = (weight * (similarity - this.#threshold)) / 2;
    if (surplus > 0) add(cells, cell + TALLY_FIELDS.surplus, surplus);
    else add(cells, cell + TALLY_FIELDS.queryShortfall, -surplus);
  }

  /** Counts the best match of a word of a name. */
  countNameWord(
    nameIndex: number,
    weight: number,
    { similarity, cost, isJoined }: TokenMatch,
  ): void {
    const cells = this.#cells;
    const cell = nameIndex * FIELDS_COUNT;
    if ((cells[cell + LAST_WORD_FIELD] ?? 0) < this.#queryStart) this.#register(nameIndex);
    if (isJoined) cells[cell + TALLY_FIELDS.hasJoinedWords] = 1;
    if (weight === 0) return;
    add(cells, cell + TALLY_FIELDS.nameMatched, weight);
    add(cells, cell + TALLY_FIELDS.editCost, cost);
    const surplus = (weight * (similarity - this.#threshold)) / 2;
    if (surplus > 0) add(cells, cell + TALLY_FIELDS.surplus, surplus);
    else add(cells, cell + TALLY_FIELDS.nameShortfall, -surplus);
  }

  #register(nameIndex: number): void {
    const cell = nameIndex * FIELDS_COUNT;
    this.#cells.fill(0, cell, cell + LAST_WORD_FIELD);
    this.#cells[cell + LAST_WORD_FIELD] = this.#queryStart;
    this.#nameIndexes.push(nameIndex);
  }

  /** Returns a field of a name. */
  get(nameIndex: number, field: number): number {
    return this.#cells[nameIndex * FIELDS_COUNT + field] ?? 0;
  }

  /** Indexes of the names with at least one matched word, in the order in which they were first counted. */
  get nameIndexes(): readonly number[] {
    return this.#nameIndexes;
  }
}

function add(values: Float64Array, index: number, value: number): void {
  values[index] = (values[index] ?? 0) + value;
}
