import {
  child,
  columnOf,
  has,
  isConstant,
  isTree,
  list,
  operatorOf,
  type Tree,
  text,
  words,
} from './syntax-tree.ts';

/** Tables of a statement by their aliases. */
export type Named = { table: string; alias: string };

/** Select, insert, update or delete, without the statements nested in it. */
export type Level = {
  kind: StatementKind;
  tree: Tree;
  /** Tables that this level itself reads or writes. */
  tables: Named[];
  /** Names of tables and other FROM items whose service_id is a constant. */
  pinned: Set<string>;
};

const KINDS = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const;
export type StatementKind = (typeof KINDS)[number];

/** Returns every level of a statement, outermost first. */
export function* levelsOf(
  statement: unknown,
  known: ReadonlySet<string> = new Set(),
): Generator<Level> {
  if (Array.isArray(statement)) for (const item of statement) yield* levelsOf(item, known);
  if (!isTree(statement)) return;
  const kind = KINDS.find((one) => has(statement, one));
  if (kind === undefined) {
    for (const value of Object.values(statement)) yield* levelsOf(value, known);
    return;
  }
  yield* levelsWithin(kind, child(statement, kind), known);
}

function* levelsWithin(
  kind: StatementKind,
  tree: Tree,
  known: ReadonlySet<string>,
): Generator<Level> {
  const ctes = list(child(tree, 'withClause'), 'ctes').map((one) => child(one, 'CommonTableExpr'));
  const inner = new Set([...known, ...ctes.map((one) => text(one, 'ctename'))]);
  yield describe(kind, tree, inner);
  for (const [name, value] of Object.entries(tree)) {
    // Parts of a union are selects without a node name.
    if ((name === 'larg' || name === 'rarg') && isTree(value) && kind === 'SelectStmt')
      yield* levelsWithin(kind, value, inner);
    else yield* levelsOf(value, inner);
  }
}

function describe(kind: StatementKind, tree: Tree, ctes: ReadonlySet<string>): Level {
  const from: Tree[] = [...list(tree, 'fromClause'), ...list(tree, 'usingClause')];
  if (has(tree, 'relation')) from.push({ RangeVar: child(tree, 'relation') });
  const parts = from.flatMap(flatten);
  const tables = parts.flatMap((part) => nameOf(part, ctes));
  const conditions = [...parts.flatMap(joinsOf), ...conjunctsOf(child(tree, 'whereClause'))];
  return { kind, tree, tables, pinned: pinnedBy(conditions, tables) };
}

/** Returns the items of a FROM clause, including joins. */
function flatten(item: Tree): Tree[] {
  if (!has(item, 'JoinExpr')) return [item];
  const join = child(item, 'JoinExpr');
  return [item, ...flatten(child(join, 'larg')), ...flatten(child(join, 'rarg'))];
}

function nameOf(part: Tree, ctes: ReadonlySet<string>): Named[] {
  if (!has(part, 'RangeVar')) return [];
  const range = child(part, 'RangeVar');
  const table = text(range, 'relname');
  if (ctes.has(table) && !has(range, 'schemaname')) return [];
  return [{ table, alias: text(child(range, 'alias'), 'aliasname') || table }];
}

function joinsOf(part: Tree): Tree[] {
  const join = child(part, 'JoinExpr');
  const shared = words(list(join, 'usingClause')).includes('service_id');
  const names = shared ? [child(join, 'larg'), child(join, 'rarg')].flatMap(aliasOf) : [];
  const equal = names.slice(1).map((name) => equality(names[0] ?? '', name));
  return [...conjunctsOf(child(join, 'quals')), ...equal];
}

function aliasOf(item: Tree): string[] {
  const range = child(item, 'RangeVar');
  return [text(child(range, 'alias'), 'aliasname') || text(range, 'relname')];
}

function equality(one: string, other: string): Tree {
  const name = [{ String: { sval: '=' } }];
  return { A_Expr: { kind: 'AEXPR_OP', name, lexpr: serviceIdOf(one), rexpr: serviceIdOf(other) } };
}

function serviceIdOf(alias: string): Tree {
  const fields = [alias, 'service_id'].map((sval) => ({ String: { sval } }));
  return { ColumnRef: { fields } };
}

/** Returns the conjuncts of a condition. */
function conjunctsOf(condition: Tree): Tree[] {
  const all = child(condition, 'BoolExpr');
  if (text(all, 'boolop') === 'AND_EXPR') return list(all, 'args').flatMap(conjunctsOf);
  return has(condition, 'A_Expr') ? [condition] : [];
}

function pinnedBy(conditions: readonly Tree[], tables: readonly Named[]): Set<string> {
  const equal = conditions
    .filter((one) => operatorOf(one) === '=')
    .map((one) => child(one, 'A_Expr'));
  const sides = equal.flatMap(({ lexpr, rexpr }) => [
    { one: lexpr, other: rexpr },
    { one: rexpr, other: lexpr },
  ]);
  const pinned = new Set<string>();
  const joined = new Map<string, string[]>();
  for (const { one, other } of sides) {
    const name = serviceOf(one, tables);
    const beside = serviceOf(other, tables);
    if (name === undefined) continue;
    if (isTree(other) && isConstant(other)) pinned.add(name);
    if (beside !== undefined) joined.set(name, [...(joined.get(name) ?? []), beside]);
  }
  // Iteration over a Set includes items that are added meanwhile.
  for (const name of pinned) for (const beside of joined.get(name) ?? []) pinned.add(beside);
  return pinned;
}

/** The name of whose service_id it is; of one without a name, that of the only table. */
function serviceOf(tree: unknown, tables: readonly Named[]): string | undefined {
  const [first = '', second] = (isTree(tree) && columnOf(tree)) || [];
  if (second === 'service_id') return first;
  const [table, ...others] = tables;
  return first === 'service_id' && others.length === 0 ? table?.alias : undefined;
}
