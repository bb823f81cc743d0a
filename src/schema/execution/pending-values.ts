/**
 * Maximum number of pending field values of an execution. Thousands of values that settle at once would be processed
 * without a pause. A larger selection is read in several statements, each for at most this many values.
 */
const PENDING_MAX = 500;

/** Field values that an execution awaits. */
export class PendingValues {
  #count = 0;
  #isOver = false;
  readonly #waiting: (() => void)[] = [];

  add(): void {
    this.#count += 1;
  }

  remove(): void {
    this.#count -= 1;
  }

  isFull(): boolean {
    return !this.#isOver && this.#count >= PENDING_MAX;
  }

  /** Resolves when fewer values are pending, or at the end of the execution. */
  waitForCapacity(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Resolves all waiting calls of `waitForCapacity`, and later ones immediately. */
  end(): void {
    this.#isOver = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resumes the newest waiting value first, so that started objects are completed before others start. */
  resumeOne(): void {
    if (!this.isFull()) this.#waiting.pop()?.();
  }
}
