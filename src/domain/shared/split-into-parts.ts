/** Splits items into parts of at most `lengthMax`, in order. */
export function splitIntoParts<Item>(items: readonly Item[], lengthMax: number): Item[][] {
  const length = Math.max(1, Math.floor(lengthMax));
  const count = Math.ceil(items.length / length);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );
}
