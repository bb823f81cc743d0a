/**
 * Creates a function that converts a path in the input of an operation to the v4 path. The keys of the table are v4
 * paths, its values are input paths; `*` stands for any index of a list. When several v4 paths have the same input
 * path, the last one is returned. Paths that the table does not contain are returned unchanged.
 */
export function createPathTranslator(
  table: Readonly<Record<string, string>>,
): (path: readonly string[]) => string[] {
  const v4Paths = new Map(Object.entries(table).map(([v4Path, inputPath]) => [inputPath, v4Path]));
  return (path) => {
    const indexes = path.filter(isIndex);
    const v4Path = v4Paths.get(path.map((step) => (isIndex(step) ? '*' : step)).join('.'));
    if (v4Path === undefined) return [...path];
    return v4Path.split('.').map((step) => (step === '*' ? (indexes.shift() ?? step) : step));
  };
}

function isIndex(step: string): boolean {
  return /^\d+$/.test(step);
}
