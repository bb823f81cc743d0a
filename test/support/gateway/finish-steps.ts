/** Runs a generator of steps to its end, and returns its result. */
export function finishSteps<Made>(steps: Generator<unknown, Made>): Made {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
