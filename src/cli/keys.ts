import type { Command } from 'commander';
import type { FileVault } from '../adapters/files/file-vault.ts';
import { makeMasterKeyText } from '../adapters/files/master-keys.ts';
import type { Db } from '../db/client.ts';
import {
  listMasterKeys,
  requireMasterKeys,
  rotateDataKeys,
} from '../resolvers/files/rotate-data-keys.ts';
import { printJson, printLine } from './print.ts';
import { withVault } from './with-vault.ts';

type Options = { json?: boolean };

export function registerKeysCommand(program: Command): void {
  const keys = program
    .command('keys')
    .description('the master keys that the keys of files are wrapped with');
  keys
    .command('make')
    .description('print a new master key, for FILE_MASTER_KEYS or a line of FILE_MASTER_KEY_FILE')
    .action(() => printLine(makeMasterKeyText()));
  keys
    .command('rotate')
    .description(
      'wrap the keys of all files with the current master key, which a key file first gets anew',
    )
    .option('--json', 'print {"master_key":…,"rewrapped":…}')
    .action(async (options: Options) => {
      await withVault(async (db, vault) => await rotate(db, vault, options));
    });
  keys
    .command('list')
    .description('list the master keys, the current one first, and how many data keys each wraps')
    .option('--json', 'print [{"master_key":…,"current":…,"at_hand":…,"data_keys":…}, …]')
    .action(async (options: Options) => {
      await withVault(async (db, vault) => await list(db, vault, options));
    });
}

async function rotate(db: Db, vault: FileVault, options: Options): Promise<void> {
  await requireMasterKeys(db, vault);
  await vault.addMasterKey();
  const rewrapped = await rotateDataKeys(db, vault);
  const [current = ''] = await vault.masterKeyIds();
  if (options.json) printJson({ master_key: current, rewrapped });
  else printLine(`The master key ${current} wraps ${rewrapped} more data keys.`);
}

async function list(db: Db, vault: FileVault, options: Options): Promise<void> {
  const keys = await listMasterKeys(db, vault);
  if (options.json) {
    const fields = keys.map(({ id, isCurrent, isAtHand, count }) => ({
      master_key: id,
      current: isCurrent,
      at_hand: isAtHand,
      data_keys: count,
    }));
    printJson(fields);
    return;
  }
  for (const { id, isCurrent, isAtHand, count } of keys) {
    const state = isCurrent ? 'current' : isAtHand ? 'earlier' : 'MISSING';
    printLine(`${id}  ${state}  data keys: ${count}`);
  }
}
