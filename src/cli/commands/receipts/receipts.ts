import { type Command, InvalidArgumentError } from 'commander';
import { OperatorError } from '../../../errors.ts';
import {
  type ChainFault,
  type ChainReport,
  type KnownReceipt,
  verifyReceipts,
} from '../../../resolvers/receipts/verify-receipts.ts';
import { withDatabase } from '../../database/with-database.ts';
import { printJson, printLine } from '../../terminal/print.ts';
import { registerKeptReceipts } from './kept-receipts.ts';

type Options = { service: string; expect: KnownReceipt[]; json?: boolean };

export function registerReceiptsCommand(program: Command): void {
  const receipts = program.command('receipts').description('the receipts of permanent deletions');
  receipts
    .command('verify')
    .description("prove a service's chain of deletion receipts, or name its first broken link")
    .requiredOption('--service <name>', 'the service')
    .option(
      '--expect <id:digest>',
      'a receipt whose digest was kept elsewhere; may be repeated',
      collectKnown,
      [],
    )
    .option(
      '--json',
      'print {"service":…,"valid":…,"receipts":…,"last":… or null,"fault":… or null}',
    )
    .action(verify);
  registerKeptReceipts(receipts);
}

/** Exits with 1 where the chain is broken. */
async function verify({ service, expect, json }: Options): Promise<void> {
  await withDatabase(async (db) => {
    const report = await verifyReceipts(db, { service, known: expect });
    if (json) {
      printJson({ service, ...toFields(report) });
      if (report.fault !== undefined) process.exitCode = 1;
      return;
    }
    if (report.fault !== undefined) {
      throw new OperatorError(
        `The chain of deletion receipts of ${service} is broken: ${describe(report.fault)}.`,
      );
    }
    printLine(`The chain of deletion receipts of ${service} holds: ${report.receiptCount} in all.`);
    if (report.last !== undefined) {
      const { id, digest } = report.last;
      printLine(`Its end, to be kept elsewhere and shown again with --expect: ${id}:${digest}`);
    }
  });
}

function toFields({ receiptCount, last, fault }: ChainReport): object {
  return {
    valid: fault === undefined,
    receipts: receiptCount,
    last: last ?? null,
    fault:
      fault === undefined
        ? null
        : {
            kind: fault.kind,
            receipt_id: fault.receiptId,
            ...(fault.foundAt === undefined ? {} : { found_at: fault.foundAt }),
          },
  };
}

function describe({ kind, receiptId, foundAt }: ChainFault): string {
  switch (kind) {
    case 'altered':
      return `receipt ${receiptId} is not the one that followed the receipt before it; one of the two was altered`;
    case 'missing':
      return `receipt ${receiptId} is missing`;
    case 'misplaced':
      return `receipt ${receiptId} is out of order, it stands as receipt ${foundAt ?? 0}`;
    case 'added':
      return `receipt ${receiptId} was added, the gateway never gave it out`;
    case 'rewritten':
      return `receipt ${receiptId} has another digest than the one expected; the chain was written anew`;
  }
}

function collectKnown(text: string, earlier: KnownReceipt[]): KnownReceipt[] {
  const [, id, digest] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/i.exec(text) ?? [];
  if (id === undefined || digest === undefined)
    throw new InvalidArgumentError('It must be an id, a colon and 64 hexadecimal digits.');
  return [...earlier, { id: Number(id), digest: digest.toLowerCase() }];
}
