import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDb, createPool } from '../src/db/client.ts';
import { migrateUp } from '../src/db/migrations/migrate.ts';
import { RECORDED_MODES } from '../src/domain/business/completion.ts';
import { PERSON_TYPES } from '../src/domain/business/participant.ts';
import { BUSINESS_EVENT_TYPES } from '../src/domain/events/business-event.ts';
import { DOCUMENT_KINDS } from '../src/domain/extraction/extracted.ts';
import { EXTRACTION_FAILURES, EXTRACTION_STATES } from '../src/domain/extraction/extraction.ts';
import { FILE_STATES } from '../src/domain/files/file.ts';
import { MATCH_DECISIONS, MATCH_REASONS, MATCH_STATES } from '../src/domain/matches/match.ts';
import { ANSWER_SOURCES } from '../src/domain/questionnaire/questionnaire.ts';
import { removeEmbedded, startEmbedded } from '../src/embedded-postgres/start.ts';

/** Types of text columns with a check constraint on their values, for which kysely-codegen would generate `string`. */
const OVERRIDES = {
  columns: {
    'answers.source': toUnion(ANSWER_SOURCES),
    'business_events.type': toUnion(BUSINESS_EVENT_TYPES),
    'deletion_receipts.delete_mode': toUnion(RECORDED_MODES),
    'match_resolutions.decision': toUnion(MATCH_DECISIONS),
    'match_resolutions.reason': toUnion(MATCH_REASONS),
    'participant_matches.status': toUnion(MATCH_STATES),
    'extractions.claimed_kind': toNullable(toUnion(DOCUMENT_KINDS)),
    'extractions.failure': toNullable(toUnion(EXTRACTION_FAILURES)),
    'extractions.kind': toNullable(toUnion(DOCUMENT_KINDS)),
    'extractions.status': toUnion(EXTRACTION_STATES),
    'files.state': toGenerated(toUnion(FILE_STATES)),
    'participants.person_type': toUnion(PERSON_TYPES),
  },
};

/**
 * Writes src/db/tables.ts from the migrations. With --verify, compares it instead, and exits with 1 when it differs.
 */
async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'participant-gateway-tables-'));
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
  try {
    await migrate(server.url);
    process.exitCode = await generate(server.url, process.argv.slice(2));
  } finally {
    await server.stop();
    await removeEmbedded(dataDir);
  }
}

/** Returns a union type as a syntax node of kysely-codegen, whose parser for text does not support TypeScript 7. */
function toUnion(values: readonly string[]): { type: 'RawExpression'; expression: string } {
  const expression = values.map((value) => JSON.stringify(value)).join(' | ');
  return { type: 'RawExpression', expression };
}

/** Returns the type of a nullable column. */
function toNullable({ type, expression }: ReturnType<typeof toUnion>): ReturnType<typeof toUnion> {
  return { type, expression: `${expression} | null` };
}

/** Returns the type of a column with a default, which an insert may omit. */
function toGenerated({ type, expression }: ReturnType<typeof toUnion>): ReturnType<typeof toUnion> {
  return { type, expression: `Generated<${expression}>` };
}

async function migrate(connectionString: string): Promise<void> {
  const pool = createPool({
    connectionString,
    poolSize: 1,
    namedStatements: false,
    statementTimeoutMs: 30_000,
    lockTimeoutMs: 10_000,
    onIdleError: (error) => {
      throw error;
    },
  });
  const db = createDb(pool);
  await migrateUp(db);
  await db.destroy();
}

/** Runs kysely-codegen and returns its exit code. */
async function generate(url: string, flags: string[]): Promise<number> {
  const bin = fileURLToPath(
    new URL('../tools/node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url),
  );
  const settings = ['--dialect', 'postgres', '--url', url, '--out-file', 'src/db/tables.ts'];
  const types = ['--type-mapping', '{"int8":"number"}', '--overrides', JSON.stringify(OVERRIDES)];
  const otherFlags = ['--exclude-pattern', 'kysely_*', ...flags];
  const child = spawn(process.execPath, [bin, ...settings, ...types, ...otherFlags], {
    stdio: 'inherit',
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  });
  await once(child, 'exit');
  return child.exitCode ?? 1;
}

await main();
