/**
 * One text for a JSON value whatever the order of its members: members by their names, no blanks. It is what is signed,
 * so that a report may be stored and sent on in any layout and still be known for the same.
 */
export function stableJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => sorted(one));
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  // Not by assignment, which would take a member of the name __proto__ for something else.
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
