import { Command } from 'commander';
import { registerCountsCommand } from './counts.ts';
import { registerDocumentsCommand } from './documents.ts';
import { registerFilesCommand } from './files.ts';
import { registerImportCommand } from './import.ts';
import { registerJobsCommand } from './jobs.ts';
import { registerKeysCommand } from './keys.ts';
import { registerListsCommand } from './lists.ts';
import { registerMigrateCommand } from './migrate.ts';
import { endWithReader, printError } from './print.ts';
import { registerPurgeCommand } from './purge.ts';
import { registerReceiptsCommand } from './receipts.ts';
import { registerReportsCommand } from './reports.ts';
import { registerServeCommand } from './serve.ts';
import { registerServiceCommand } from './service.ts';
import { registerTemplatesCommand } from './templates.ts';
import { registerTokenCommand } from './token.ts';
import { registerUserCommand } from './user.ts';
import { readVersion } from './version.ts';
import { registerWebhooksCommand } from './webhooks.ts';
import { registerWorkCommand } from './work.ts';

const program = new Command('npm run gateway --')
  .version(await readVersion(), '--version', 'print the version of the gateway')
  .description('GraphQL and REST v4 over businesses, their participants and questionnaires')
  .addHelpText(
    'after',
    '\nWith DATABASE_URL every command works on that PostgreSQL (14 or later); without it, on an embedded one in DATA_DIR (.data).',
  )
  .showHelpAfterError('(--help lists the commands and options)');

registerServeCommand(program);
registerWorkCommand(program);
registerMigrateCommand(program);
registerImportCommand(program);
registerListsCommand(program);
registerServiceCommand(program);
registerUserCommand(program);
registerTokenCommand(program);
registerKeysCommand(program);
registerFilesCommand(program);
registerJobsCommand(program);
registerReceiptsCommand(program);
registerReportsCommand(program);
registerTemplatesCommand(program);
registerPurgeCommand(program);
registerDocumentsCommand(program);
registerWebhooksCommand(program);
registerCountsCommand(program);

endWithReader();
try {
  await program.parseAsync();
} catch (error) {
  if (printError(error)) process.exitCode = 1;
}
