import { Command, CommanderError } from 'commander';
import { printError } from './print.ts';
import { readVersion } from './version.ts';

/** The commands in the order of the help. */
const COMMANDS = new Map<string, () => Promise<(program: Command) => void>>([
  ['serve', async () => (await import('./serve.ts')).registerServeCommand],
  ['work', async () => (await import('./work.ts')).registerWorkCommand],
  ['migrate', async () => (await import('./migrate.ts')).registerMigrateCommand],
  ['import', async () => (await import('./import.ts')).registerImportCommand],
  ['lists', async () => (await import('./lists.ts')).registerListsCommand],
  ['service', async () => (await import('./service.ts')).registerServiceCommand],
  ['user', async () => (await import('./user.ts')).registerUserCommand],
  ['token', async () => (await import('./token.ts')).registerTokenCommand],
  ['keys', async () => (await import('./keys.ts')).registerKeysCommand],
  ['files', async () => (await import('./files.ts')).registerFilesCommand],
  ['jobs', async () => (await import('./jobs.ts')).registerJobsCommand],
  ['restored', async () => (await import('./restored.ts')).registerRestoredCommand],
  ['receipts', async () => (await import('./receipts.ts')).registerReceiptsCommand],
  ['reports', async () => (await import('./reports.ts')).registerReportsCommand],
  ['templates', async () => (await import('./templates.ts')).registerTemplatesCommand],
  ['purge', async () => (await import('./purge.ts')).registerPurgeCommand],
  ['documents', async () => (await import('./documents.ts')).registerDocumentsCommand],
  ['webhooks', async () => (await import('./webhooks.ts')).registerWebhooksCommand],
  ['counts', async () => (await import('./counts.ts')).registerCountsCommand],
]);

/**
 * Runs the command line with these arguments, of which the first names the command. Writes to the process's output and sets
 * its exit code; never ends the process itself.
 */
export async function runGateway(args: readonly string[]): Promise<void> {
  const program = createProgram(await readVersion());
  // Only the module of the command that is asked for: all of them take 25 MB more, and twice as long to load.
  const command = COMMANDS.get(args[0] ?? '');
  const loading = command === undefined ? [...COMMANDS.values()] : [command];
  const registers = await Promise.all(loading.map(async (load) => await load()));
  for (const register of registers) register(program);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander has printed why, or the help that was asked for.
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else if (printError(error)) process.exitCode = 1;
  }
}

function createProgram(version: string): Command {
  return new Command('npm run gateway --')
    .version(version, '--version', 'print the version of the gateway')
    .description('GraphQL and REST v4 over businesses, their participants and questionnaires')
    .addHelpText(
      'after',
      '\nWith DATABASE_URL every command works on that PostgreSQL (14 or later); without it, on an embedded one in DATA_DIR (.data).',
    )
    .showHelpAfterError('(--help lists the commands and options)')
    .exitOverride();
}
