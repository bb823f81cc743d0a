/**
 * Creates a function that converts a path in the input of an operation to the sent path, by a table of v4 paths, in
 * which `*` stands for any index of a list. Paths that the table does not contain stay unchanged.
 */
export function createPathTranslator(
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
