import { readFileSync } from 'node:fs';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';
import { recordStatements } from '../../../src/db/migrations/recorded-statements.ts';
import { findBreakingCommands } from '../probes/statements/breaking-commands.ts';

/** First migration to which the rule applies. */
const FIRST = '0045';

const FOLDER = new URL('../../../src/db/migrations/', import.meta.url);

export type BreakingMigration = { name: string; safeSince: string | undefined };

/** Returns the migrations from `first` on that remove something, with the commit that each names as safe. */
export async function listBreakingMigrations(first = FIRST): Promise<BreakingMigration[]> {
  const breaking: BreakingMigration[] = [];
  for (const [name, migration] of Object.entries(MIGRATIONS)) {
    if (name < first || findBreakingCommands(await recordStatements(migration)).length === 0)
      continue;
    const safeSince = findSafeSince(readFileSync(new URL(`${name}.ts`, FOLDER), 'utf8'));
    breaking.push({ name, safeSince });
  }
  return breaking;
}

const SAFE_SINCE = /^\/\/ Safe since (?<commit>[0-9a-f]{8,40}): \S/m;

/**
 * Returns the first commit whose code runs after a breaking migration, as the file of the migration names it; undefined
 * when it names none. See docs/contribute/database.md.
 */
export function findSafeSince(source: string): string | undefined {
  return SAFE_SINCE.exec(source)?.groups?.['commit'];
}
