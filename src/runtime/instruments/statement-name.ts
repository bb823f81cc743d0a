const CHANGES = /(?:insert\s+into|(?<!\bfor |\bkey |\bdo )update|delete\s+from)\s+"?([a-z_]\w*)"?/i;
const SOURCE = /\b(?:from|join)\s+"?([a-z_]\w*)"?(?!\s*\(|\w)/gi;
const FIRST_WORD = /^\s*(?:\/\*.*?\*\/\s*)?([a-z]+)/i;

/** Words that may follow these keywords and are not tables. */
const NO_TABLES = new Set(['lateral', 'only', 'select', 'unnest', 'set', 'skip', 'nowait', 'of']);
/** Common table expressions, which are not tables either. */
const PARTS = /\b([a-z_]\w*)\s+(?:\([^()]*\)\s+)?as\s+(?:not\s+)?(?:materialized\s+)?\(/gi;

/** Most cached names; the gateway has fewer statements unless filters vary their text. */
const TEXTS_MAX = 2_000;
const names = new Map<string, string>();

/**
 * Returns the name of a statement in metrics and traces: its first change, otherwise its first source, for example
 * `insert jobs`, `select businesses`, `commit`. It contains keywords and table names, never a value.
 */
export function statementName(text: string): string {
  const cached = names.get(text);
  if (cached !== undefined) return cached;
  if (names.size >= TEXTS_MAX) names.clear();
  const name = buildName(text);
  names.set(text, name);
  return name;
}

function buildName(text: string): string {
  const change = CHANGES.exec(text);
  if (change !== null) return `${change[0].split(/\s/)[0]?.toLowerCase()} ${change[1]}`;
  const verb = FIRST_WORD.exec(text)?.[1]?.toLowerCase() ?? 'other';
  if (verb !== 'select' && verb !== 'with') return verb;
  const source = findSource(text);
  return source === undefined ? 'select' : `select ${source}`;
}

/** Returns the first table that it reads. */
function findSource(text: string): string | undefined {
  const parts = new Set([...text.matchAll(PARTS)].map(([, part]) => part));
  const sources = [...text.matchAll(SOURCE)].flatMap(([, table]) => table ?? []);
  return sources.find((table) => !NO_TABLES.has(table.toLowerCase()) && !parts.has(table));
}
