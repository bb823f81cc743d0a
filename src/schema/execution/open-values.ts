/**
 * So many values of fields may be waited for: what comes for thousands at once would be taken in without a pause. Who
 * asks for more of them asks PostgreSQL once for each so many.
 */
const OPEN_MAX = 500;

/** The values of fields that one execution waits for. */
export class OpenValues {
  #count = 0;
  readonly #waiting: (() => void)[] = [];

  add(): void {
    this.#count += 1;
  }

  remove(): void {
    this.#count -= 1;
  }

  areMany(): boolean {
    return this.#count >= OPEN_MAX;
  }

  /** Resolves when `letIn` finds that there are few. */
  room(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Who came last goes on first, so that what is begun is ended before more of it is begun. */
  letIn(): void {
    if (!this.areMany()) this.#waiting.pop()?.();
  }
}
