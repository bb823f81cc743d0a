import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { type DeletionReceipt, RECORDED_MODES } from '../../../domain/business/completion.ts';
import { OperatorError } from '../../../errors.ts';
import {
  type ReplayOutcome,
  replayReceipts,
} from '../../../resolvers/completion/replay-receipts.ts';
import { listChain } from '../../../resolvers/receipts/verify-receipts.ts';
import { withDatabase } from '../../database/with-database.ts';
import { printJson, printLine } from '../../terminal/print.ts';
import { readTextFile } from '../../terminal/read-text-file.ts';

const id = z.int().min(1);
const count = z.int().min(0);
/** Format of receipts before versions were introduced. */
const firstSchema = z.strictObject({
  id,
  business_id: id,
  delete_mode: z.enum(RECORDED_MODES),
  deleted_participants: count,
  deleted_documents: count,
  business_deleted: z.boolean(),
  completed_by_user_id: id,
  completed_at: z.iso.datetime(),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});
const secondSchema = firstSchema.extend({
  version: z.literal(2),
  deleted_matches: count,
  deleted_screenings: count,
  deleted_reports: count,
});
const thirdSchema = secondSchema.extend({
  version: z.literal(3),
  deleted_consents: count,
  deleted_extractions: count,
  deleted_files: count,
});
const keptSchema = z.union([firstSchema, secondSchema, thirdSchema]);

export function registerKeptReceipts(receipts: Command): void {
  receipts
    .command('export')
    .description('print the receipts of a service for storage elsewhere, one JSON object a line')
    .requiredOption('--service <name>', 'name of the service')
    .option('--after <id>', 'id of the receipt to start after', toId, 0)
    .action(exportReceipts);
  receipts
    .command('replay')
    .argument('<file>', 'exported receipts; - reads standard input')
    .description(
      'run after a restore: repeat the deletions of exported receipts and add the receipts to the chain; exits with 1 when a deletion remains',
    )
    .requiredOption('--service <name>', 'name of the service')
    .option('--json', 'print {"receipt_id":…,"business_id":…,"mode":…,"result":…} a line for each')
    .action(replay);
}

async function exportReceipts(options: { service: string; after: number }): Promise<void> {
  await withDatabase(async (db) => {
    for await (const receipt of listChain(db, options)) printJson(toKept(receipt));
  });
}

async function replay(file: string, options: { service: string; json?: boolean }): Promise<void> {
  const receipts = parseKept(file, await readTextFile(file));
  await withDatabase(async (db) => {
    const outcomes = await replayReceipts(db, { service: options.service, receipts });
    for (const outcome of outcomes) {
      if (options.json) printJson(toFields(outcome));
      else printLine(describe(outcome));
    }
    const remaining = outcomes.filter(({ result }) => result === 'left').length;
    if (remaining > 0) process.exitCode = 1;
    if (!options.json)
      printLine(`Receipts added: ${outcomes.length}. Deletions to review: ${remaining}.`);
  });
}

function toFields({ receipt, result }: ReplayOutcome): object {
  const { id: receiptId, businessId, deleteMode } = receipt;
  return { receipt_id: receiptId, business_id: businessId, mode: deleteMode, result };
}

const RESULT_TEXTS: Record<ReplayOutcome['result'], string> = {
  deleted: 'deleted again',
  gone: 'nothing to delete',
  left: 'LEFT: the deletion would remove other data than then',
};

function describe({ receipt, result }: ReplayOutcome): string {
  return `receipt ${receipt.id}  business ${receipt.businessId}  ${receipt.deleteMode}  ${RESULT_TEXTS[result]}`;
}

function toKept(receipt: DeletionReceipt): z.infer<typeof keptSchema> {
  const kept = {
    id: receipt.id,
    business_id: receipt.businessId,
    delete_mode: receipt.deleteMode,
    deleted_participants: receipt.deletedParticipantCount,
    deleted_documents: receipt.deletedDocumentCount,
    business_deleted: receipt.businessDeleted,
    completed_by_user_id: receipt.completedByUserId,
    completed_at: receipt.completedAt.toISOString(),
    digest: receipt.digest,
  };
  const { deletedFound: counts, deletedKept: keptCounts } = receipt;
  if (counts === null) return kept;
  const second = {
    ...kept,
    deleted_matches: counts.matches,
    deleted_screenings: counts.screenings,
    deleted_reports: counts.reports,
  };
  if (keptCounts === null) return { version: 2, ...second };
  return {
    version: 3,
    ...second,
    deleted_consents: keptCounts.consents,
    deleted_extractions: keptCounts.extractions,
    deleted_files: keptCounts.files,
  };
}

/** Parses exported receipts; throws OperatorError with the line that is not a receipt. */
function parseKept(file: string, text: string): DeletionReceipt[] {
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }));
  return lines
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      const kept = keptSchema.safeParse(parseJson(line));
      if (!kept.success) throw new OperatorError(`${file}, line ${number}: not a valid receipt.`);
      return toReceipt(kept.data);
    });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function toReceipt(kept: z.infer<typeof keptSchema>): DeletionReceipt {
  return {
    id: kept.id,
    businessId: kept.business_id,
    deleteMode: kept.delete_mode,
    deletedParticipantCount: kept.deleted_participants,
    deletedDocumentCount: kept.deleted_documents,
    deletedFound:
      'version' in kept
        ? {
            matches: kept.deleted_matches,
            screenings: kept.deleted_screenings,
            reports: kept.deleted_reports,
          }
        : null,
    deletedKept:
      'deleted_files' in kept
        ? {
            consents: kept.deleted_consents,
            extractions: kept.deleted_extractions,
            files: kept.deleted_files,
          }
        : null,
    businessDeleted: kept.business_deleted,
    completedByUserId: kept.completed_by_user_id,
    completedAt: new Date(kept.completed_at),
    digest: kept.digest,
  };
}

function toId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Must be the id of a receipt.');
}
