/** Step of a migration, run and recorded on its own, so that it holds locks for its own duration only. */
export type Step =
  /** Statement in a transaction that holds its locks for a moment. */
  | { kind: 'short'; statement: string }
  /** Index, which is built concurrently when its table is large. */
  | { kind: 'index'; name: string; table: string; statement: string; concurrent: string }
  /** Statement that PostgreSQL runs only outside of transactions; running it again is harmless. */
  | { kind: 'outside'; statement: string };

const INDEX =
  /^create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(?<name>\w+)\s+on\s+(?<table>\w+)/i;
const DROPPED_INDEX = /^drop\s+index\s+concurrently\s+(?:if\s+exists\s+)?(?<name>\w+)$/i;
const CONSTRAINT =
  /^alter\s+table\s+(?<table>\w+)\s+add\s+constraint\s+(?<name>\w+)\s+(?:check|foreign\s+key)\b(?<definition>[\s\S]*)$/i;

/**
 * Plans the steps of a migration's commands. Indexes have steps of their own. A constraint is first added for new rows,
 * which takes a moment, and then validated, which blocks neither reads nor writes.
 */
export function planSteps(statements: readonly string[]): Step[] {
  return statements.flatMap(
    (statement) =>
      planIndex(statement) ??
      planDroppedIndex(statement) ??
      planConstraint(statement) ?? [{ kind: 'short' as const, statement }],
  );
}

function planIndex(text: string): Step[] | undefined {
  const { name, table } = INDEX.exec(text)?.groups ?? {};
  if (name === undefined || table === undefined) return undefined;
  const statement = removeConcurrently(text);
  const concurrent = statement.replace(/\bindex\b/i, 'index concurrently');
  return [{ kind: 'index', name, table, statement, concurrent }];
}

function planDroppedIndex(text: string): Step[] | undefined {
  const { name } = DROPPED_INDEX.exec(text)?.groups ?? {};
  if (name === undefined) return undefined;
  return [{ kind: 'outside', statement: `drop index concurrently if exists ${name}` }];
}

function planConstraint(text: string): Step[] | undefined {
  const { table, name, definition } = CONSTRAINT.exec(text)?.groups ?? {};
  if (
    definition === undefined ||
    /\bnot\s+valid\b/i.test(definition) ||
    hasFurtherActions(definition)
  )
    return undefined;
  return [
    // On a line of its own, because the last line may end in a comment.
    { kind: 'short', statement: `${text}\nnot valid` },
    { kind: 'short', statement: `alter table ${table} validate constraint ${name}` },
  ];
}

/** True when the command has a further action: a comma outside of all parentheses and literals. */
function hasFurtherActions(definition: string): boolean {
  let depth = 0;
  for (const [token] of definition.matchAll(/'(?:[^']|'')*'|--[^\n]*|[(),]/g)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (token === ',' && depth === 0) return true;
  }
  return false;
}

/** Removes `concurrently` from a command that creates an index, for a transaction on tables that are not in use yet. */
export function removeConcurrently(statement: string): string {
  return statement.replace(/\bindex\s+concurrently\b/i, 'index');
}
