import { parseSync } from 'oxc-parser';

/** Node of a syntax tree, whose other members are read by name. */
export type SyntaxNode = { type: string };

/** Parses a TypeScript file. */
export function parseSource(path: string, text: string): SyntaxNode {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed.`);
  return program;
}

function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Returns a member that is a node; undefined otherwise. */
export function childOf(node: SyntaxNode | undefined, member: string): SyntaxNode | undefined {
  const value: unknown = node === undefined ? undefined : Reflect.get(node, member);
  return isSyntaxNode(value) ? value : undefined;
}

/** Returns a member that is text, for example the name of an identifier; undefined otherwise. */
export function textOf(node: SyntaxNode | undefined, member: string): string | undefined {
  const value: unknown = node === undefined ? undefined : Reflect.get(node, member);
  return typeof value === 'string' ? value : undefined;
}

/** Returns a member that is a list of nodes. */
export function listOf(node: SyntaxNode | undefined, member: string): SyntaxNode[] {
  const value: unknown = node === undefined ? undefined : Reflect.get(node, member);
  return Array.isArray(value) ? value.filter(isSyntaxNode) : [];
}

/** Calls `visit` for a node and all its descendants that run: types are skipped. */
export function walkCode(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  if (isType(node)) return;
  visit(node);
  for (const value of Object.values(node)) {
    const children: unknown[] = Array.isArray(value) ? value : [value];
    for (const child of children) if (isSyntaxNode(child)) walkCode(child, visit);
  }
}

/** `x as T`, `x satisfies T` and `x!` hold code besides their type. */
function isType({ type }: SyntaxNode): boolean {
  return type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(type);
}
