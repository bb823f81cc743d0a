/** How many requests came to the same end, by its name. */
export type Outcomes = Map<string, number>;

export function countOutcomes(ends: readonly string[]): Outcomes {
  const outcomes: Outcomes = new Map();
  for (const end of ends) outcomes.set(end, (outcomes.get(end) ?? 0) + 1);
  return outcomes;
}

/** `4 × 200, 1 × 413 LIMIT_EXCEEDED`. */
export function describeOutcomes(outcomes: Outcomes): string {
  return [...outcomes].map(([end, count]) => `${count} × ${end}`).join(', ');
}
