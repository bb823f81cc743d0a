import type { Command } from 'commander';
import { type FileFault, verifyFiles } from '../../resolvers/files/verify-files.ts';
import { printJson, printLine } from '../terminal/print.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';
import { withVault } from './with-vault.ts';

type Options = { service?: string; json?: boolean };

export function registerFilesCommand(program: Command): void {
  const files = program.command('files').description('stored files');
  files
    .command('verify')
    .description(
      'read every stored file and list those that are missing, differ from their upload or lack a key; exits with 1 if any',
    )
    .option('--service <name>', 'limit to the files of this service')
    .option(
      '--json',
      'print a line for each fault, {"service_id":…,"file_id":…,"fault":…}, then {"files":…,"bytes":…,"faults":…}',
    )
    .action(verify);
}

const FAULT_TEXTS: Record<FileFault['kind'], string> = {
  missing: 'the store has no bytes of the file',
  altered: 'the bytes differ from the upload',
  locked: 'the key that encrypts the file is not available',
};

/** Verifies stored files; exits with 1 when a file is at fault. */
async function verify({ service, json }: Options): Promise<void> {
  const bar = createProgressBar('{file} [{bar}] {percentage}% | {duration_formatted}');
  const printFault = ({ serviceId, id, kind }: FileFault): void => {
    if (json) printJson({ service_id: serviceId, file_id: id, fault: kind });
    else printLine(`service ${serviceId}, file ${id}: ${kind}, ${FAULT_TEXTS[kind]}`);
  };
  await withVault(async (db, vault) => {
    try {
      const report = await verifyFiles(db, vault, {
        service,
        onFault: printFault,
        onProgress: (fraction, { id }) => bar.show(fraction, { file: `file ${id}` }),
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
