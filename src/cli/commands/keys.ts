import type { Command } from 'commander';
import type { FileVault } from '../../adapters/files/file-vault.ts';
import { createMasterKeyText } from '../../adapters/files/master-keys.ts';
import { sealSharedSigningKey } from '../../auth/shared-signing-key.ts';
import type { Db } from '../../db/client.ts';
import {
  listMasterKeys,
  type MasterKeyUse,
  requireMasterKeys,
} from '../../resolvers/master-keys/list-master-keys.ts';
import { rotateDataKeys } from '../../resolvers/master-keys/rotate-data-keys.ts';
import { rotateSigningKey } from '../../resolvers/master-keys/rotate-signing-key.ts';
import { printJson, printLine } from '../terminal/print.ts';
import { withVault } from './with-vault.ts';

type Options = { json?: boolean };

export function registerKeysCommand(program: Command): void {
  const keys = program
    .command('keys')
    .description('master keys, which encrypt the data keys of files and the signing key');
  keys
    .command('make')
    .description('print a new master key, for FILE_MASTER_KEYS or FILE_MASTER_KEY_FILE')
    .action(() => printLine(createMasterKeyText()));
  keys
    .command('rotate')
    .description(
      'wrap all data keys and the signing key with the current master key; a key file first receives a new master key',
    )
    .option('--json', 'print {"master_key":…,"rewrapped":…,"signing_key":…}')
    .action(async (options: Options) => {
      await withVault(async (db, vault) => await rotate(db, vault, options));
    });
  keys
    .command('seal')
    .description(
      'encrypt a signing key that an earlier version stored unencrypted; earlier versions do not start afterwards',
    )
    .option('--json', 'print {"sealed":true or false}')
    .action(async (options: Options) => {
      await withVault(async (db, vault) => await seal(db, vault, options));
    });
  keys
    .command('list')
    .description(
      'list the master keys, current key first, with the number of keys that each wraps and the time since when it wraps none',
    )
    .option(
      '--json',
      'print [{"master_key":…,"current":…,"at_hand":…,"data_keys":…,"signing_key":…,"idle_since":…}, …]',
    )
    .action(async (options: Options) => {
      await withVault(async (db, vault) => await list(db, vault, options));
    });
}

async function rotate(db: Db, vault: FileVault, options: Options): Promise<void> {
  await requireMasterKeys(db, vault);
  await vault.addMasterKey();
  const rewrapped = await rotateDataKeys(db, vault);
  const hasSigningKey = await rotateSigningKey(db, vault);
  // Listing the keys also records the time since when the earlier keys wrap nothing.
  const [current] = await listMasterKeys(db, vault);
  const id = current?.id ?? '';
  if (options.json) printJson({ master_key: id, rewrapped, signing_key: hasSigningKey });
  else printLine(`Master key ${id} now wraps ${describeRewrapped(rewrapped, hasSigningKey)}.`);
}

async function seal(db: Db, vault: FileVault, options: Options): Promise<void> {
  const sealed = await sealSharedSigningKey(db, vault);
  if (options.json) printJson({ sealed });
  else if (sealed)
    printLine('The signing key is encrypted. Restart every serve process, one after the other.');
  else printLine('No signing key is stored unencrypted.');
}

function describeRewrapped(count: number, hasSigningKey: boolean): string {
  return `${count} additional data keys${hasSigningKey ? ' and the signing key' : ''}`;
}

async function list(db: Db, vault: FileVault, options: Options): Promise<void> {
  const keys = await listMasterKeys(db, vault);
  if (!options.json) {
    for (const key of keys) printLine(describeKey(key));
    return;
  }
  printJson(
    keys.map(({ id, isCurrent, isAvailable, count, wrapsSigningKey, idleSince }) => ({
      master_key: id,
      current: isCurrent,
      at_hand: isAvailable,
      data_keys: count,
      signing_key: wrapsSigningKey,
      idle_since: idleSince?.toISOString() ?? null,
    })),
  );
}

function describeKey(key: MasterKeyUse): string {
  const { id, isCurrent, isAvailable, count, wrapsSigningKey, idleSince } = key;
  const state = isCurrent ? 'current' : isAvailable ? 'earlier' : 'MISSING';
  const signing = wrapsSigningKey ? ', signing key' : '';
  const idle =
    idleSince === null
      ? ''
      : `  wraps nothing since ${idleSince.toISOString()}; required by database backups from before`;
  return `${id}  ${state}  data keys: ${count}${signing}${idle}`;
}
