/**
 * Delays the batch loads of one request until all its work that is ready has run, so that loads from many places become
 * one statement. Work that yields to the event loop suspends the schedule until it continues.
 */
export class BatchSchedule {
  #suspensions = 0;
  #delayed: (() => void)[] | undefined;

  /** Calls `dispatch` once all pending promises have settled and the schedule is not suspended. */
  readonly schedule = (dispatch: () => void): void => {
    void RESOLVED.then(() => process.nextTick(() => this.#dispatch(dispatch)));
  };

  /** Delays every dispatch until a matching `resume`. */
  suspend(): void {
    this.#suspensions += 1;
  }

  resume(): void {
    this.#suspensions -= 1;
    if (this.#suspensions > 0 || this.#delayed === undefined) return;
    const delayed = this.#delayed;
    this.#delayed = undefined;
    for (const dispatch of delayed) this.schedule(dispatch);
  }

  #dispatch(dispatch: () => void): void {
    if (this.#suspensions === 0) {
      dispatch();
      return;
    }
    this.#delayed ??= [];
    this.#delayed.push(dispatch);
  }
}

const RESOLVED = Promise.resolve();
