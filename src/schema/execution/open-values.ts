/**
 * Maximum number of pending field values: results for thousands at once would be processed without a pause. A larger
 * selection needs one statement for each batch of this size.
 */
const OPEN_MAX = 500;

/** The values of fields that one execution waits for. */
export class OpenValues {
  #count = 0;
  #isOver = false;
  readonly #waiting: (() => void)[] = [];

  add(): void {
    this.#count += 1;
  }

  remove(): void {
    this.#count -= 1;
  }

  areMany(): boolean {
    return !this.#isOver && this.#count >= OPEN_MAX;
  }

  /** Resolves when `letIn` finds that there are few, or at the end of the execution. */
  room(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Resolves every waiting `room`, and later ones at once. */
  end(): void {
    this.#isOver = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resumes the newest waiting value first, so that started objects are completed before others start. */
  letIn(): void {
    if (!this.areMany()) this.#waiting.pop()?.();
  }
}
