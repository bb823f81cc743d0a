import type { Command } from 'commander';
import { type FileFault, verifyFiles } from '../../resolvers/files/verify-files.ts';
import { printJson, printLine } from '../terminal/print.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';
import { withVault } from './with-vault.ts';

type Options = { service?: string; json?: boolean };

export function registerFilesCommand(program: Command): void {
  const files = program.command('files').description('the bytes of files that the store keeps');
  files
    .command('verify')
    .description(
      'read every file to its end and compare it with what came; ends with 1 and names those that are missing, altered or without a key',
    )
    .option('--service <name>', 'only the files of this service')
    .option(
      '--json',
      'print {"service_id":…,"file_id":…,"fault":…} a line for each, then {"files":…,"bytes":…,"faults":…}',
    )
    .action(verify);
}

const SAID: Record<FileFault['kind'], string> = {
  missing: 'the store has no bytes of it',
  altered: 'its bytes are not those that came',
  locked: 'the key that it was kept with is not at hand',
};

/** Exits with 1 where anything is wrong. */
async function verify({ service, json }: Options): Promise<void> {
  const bar = createProgressBar('{file} [{bar}] {percentage}% | {duration_formatted}');
  const tell = ({ serviceId, id, kind }: FileFault): void => {
    if (json) printJson({ service_id: serviceId, file_id: id, fault: kind });
    else printLine(`service ${serviceId}, file ${id}: ${kind}, ${SAID[kind]}`);
  };
  await withVault(async (db, vault) => {
    try {
      const report = await verifyFiles(db, vault, {
        service,
        onFault: tell,
        onProgress: (share, { id }) => bar.show(share, { file: `file ${id}` }),
      });
      bar.stop();
      if (report.faults > 0) process.exitCode = 1;
      if (json) return printJson(report);
      const { files: count, bytes, faults } = report;
      printLine(`Files read: ${count}, of ${bytes} sound bytes. Files at fault: ${faults}.`);
    } finally {
      bar.stop();
    }
  });
}
