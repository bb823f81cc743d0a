import { parseSync } from 'libpg-query';
import { TENANT_TABLES } from '../../../../src/db/cluster/spread-tables.ts';
import { ALL_STAGING_TABLES } from '../../../../src/db/queries/import/tables.ts';
import { type Level, levelsOf } from './levels.ts';
import {
  below,
  belowHere,
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

const TENANTS: ReadonlySet<string> = new Set([...TENANT_TABLES, ...ALL_STAGING_TABLES]);

/** Describes what a Citus cluster would reject in a statement; empty for a valid one. */
export function findFaults(statement: string): string[] {
  const commands = list(toTree(parseSync(statement)), 'stmts');
  if (commands.length > 1) return ['several commands in one statement'];
  const faults = [...levelsOf(commands)].flatMap((level) => faultsOf(level));
  return [...new Set(faults)];
}

/** True when a statement, or one nested in it, reads or writes a table of services. */
export function touchesTenants(statement: string): boolean {
  const levels = levelsOf(list(toTree(parseSync(statement)), 'stmts'));
  return [...levels].some(({ tables }) => tables.some(({ table }) => TENANTS.has(table)));
}

function toTree(parsed: unknown): Tree {
  return isTree(parsed) ? parsed : {};
}

function faultsOf(level: Level): string[] {
  const faults = [
    ...unpinned(level),
    ...(comparesWithNow(level.tree) ? ['an equality with now()'] : []),
  ];
  if (child(level.tree, 'withClause')['recursive'] === true) faults.push('a recursive part');
  if (level.kind === 'SelectStmt' || !writesTenant(level)) return faults;
  return [...faults, ...writingFaults(level)];
}

function writesTenant({ tree }: Level): boolean {
  return TENANTS.has(text(child(tree, 'relation'), 'relname'));
}

function unpinned({ kind, tree, tables, pinned }: Level): string[] {
  const target = kind === 'InsertStmt' ? child(tree, 'relation') : undefined;
  const read = tables.filter(({ table }) => TENANTS.has(table));
  if (target === undefined)
    return read
      .filter(({ alias }) => !pinned.has(alias))
      .map(({ table }) => `no constant service_id on ${table}`);
  const table = text(target, 'relname');
  return TENANTS.has(table) && !insertsConstant(tree)
    ? [`no constant service_id for ${table}`]
    : [];
}

/** Whether the service of every row that is inserted is a constant, or a column that is equal to one. */
function insertsConstant(tree: Tree): boolean {
  const columns = list(tree, 'cols').map((one) => text(child(one, 'ResTarget'), 'name'));
  const place = columns.indexOf('service_id');
  return givesConstant(child(child(tree, 'selectStmt'), 'SelectStmt'), place);
}

function givesConstant(source: Tree, place: number): boolean {
  // Of a union both parts.
  if (has(source, 'larg'))
    return ['larg', 'rarg'].every((part) => givesConstant(child(source, part), place));
  const rows = list(source, 'valuesLists').map((row) => list(child(row, 'List'), 'items')[place]);
  if (rows.length > 0) return rows.every((value) => isConstant(value ?? {}));
  const [level] = levelsOf({ SelectStmt: source });
  const selected = list(source, 'targetList')[place];
  if (selected === undefined || level === undefined) return false;
  const value = child(child(selected, 'ResTarget'), 'val');
  const [alias = '', column] = columnOf(value) ?? [];
  return isConstant(value) || (column === 'service_id' && level.pinned.has(alias));
}

function writingFaults(level: Level): string[] {
  const { kind, tree } = level;
  const returned = returnedOf(tree);
  const faults = kind === 'InsertStmt' ? insertFaults(level) : updateFaults(level);
  return isMutable(returned)
    ? [...faults, 'a function that is not immutable in RETURNING']
    : faults;
}

function returnedOf(tree: Tree): unknown {
  return tree['returningList'] ?? child(tree, 'returningClause')['exprs'];
}

function insertFaults({ tree }: Level): string[] {
  const conflict = child(tree, 'onConflictClause');
  const changes = [conflict['targetList'], conflict['whereClause']];
  return [
    ...(isMutable(changes) ? ['a function that is not immutable in ON CONFLICT'] : []),
    ...(hasSubquery([...changes, valuesOf(tree)]) ? ['a subquery within INSERT'] : []),
    ...(returnsWithoutAlias(tree) ? ['RETURNING of INSERT … SELECT without an alias'] : []),
  ];
}

/** Citus sends such a column with the name of the table, which the worker does not know: there it is a shard. */
function returnsWithoutAlias(tree: Tree): boolean {
  const isSelected = valuesOf(tree) === undefined;
  const isAliased = has(child(tree, 'relation'), 'alias');
  const columns = [...belowHere(returnedOf(tree))].filter((part) => has(part, 'ColumnRef'));
  return isSelected && !isAliased && columns.length > 0;
}

/** A worker's clock is another one than that of the coordinator. */
function comparesWithNow(tree: Tree): boolean {
  const conditions = [tree['whereClause'], tree['fromClause'], tree['targetList']];
  return [...belowHere(conditions)].some(
    (part) =>
      operatorOf(part) === '=' &&
      ['lexpr', 'rexpr'].some((side) => isNow(child(child(part, 'A_Expr'), side))),
  );
}

function isNow(tree: Tree): boolean {
  if (has(tree, 'TypeCast')) return isNow(child(child(tree, 'TypeCast'), 'arg'));
  return words(list(child(tree, 'FuncCall'), 'funcname')).at(-1) === 'now';
}

function updateFaults({ tree }: Level): string[] {
  const written = [tree['targetList'], tree['whereClause']];
  const subscripted = list(tree, 'targetList').some((target) =>
    has(child(target, 'ResTarget'), 'indirection'),
  );
  const chosen = [...belowHere(written)].filter(
    (part) => has(part, 'CaseExpr') || has(part, 'CoalesceExpr'),
  );
  return [
    ...(subscripted ? ['a subscript as a SET value'] : []),
    ...(calls(written, (name) => VOLATILE.has(name)) ? ['a volatile function in an update'] : []),
    ...(chosen.some((part) => isMutable(part))
      ? ['a function that is not immutable in CASE or COALESCE of an update']
      : []),
  ];
}

function valuesOf(tree: Tree): unknown {
  return child(child(tree, 'selectStmt'), 'SelectStmt')['valuesLists'];
}

function hasSubquery(value: unknown): boolean {
  return [...below(value)].some((part) => has(part, 'SubLink'));
}

/** Of those that statements call. What is not here is taken for one that is not. */
const IMMUTABLE: ReadonlySet<string> = new Set(['timezone', 'lower', 'left', 'decode', 'encode']);
const VOLATILE: ReadonlySet<string> = new Set([
  'clock_timestamp',
  'gen_random_uuid',
  'nextval',
  'pg_backend_pid',
  'random',
]);

function isMutable(value: unknown): boolean {
  if (calls(value, (name) => !IMMUTABLE.has(name))) return true;
  return [...belowHere(value)].some((part) => has(part, 'SQLValueFunction') || isMovedMoment(part));
}

function calls(value: unknown, isMeant: (name: string) => boolean): boolean {
  return [...belowHere(value)].some(
    (part) =>
      has(part, 'FuncCall') &&
      isMeant(words(list(child(part, 'FuncCall'), 'funcname')).at(-1) ?? ''),
  );
}

/** A moment with a time zone, moved by an interval: what it comes to depends on the zone of the session. */
function isMovedMoment(part: Tree): boolean {
  if (!['+', '-'].includes(operatorOf(part))) return false;
  const sides = ['lexpr', 'rexpr'].map((name) => child(child(part, 'A_Expr'), name));
  const moved = sides.filter((side) => !isInterval(side));
  return moved.length === 1 && !moved.some((side) => isWithoutZone(side));
}

function isInterval(tree: Tree): boolean {
  const factors = ['lexpr', 'rexpr'].map((name) => child(child(tree, 'A_Expr'), name));
  if (operatorOf(tree) === '*') return factors.some((factor) => isInterval(factor));
  const type = child(child(tree, 'TypeCast'), 'typeName');
  return words(list(type, 'names')).at(-1) === 'interval';
}

function isWithoutZone(tree: Tree): boolean {
  const name = words(list(child(tree, 'FuncCall'), 'funcname')).at(-1);
  return name === 'timezone';
}
