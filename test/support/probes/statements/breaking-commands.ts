import { parseSync } from 'libpg-query';
import { below, child, has, isTree, list, type Tree, text, words } from './syntax-tree.ts';

/**
 * Returns the commands of a migration that may break code written before it, in order. Commands that only add something
 * pass; unknown commands count as breaking.
 */
export function findBreakingCommands(statements: readonly string[]): string[] {
  const made: Made = { tables: new Set(), columns: new Set() };
  return statements.filter((statement) => {
    const parsed: unknown = parseSync(statement);
    const commands = list(isTree(parsed) ? parsed : {}, 'stmts').map((one) => child(one, 'stmt'));
    return !commands.every((command) => isAdding(command, made));
  });
}

/** Tables, and columns of older tables as `table.column`, that the migration has created so far. */
type Made = { tables: Set<string>; columns: Set<string> };

function isAdding(command: Tree, made: Made): boolean {
  const [kind = ''] = Object.keys(command);
  const tree = child(command, kind);
  if (kind === 'CreateStmt') {
    made.tables.add(tableOf(tree));
    return true;
  }
  if (kind === 'AlterTableStmt') {
    const changes = list(tree, 'cmds').map((one) => child(one, 'AlterTableCmd'));
    const isNewTable = made.tables.has(tableOf(tree));
    return (
      changes.map((one) => isAddingChange(one, tableOf(tree), made)).every(Boolean) || isNewTable
    );
  }
  // A unique index rejects rows that were written before.
  if (kind === 'IndexStmt') return tree['unique'] !== true || made.tables.has(tableOf(tree));
  return ADDING_COMMANDS.has(kind) && tree['replace'] !== true;
}

const ADDING_COMMANDS: ReadonlySet<string> = new Set([
  'InsertStmt',
  'CommentStmt',
  'CreateSeqStmt',
  'CreateFunctionStmt',
]);

function isAddingChange(change: Tree, table: string, made: Made): boolean {
  switch (text(change, 'subtype')) {
    case 'AT_AddColumn': {
      const column = child(child(change, 'def'), 'ColumnDef');
      made.columns.add(`${table}.${text(column, 'colname')}`);
      return isOptional(column);
    }
    case 'AT_AddConstraint':
      return namesNewColumnsOnly(child(child(change, 'def'), 'Constraint'), table, made);
    case 'AT_ColumnDefault':
      return has(change, 'def');
    default:
      return ADDING_CHANGES.has(text(change, 'subtype'));
  }
}

const ADDING_CHANGES: ReadonlySet<string> = new Set([
  'AT_DropNotNull',
  'AT_ValidateConstraint',
  'AT_SetOptions',
  'AT_SetRelOptions',
  'AT_SetStatistics',
]);

/** True for a column that inserts may omit and that is not computed for existing rows. */
function isOptional(column: Tree): boolean {
  const kinds = list(column, 'constraints').map((one) => text(child(one, 'Constraint'), 'contype'));
  if (kinds.includes('CONSTR_GENERATED')) return false;
  return !kinds.includes('CONSTR_NOTNULL') || kinds.includes('CONSTR_DEFAULT');
}

/** True for a constraint on new columns only, which no write of older code violates. */
function namesNewColumnsOnly(constraint: Tree, table: string, made: Made): boolean {
  const read = [...below(constraint['raw_expr'])]
    .filter((part) => has(part, 'ColumnRef'))
    .map((part) => words(list(child(part, 'ColumnRef'), 'fields')).at(-1) ?? '');
  const keys = words([...list(constraint, 'keys'), ...list(constraint, 'fk_attrs')]);
  const columns = [...read, ...keys];
  return columns.length > 0 && columns.every((column) => made.columns.has(`${table}.${column}`));
}

function tableOf(tree: Tree): string {
  return text(child(tree, 'relation'), 'relname');
}
