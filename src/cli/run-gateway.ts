import { Command, CommanderError } from 'commander';
import { printError } from './terminal/print.ts';
import { readVersion } from './terminal/version.ts';

/** Functions that import and register each command, in the order of the help. */
const COMMANDS = new Map<string, () => Promise<(program: Command) => void>>([
  ['serve', async () => (await import('./commands/serve.ts')).registerServeCommand],
  ['work', async () => (await import('./commands/work.ts')).registerWorkCommand],
  ['migrate', async () => (await import('./commands/migrate/migrate.ts')).registerMigrateCommand],
  ['import', async () => (await import('./commands/import.ts')).registerImportCommand],
  ['lists', async () => (await import('./commands/lists/lists.ts')).registerListsCommand],
  ['service', async () => (await import('./commands/service/service.ts')).registerServiceCommand],
  ['user', async () => (await import('./commands/user.ts')).registerUserCommand],
  ['token', async () => (await import('./commands/token.ts')).registerTokenCommand],
  ['keys', async () => (await import('./commands/keys.ts')).registerKeysCommand],
  ['files', async () => (await import('./commands/files.ts')).registerFilesCommand],
  ['jobs', async () => (await import('./commands/jobs.ts')).registerJobsCommand],
  ['restored', async () => (await import('./commands/restored.ts')).registerRestoredCommand],
  [
    'receipts',
    async () => (await import('./commands/receipts/receipts.ts')).registerReceiptsCommand,
  ],
  ['reports', async () => (await import('./commands/reports/reports.ts')).registerReportsCommand],
  ['templates', async () => (await import('./commands/templates.ts')).registerTemplatesCommand],
  ['purge', async () => (await import('./commands/purge.ts')).registerPurgeCommand],
  ['documents', async () => (await import('./commands/documents.ts')).registerDocumentsCommand],
  [
    'webhooks',
    async () => (await import('./commands/webhooks/webhooks.ts')).registerWebhooksCommand,
  ],
  ['counts', async () => (await import('./commands/counts.ts')).registerCountsCommand],
]);

/**
 * Runs the command that the first argument names. Writes to the output of the process and sets its exit code; never
 * ends the process itself.
 */
export async function runGateway(args: readonly string[]): Promise<void> {
  const program = await createCommands(args[0]);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander has printed the error, or the requested help.
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else if (printError(error)) process.exitCode = 1;
  }
}

/** Returns the program with the named command only, or with all commands when there is no command of that name. */
export async function createCommands(name = ''): Promise<Command> {
  const program = createProgram(await readVersion());
  // Loads the requested command only: all of them need 25 MB more and twice the time.
  const command = COMMANDS.get(name);
  const commands = command === undefined ? [...COMMANDS.values()] : [command];
  const registers = await Promise.all(commands.map(async (load) => await load()));
  for (const register of registers) register(program);
  return program;
}

function createProgram(version: string): Command {
  return new Command('gateway')
    .version(version, '--version', 'print the version of the gateway')
    .description('GraphQL and REST v4 gateway to businesses, participants and questionnaires')
    .addHelpText(
      'after',
      '\nIn a clone, run `npm run gateway -- COMMAND`. Commands use the PostgreSQL server (14 or later) of DATABASE_URL. Without DATABASE_URL, they use an embedded server in DATA_DIR (.data).',
    )
    .showHelpAfterError('(--help lists the commands and options)')
    .exitOverride();
}
