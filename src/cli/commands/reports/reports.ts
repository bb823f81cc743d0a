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
  const reports = program.command('reports').description('signed reports');
  reports
    .command('verify')
    .description('verify that a file is an unchanged report of the gateway; exits with 1 otherwise')
    .argument('<file>', 'PDF, or report as JSON with or without its signature')
    .option('--signature <file>', 'file with the signature of the report')
    .option(
      '--service <name>',
      'service that the report must have been issued to; required without a signature and for a revoked key; not with --jwks',
    )
    .option('--jwks <file or URL>', 'JWKS to verify with, instead of the keys of the database')
    .option(
      '--json',
      'print {"verdict":…,"kind":… or null,"report":… or null,"format":… or null,"key":… or null,"key_revoked":…}',
    )
    .action(verify);
  reports
    .command('keys')
    .description('print the JWKS of all keys that signed a report and are not revoked')
    .action(async () => {
      await withDatabase(async (db) => printJson({ keys: (await listKnownKeys(db, [])).trusted }));
    });
  reports
    .command('revoke-key')
    .description('revoke a compromised key permanently; its signatures are no longer trusted')
    .argument('<key>', 'id of the key, as printed by `reports verify` and `reports keys`')
    .action(async (keyId: string) => {
      await withDatabase(async (db) => await revoke(db, keyId));
    });
}

/** Maximum size of a file to verify, far above that of any report. */
const BYTES_MAX = 64 * 1024 * 1024;

/** Verifies a file; exits with 1 unless it is a valid report. */
async function verify(path: string, options: Options): Promise<void> {
  const { signature, service, jwks } = options;
  if (service !== undefined && jwks !== undefined)
    throw new OperatorError('--service needs the database: leave out --service or --jwks.');
  const file = {
    bytes: await readBounded(path),
    signature:
      signature === undefined ? undefined : (await readBounded(signature)).toString().trim(),
  };
  if (jwks !== undefined) {
    printVerification(await verifyFileByKeys(await readKeySet(jwks), file), options);
    return;
  }
  await withDatabase(async (db) => printVerification(await verifyFile(db, file, service), options));
}

async function readBounded(path: string): Promise<Buffer> {
  try {
    if ((await stat(path)).size > BYTES_MAX)
      throw new OperatorError(`${path} is too large to be a report.`);
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`${path} cannot be read.`, { cause });
  }
}

async function revoke(db: Db, keyId: string): Promise<void> {
  const revokedAt = await revokeKnownKey(db, keyId);
  printLine(`Key ${keyId} is revoked since ${revokedAt.toISOString()}.`);
  printLine('Replace it in TOKEN_SIGNING_KEY where gateways still sign with it.');
}

const VERDICT_TEXTS: Record<Verification['verdict'], string> = {
  valid: 'Valid: the gateway issued this report and it is unchanged.',
  altered: 'Altered: the gateway issued another report with this signature or id.',
  not_ours: 'Not ours: no signature and no record shows that the gateway issued it.',
};

function printVerification(
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
  printLine(VERDICT_TEXTS[verdict]);
  if (isKeyRevoked) printLine('The signing key is revoked. The result is based on stored records.');
  const title = kind === 'socioeconomic' ? 'Socioeconomic report' : 'Report';
  if (reportId !== null)
    printLine(`${title} ${reportId}${format === null ? '' : ` as ${format}`}.`);
}
