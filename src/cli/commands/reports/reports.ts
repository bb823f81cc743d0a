import { readFile, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Db } from '../../../db/client.ts';
import { OperatorError } from '../../../errors.ts';
import { listKnownKeys, revokeKnownKey } from '../../../resolvers/reports/report-keys.ts';
import { verifyFile, verifyFileByKeys } from '../../../resolvers/reports/verify-file.ts';
import type { Verification } from '../../../resolvers/reports/verify-report.ts';
import { withDatabase } from '../../database/with-database.ts';
import { printJson, printLine } from '../../terminal/print.ts';
import { readKeySet } from './read-key-set.ts';

type Options = { signature?: string; service?: string; jwks?: string; json?: boolean };

export function registerReportsCommand(program: Command): void {
  const reports = program.command('reports').description('reports that were given out and signed');
  reports
    .command('verify')
    .description('tell whether a file is a report that the gateway gave out, as it was')
    .argument('<file>', 'a PDF, or a report as JSON with or without its signature')
    .option('--signature <file>', 'the file that holds its signature')
    .option('--service <name>', 'whose report it must be; without a signature, who was given it')
    .option('--jwks <file or URL>', 'the keys to go by in place of those of the database')
    .option(
      '--json',
      'print {"verdict":…,"kind":… or null,"report":… or null,"format":… or null,"key":… or null,"key_revoked":…}',
    )
    .action(verify);
  reports
    .command('keys')
    .description(
      'print the keys that ever signed a report and are not revoked, as a JWKS to verify by elsewhere',
    )
    .action(async () => {
      await withDatabase(async (db) => printJson({ keys: (await listKnownKeys(db, [])).trusted }));
    });
  reports
    .command('revoke-key')
    .description('revoke a key that may be stolen, for good: its signatures prove nothing any more')
    .argument('<key>', 'its id, as `reports verify` and `reports keys` print it')
    .action(async (keyId: string) => {
      await withDatabase(async (db) => await revoke(db, keyId));
    });
}

const BYTES_MAX = 64 * 1024 * 1024;

/** Exits with 1 for anything but a valid report. */
async function verify(path: string, options: Options): Promise<void> {
  const { signature, service, jwks } = options;
  const file = {
    bytes: await read(path),
    signature: signature === undefined ? undefined : (await read(signature)).toString().trim(),
  };
  if (jwks !== undefined) {
    print(await verifyFileByKeys(await readKeySet(jwks), file), options);
    return;
  }
  await withDatabase(async (db) => print(await verifyFile(db, file, service), options));
}

async function read(path: string): Promise<Buffer> {
  try {
    if ((await stat(path)).size > BYTES_MAX) throw new OperatorError(`${path} is no report.`);
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`${path} cannot be read.`, { cause });
  }
}

async function revoke(db: Db, keyId: string): Promise<void> {
  const revokedAt = await revokeKnownKey(db, keyId);
  printLine(`The key ${keyId} is revoked since ${revokedAt.toISOString()}.`);
  printLine('Where gateways still sign with it, set another one in TOKEN_SIGNING_KEY.');
}

const SENTENCES: Record<Verification['verdict'], string> = {
  valid: 'Valid: the gateway gave it out as it is.',
  altered: 'Altered: the gateway gave out another report under this signature or number.',
  not_ours: 'Not ours: no signature and no record says that the gateway gave it out.',
};

function print(
  { verdict, kind, reportId, format, keyId, isKeyRevoked }: Verification,
  { json }: Pick<Options, 'json'>,
): void {
  if (verdict !== 'valid') process.exitCode = 1;
  if (json)
    return printJson({
      verdict,
      kind,
      report: reportId,
      format,
      key: keyId,
      key_revoked: isKeyRevoked,
    });
  printLine(SENTENCES[verdict]);
  if (isKeyRevoked) printLine('The key that signed it is revoked: this is by what is on record.');
  const about = kind === 'socioeconomic' ? 'Socio-economic report' : 'Report';
  if (reportId !== null)
    printLine(`${about} ${reportId}${format === null ? '' : ` as ${format}`}.`);
}
