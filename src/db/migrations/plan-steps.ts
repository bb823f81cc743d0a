/** What is done, and noted as done, by itself: it holds its locks for no other one's time. */
export type Step =
  /** In a transaction, whose locks are held for a moment. */
  | { kind: 'short'; statement: string }
  /** An index; where its table is large it is made while that is written to. */
  | { kind: 'index'; name: string; table: string; statement: string; concurrent: string }
  /** What PostgreSQL runs outside of transactions only; run again it does no harm. */
  | { kind: 'outside'; statement: string };

const INDEX =
  /^create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(?<name>\w+)\s+on\s+(?<table>\w+)/i;
const DROPPED_INDEX = /^drop\s+index\s+concurrently\s+(?:if\s+exists\s+)?(?<name>\w+)$/i;
const CONSTRAINT =
  /^alter\s+table\s+(?<table>\w+)\s+add\s+constraint\s+(?<name>\w+)\s+(?:check|foreign\s+key)\b(?<rest>[\s\S]*)$/i;

/**
 * The steps of a migration's commands. Indexes are told from the rest; a constraint is first asked of new rows, which takes a
 * moment, and then of those that are there, which keeps nobody from reading or writing.
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
  const statement = inOneTransaction(text);
  const concurrent = statement.replace(/\bindex\b/i, 'index concurrently');
  return [{ kind: 'index', name, table, statement, concurrent }];
}

function planDroppedIndex(text: string): Step[] | undefined {
  const { name } = DROPPED_INDEX.exec(text)?.groups ?? {};
  if (name === undefined) return undefined;
  return [{ kind: 'outside', statement: `drop index concurrently if exists ${name}` }];
}

function planConstraint(text: string): Step[] | undefined {
  const { table, name, rest } = CONSTRAINT.exec(text)?.groups ?? {};
  if (rest === undefined || /\bnot\s+valid\b/i.test(rest) || hasFurtherActions(rest))
    return undefined;
  return [
    // On a line of its own: the last one may end in a comment.
    { kind: 'short', statement: `${text}\nnot valid` },
    { kind: 'short', statement: `alter table ${table} validate constraint ${name}` },
  ];
}

/** Whether a comma stands outside of all parentheses and texts. */
function hasFurtherActions(rest: string): boolean {
  let depth = 0;
  for (const [sign] of rest.matchAll(/'(?:[^']|'')*'|--[^\n]*|[(),]/g)) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === ',' && depth === 0) return true;
  }
  return false;
}

/** A command as a transaction can run it, on tables that nobody uses yet. */
export function inOneTransaction(statement: string): string {
  return statement.replace(/\bindex\s+concurrently\b/i, 'index');
}
