/** What comes of work that is cut into steps, all of them at once. */
export function finishSteps<Made>(steps: Generator<unknown, Made>): Made {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
