/**
 * Turns a path into an operation's input into the one that was sent, by a table of v4 words and the places that they
 * stand for, where `*` is any place of a list. A path that the table does not have stays as it is.
 */
export function wordsBy(
  places: Readonly<Record<string, string>>,
): (path: readonly string[]) => string[] {
  const wordsOf = new Map(Object.entries(places).map(([words, place]) => [place, words]));
  return (path) => {
    const numbers = path.filter(isPlace);
    const words = wordsOf.get(path.map((step) => (isPlace(step) ? '*' : step)).join('.'));
    return (
      words?.split('.').map((step) => (step === '*' ? (numbers.shift() ?? step) : step)) ?? [
        ...path,
      ]
    );
  };
}

function isPlace(step: string): boolean {
  return /^\d+$/.test(step);
}
