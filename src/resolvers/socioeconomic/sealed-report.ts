import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { CONTENT_BYTES_MAX } from '../../domain/socioeconomic/content.ts';
import { fitsSizeLimit } from '../../domain/socioeconomic/content-size.ts';
import type { SealedReport, StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import { AppError } from '../../errors.ts';
import { yieldToEventLoop } from '../common/yield-to-event-loop.ts';
import { getDataKey, loadUnwrappedDataKey } from '../files/data-key.ts';
import { requireFiles } from '../files/require-files.ts';
import { contentSchema } from './content-schema.ts';

/** Business and participant of a report. */
type Owner = { businessId: number; participantId: number };

/**
 * Encrypts the content of a report with the data key of the participant's business, which the caller has locked. Throws
 * AppError `limit_exceeded` for content that is too large.
 */
export async function encryptReport(
  tx: RequestContext,
  { businessId, participantId }: Owner,
  report: SealedReport,
): Promise<Buffer> {
  const { vault } = requireFiles(tx);
  const { serviceId } = tx.caller;
  if (!fitsSizeLimit(report.content))
    throw new AppError('limit_exceeded', `A report has at most ${CONTENT_BYTES_MAX} bytes.`);
  const key = await getDataKey({ db: tx.db, serviceId, vault }, businessId);
  return vault.seal(key, toAssociatedData(tx, participantId), Buffer.from(JSON.stringify(report)));
}

/** Decrypts the content of a report. Throws AppError `files_unavailable` when its key is not available. */
async function decryptReport(
  ctx: RequestContext,
  { businessId, participantId }: Owner,
  sealed: Buffer,
): Promise<SealedReport> {
  const { vault } = requireFiles(ctx);
  const key = await loadUnwrappedDataKey(ctx, businessId);
  if (key === undefined) throw new Error('The key of a report is missing.');
  // Decryption and parsing run in one step, and a page may have many reports.
  await yieldToEventLoop(ctx);
  const text = vault.unseal(key, toAssociatedData(ctx, participantId), sealed).toString();
  const report: unknown = JSON.parse(text);
  if (!isSealed(report)) throw new Error('A decrypted report lacks its content.');
  return { content: contentSchema.parse(report.content), final: report.final };
}

/**
 * True for an object with the members of a sealed report. They are not checked further, because decryption has
 * authenticated them.
 */
function isSealed(value: unknown): value is SealedReport {
  return typeof value === 'object' && value !== null && 'content' in value && 'final' in value;
}

/**
 * Returns the associated data of the encryption: a sealed report that is copied to another person cannot be decrypted.
 */
function toAssociatedData({ caller }: RequestContext, participantId: number): string {
  return `socioeconomic-report:${caller.serviceId}:${participantId}`;
}

/**
 * Decrypts the content of a stored report. Throws AppError `files_unavailable`, and `report_not_found` when it was
 * deleted in the meantime.
 */
export async function decryptStoredReport(
  ctx: RequestContext,
  report: StoredReport,
): Promise<SealedReport> {
  const { id, participantId } = report;
  const [sealed, participant] = await Promise.all([
    ctx.loaders.socioeconomicSealed.load(id),
    ctx.loaders.participant.load(participantId),
  ]);
  if (sealed === undefined || participant === undefined) return throwReportNotFound();
  return await decryptReport(ctx, { businessId: participant.businessId, participantId }, sealed);
}

/**
 * Decrypts the content of a stored report and records the access. Throws AppError `forbidden` without `personal:read`,
 * `files_unavailable`, and `report_not_found` when it was deleted in the meantime.
 */
export async function readSealedReport(
  ctx: RequestContext,
  report: StoredReport,
): Promise<SealedReport> {
  requireScope(ctx.caller, 'personal:read');
  await ctx.personalInformation.load(report.participantId);
  return await decryptStoredReport(ctx, report);
}

/** Throws AppError `report_not_found`, also for reports of other services. */
export function throwReportNotFound(): never {
  throw new AppError('report_not_found', 'The service has no such report.');
}
