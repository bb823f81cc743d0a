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
/** Format of exported receipts that have no version: the first one. */
const schemaV1 = z.strictObject({
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
const schemaV2 = schemaV1.extend({
  version: z.literal(2),
  deleted_matches: count,
  deleted_screenings: count,
  deleted_reports: count,
});
const schemaV3 = schemaV2.extend({
  version: z.literal(3),
  deleted_consents: count,
  deleted_extractions: count,
  deleted_files: count,
});
const exportedSchema = z.union([schemaV1, schemaV2, schemaV3]);

export function registerReceiptsTransfer(receipts: Command): void {
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
    for await (const receipt of listChain(db, options)) printJson(toExported(receipt));
  });
}

async function replay(file: string, options: { service: string; json?: boolean }): Promise<void> {
  const receipts = parseExported(file, await readTextFile(file));
  await withDatabase(async (db) => {
    const outcomes = await replayReceipts(db, { service: options.service, receipts });
    for (const outcome of outcomes) {
      if (options.json) printJson(toFields(outcome));
      else printLine(describeOutcome(outcome));
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
  left: 'LEFT: the deletion would now remove different data',
};

function describeOutcome({ receipt, result }: ReplayOutcome): string {
  return `receipt ${receipt.id}  business ${receipt.businessId}  ${receipt.deleteMode}  ${RESULT_TEXTS[result]}`;
}

function toExported(receipt: DeletionReceipt): z.infer<typeof exportedSchema> {
  const fieldsV1 = {
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
  const { deletedScreeningCounts: screeningCounts, deletedEvidenceCounts: evidenceCounts } =
    receipt;
  if (screeningCounts === null) return fieldsV1;
  const fieldsV2 = {
    ...fieldsV1,
    deleted_matches: screeningCounts.matches,
    deleted_screenings: screeningCounts.screenings,
    deleted_reports: screeningCounts.reports,
  };
  if (evidenceCounts === null) return { version: 2, ...fieldsV2 };
  return {
    version: 3,
    ...fieldsV2,
    deleted_consents: evidenceCounts.consents,
    deleted_extractions: evidenceCounts.extractions,
    deleted_files: evidenceCounts.files,
  };
}

/** Parses exported receipts; throws OperatorError with the line that is not a receipt. */
function parseExported(file: string, text: string): DeletionReceipt[] {
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }));
  return lines
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      const exported = exportedSchema.safeParse(parseJson(line));
      if (!exported.success)
        throw new OperatorError(`${file}, line ${number}: not a valid receipt.`);
      return toReceipt(exported.data);
    });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function toReceipt(exported: z.infer<typeof exportedSchema>): DeletionReceipt {
  return {
    id: exported.id,
    businessId: exported.business_id,
    deleteMode: exported.delete_mode,
    deletedParticipantCount: exported.deleted_participants,
    deletedDocumentCount: exported.deleted_documents,
    deletedScreeningCounts:
      'version' in exported
        ? {
            matches: exported.deleted_matches,
            screenings: exported.deleted_screenings,
            reports: exported.deleted_reports,
          }
        : null,
    deletedEvidenceCounts:
      'deleted_files' in exported
        ? {
            consents: exported.deleted_consents,
            extractions: exported.deleted_extractions,
            files: exported.deleted_files,
          }
        : null,
    businessDeleted: exported.business_deleted,
    completedByUserId: exported.completed_by_user_id,
    completedAt: new Date(exported.completed_at),
    digest: exported.digest,
  };
}

function toId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Must be the id of a receipt.');
}
