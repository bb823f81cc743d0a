/** Node of PostgreSQL's syntax tree, as JSON. */
export type Tree = { readonly [name: string]: unknown };

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the member of a node; an empty node when it has none. */
export function child(tree: Tree, name: string): Tree {
  const value = tree[name];
  return isTree(value) ? value : {};
}

export function has(tree: Tree, name: string): boolean {
  return tree[name] !== undefined;
}

export function list(tree: Tree, name: string): Tree[] {
  const value = tree[name];
  return Array.isArray(value) ? value.filter(isTree) : [];
}

export function text(tree: Tree, name: string): string {
  const value = tree[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the texts of `[{String: {sval}}, …]`. */
export function words(items: readonly Tree[]): string[] {
  return items.map((item) => text(child(item, 'String'), 'sval'));
}

/** Returns a node and all its descendants. */
export function* below(value: unknown): Generator<Tree> {
  if (Array.isArray(value)) for (const item of value) yield* below(item);
  if (!isTree(value)) return;
  yield value;
  for (const item of Object.values(value)) yield* below(item);
}

/** Returns a node and its descendants without those of nested statements. */
export function* belowHere(value: unknown): Generator<Tree> {
  if (Array.isArray(value)) for (const item of value) yield* belowHere(item);
  if (!isTree(value) || has(value, 'SelectStmt')) return;
  yield value;
  for (const item of Object.values(value)) yield* belowHere(item);
}

/** Returns the names of a column reference: ['x', 'service_id']; undefined for any other node. */
export function columnOf(tree: Tree): string[] | undefined {
  const reference = child(tree, 'ColumnRef');
  return has(tree, 'ColumnRef') ? words(list(reference, 'fields')) : undefined;
}

/** True for a parameter or literal, with or without a cast. */
export function isConstant(tree: Tree): boolean {
  if (has(tree, 'TypeCast')) return isConstant(child(child(tree, 'TypeCast'), 'arg'));
  return has(tree, 'ParamRef') || has(tree, 'A_Const');
}

export function operatorOf(tree: Tree): string {
  const expression = child(tree, 'A_Expr');
  return text(expression, 'kind') === 'AEXPR_OP' ? words(list(expression, 'name')).join('.') : '';
}
