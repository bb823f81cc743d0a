import { sources } from './source-files.ts';
import { childOf, listOf, parseSource, type SyntaxNode, textOf, walkCode } from './syntax.ts';

/** Top-level declaration of a file that writes rows of `participants`. */
export type IdentityWriter = {
  /** `path: name` of the function or constant. */
  place: string;
  /** Compared columns that it writes. */
  columns: string[];
  isQueueing: boolean;
};

type Sources = readonly { path: string; text: string }[];
type TopLevel = { name: string; node: SyntaxNode; text: string };

const WRITES = /\b(insert|update|merge|copy)/i;
const QUEUES = 'queueScreeningCtes';

/** Lists the code that writes one of the columns to `participants`, with any kind of statement. */
export function listIdentityWriters(
  columns: readonly string[],
  files: Sources = sources.filter(({ path }) => !path.includes('/migrations/')),
): IdentityWriter[] {
  const relevant = files.filter(({ text }) => /participants/i.test(text) && WRITES.test(text));
  return relevant.flatMap(({ path, text }) => {
    const parts = listTopLevel(path, text);
    const queueing = namesThatQueue(parts);
    return parts.flatMap((part) => {
      const written = writtenColumns(part.node, columns);
      if (written.length === 0) return [];
      const isQueueing = queueing.some((name) => calls(part, name));
      return { place: `${path}: ${part.name}`, columns: written, isQueueing };
    });
  });
}

function listTopLevel(path: string, text: string): TopLevel[] {
  return listOf(parseSource(path, text), 'body').flatMap((statement) => {
    const inner = childOf(statement, 'declaration') ?? statement;
    const nodes = listOf(inner, 'declarations');
    return (nodes.length > 0 ? nodes : [inner]).map((node) => ({
      name: textOf(childOf(node, 'id'), 'name') ?? '',
      node,
      text: text.slice(Number(Reflect.get(node, 'start')), Number(Reflect.get(node, 'end'))),
    }));
  });
}

/** Finds the parts that queue a screening, and functions of the same file that call them. */
function namesThatQueue(parts: readonly TopLevel[]): string[] {
  const own = parts.filter((part) => part.name !== '' && calls(part, QUEUES));
  return [QUEUES, ...own.map(({ name }) => name)];
}

function calls({ name, text }: TopLevel, called: string): boolean {
  return name !== called && new RegExp(`\\b${called}\\s*(<[^>]*>)?\\(`).test(text);
}

const SQL = [
  /\binsert\s+into\s+"?participants"?(?:\s+as\s+\w+)?\s*\(([^)]*)\)/gi,
  /\bupdate\s+(?:only\s+)?"?participants"?(?:\s+(?:as\s+)?\w+)?\s+set\b([\s\S]*)/gi,
  /\bmerge\s+into\s+"?participants"?\b([\s\S]*)/gi,
  /\bcopy\s+"?participants"?\s*\(([^)]*)\)/gi,
];
const BUILDERS = /^(updateTable|insertInto|mergeInto)$/;

function writtenColumns(node: SyntaxNode, columns: readonly string[]): string[] {
  const texts: string[] = [];
  walkCode(node, (part) => {
    if (part.type === 'TemplateLiteral') texts.push(...sqlWrites(joinQuasis(part)));
    if (part.type === 'Literal') texts.push(...sqlWrites(textOf(part, 'value') ?? ''));
    if (part.type === 'CallExpression' && isBuilder(part)) texts.push(listKeys(node).join(' '));
  });
  return columns.filter((column) =>
    texts.some((text) => new RegExp(`(?<!\\.)\\b${column}\\b`).test(text)),
  );
}

function joinQuasis(node: SyntaxNode): string {
  return listOf(node, 'quasis').map(rawOf).join(' ? ');
}

/** Returns the columns of an insert, or the text between `set` and `from`, `where` or `returning` of an update. */
function sqlWrites(text: string): string[] {
  return SQL.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(
      (match) => match[1]?.replace(/\b(?:from\s+[\w$?]|where\b|returning\b)[\s\S]*/i, '') ?? '',
    ),
  );
}

function isBuilder(call: SyntaxNode): boolean {
  const name = textOf(childOf(childOf(call, 'callee'), 'property'), 'name');
  const [table] = listOf(call, 'arguments');
  return BUILDERS.test(name ?? '') && /^participants\b/.test(textOf(table, 'value') ?? '');
}

/** Returns the text of a template part, which has no node. */
function rawOf(quasi: SyntaxNode): string {
  const value: unknown = Reflect.get(quasi, 'value');
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : '';
}

/** Lists all keys of objects in the code, which query builders set. */
function listKeys(node: SyntaxNode): string[] {
  const keys: string[] = [];
  walkCode(node, (part) => {
    if (part.type === 'Property') keys.push(textOf(childOf(part, 'key'), 'name') ?? '');
  });
  return keys;
}
