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
import { registerReceiptsTransfer } from './receipts-transfer.ts';

type Options = { service: string; expect: KnownReceipt[]; json?: boolean };

export function registerReceiptsCommand(program: Command): void {
  const receipts = program.command('receipts').description('receipts of permanent deletions');
  receipts
    .command('verify')
    .description(
      "verify the chain of a service's deletion receipts, and report the first broken link",
    )
    .requiredOption('--service <name>', 'name of the service')
    .option(
      '--expect <id:digest>',
      'receipt with a digest that was stored elsewhere; may be repeated',
      collectExpected,
      [],
    )
    .option(
      '--json',
      'print {"service":…,"valid":…,"receipts":…,"last":… or null,"fault":… or null}',
    )
    .action(verify);
  registerReceiptsTransfer(receipts);
}

/** Verifies the chain of a service. Exits with 1 when it is broken. */
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
        `The chain of deletion receipts of ${service} is broken: ${describeFault(report.fault)}.`,
      );
    }
    printLine(
      `The chain of deletion receipts of ${service} is valid: ${report.receiptCount} receipts.`,
    );
    if (report.last !== undefined) {
      const { id, digest } = report.last;
      printLine(`Last receipt, to store elsewhere and pass to --expect: ${id}:${digest}`);
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

function describeFault({ kind, receiptId, foundAt }: ChainFault): string {
  switch (kind) {
    case 'altered':
      return `receipt ${receiptId} does not follow the receipt before it; one of the two was altered`;
    case 'missing':
      return `receipt ${receiptId} is missing`;
    case 'misplaced':
      return `receipt ${receiptId} is out of order, at the position of receipt ${foundAt ?? 0}`;
    case 'added':
      return `receipt ${receiptId} was added; the gateway did not issue it`;
    case 'rewritten':
      return `receipt ${receiptId} has another digest than expected; the chain was rewritten`;
  }
}

function collectExpected(text: string, earlier: KnownReceipt[]): KnownReceipt[] {
  const [, id, digest] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/i.exec(text) ?? [];
  if (id === undefined || digest === undefined)
    throw new InvalidArgumentError('Must be an id, a colon and 64 hexadecimal digits.');
  return [...earlier, { id: Number(id), digest: digest.toLowerCase() }];
}
