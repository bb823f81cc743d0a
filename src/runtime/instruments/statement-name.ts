/** Changes of a table. `update` is not a change in `for update`, `for no key update` and `do update`. */
const CHANGE = /(?:insert\s+into|(?<!\bfor |\bkey |\bdo )update|delete\s+from)\s+"?([a-z_]\w*)"?/i;
/** Sources of rows that are not function calls. */
const SOURCE = /\b(?:from|join)\s+"?([a-z_]\w*)"?(?!\s*\(|\w)/gi;
const FIRST_WORD = /^\s*(?:\/\*.*?\*\/\s*)?([a-z]+)/i;

/** Keywords and functions that may follow `from` or `join` and are not tables. */
const NOT_TABLES = new Set(['lateral', 'only', 'select', 'unnest', 'set', 'skip', 'nowait', 'of']);
/** Common table expressions, which are not tables either. */
const COMMON_TABLE_EXPRESSION =
  /\b([a-z_]\w*)\s+(?:\([^()]*\)\s+)?as\s+(?:not\s+)?(?:materialized\s+)?\(/gi;

/** Maximum number of cached names. The gateway has fewer statements, except for the texts that filters vary. */
const TEXTS_MAX = 2_000;
const names = new Map<string, string>();

/**
 * Returns the name of a statement in metrics and traces: its first change, otherwise its first source, for example
 * `insert jobs`, `select businesses`, `commit`. It contains keywords and table names, never a value.
 */
export function getStatementName(text: string): string {
  const cached = names.get(text);
  if (cached !== undefined) return cached;
  if (names.size >= TEXTS_MAX) names.clear();
  const name = buildName(text);
  names.set(text, name);
  return name;
}

function buildName(text: string): string {
  const change = CHANGE.exec(text);
  if (change !== null) return `${change[0].split(/\s/)[0]?.toLowerCase()} ${change[1]}`;
  const verb = FIRST_WORD.exec(text)?.[1]?.toLowerCase() ?? 'other';
  if (verb !== 'select' && verb !== 'with') return verb;
  const source = findSource(text);
  return source === undefined ? 'select' : `select ${source}`;
}

/** Returns the first table that the statement reads; undefined when it reads none. */
function findSource(text: string): string | undefined {
  const parts = new Set([...text.matchAll(COMMON_TABLE_EXPRESSION)].map(([, part]) => part));
  const sources = [...text.matchAll(SOURCE)].flatMap(([, table]) => table ?? []);
  return sources.find((table) => !NOT_TABLES.has(table.toLowerCase()) && !parts.has(table));
}
