const CHANGES = /(?:insert\s+into|(?<!\bfor |\bkey |\bdo )update|delete\s+from)\s+"?([a-z_]\w*)"?/i;
const SOURCE = /\b(?:from|join)\s+"?([a-z_]\w*)"?(?!\s*\(|\w)/gi;
const FIRST_WORD = /^\s*(?:\/\*.*?\*\/\s*)?([a-z]+)/i;

/** Words after these keywords that are not tables. */
const NO_TABLES = new Set(['lateral', 'only', 'select', 'unnest', 'set', 'skip', 'nowait', 'of']);
/** Named parts of a statement, which are no tables either. */
const PARTS = /\b([a-z_]\w*)\s+(?:\([^()]*\)\s+)?as\s+(?:not\s+)?(?:materialized\s+)?\(/gi;

/** Our own texts are fewer; where filters make more of them, the oldest make room. */
const TEXTS_MAX = 2_000;
const names = new Map<string, string>();

/**
 * Returns the name of a statement in metrics and traces: its first change, otherwise its first read, for example
 * `insert jobs`, `select businesses`, `commit`. It has keywords and table names only, never values.
 */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= TEXTS_MAX) names.clear();
  const name = nameAnew(text);
  names.set(text, name);
  return name;
}

function nameAnew(text: string): string {
  const change = CHANGES.exec(text);
  if (change !== null) return `${change[0].split(/\s/)[0]?.toLowerCase()} ${change[1]}`;
  const verb = FIRST_WORD.exec(text)?.[1]?.toLowerCase() ?? 'other';
  if (verb !== 'select' && verb !== 'with') return verb;
  const source = findSource(text);
  return source === undefined ? 'select' : `select ${source}`;
}

/** The first table that it reads. */
function findSource(text: string): string | undefined {
  const parts = new Set([...text.matchAll(PARTS)].map(([, part]) => part));
  const sources = [...text.matchAll(SOURCE)].flatMap(([, found]) => found ?? []);
  return sources.find((one) => !NO_TABLES.has(one.toLowerCase()) && !parts.has(one));
}
