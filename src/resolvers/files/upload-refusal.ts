import type { RequestContext } from '../../context.ts';
import { setFileRefusal } from '../../db/queries/files/file-records.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { AppError, fileNotAvailable, ISSUE_CODES, type IssueCode } from '../../errors.ts';

/** Messages for rejected bytes, by issue code. */
const REFUSAL_MESSAGES: Partial<Record<IssueCode, string>> = {
  empty: 'The uploaded file is empty',
  wrong_file_type: 'The uploaded file has another type than announced, or an unsupported type',
  unsafe_archive: 'The uploaded workbook is corrupt or too large',
  size_differs: 'The uploaded file does not have the announced size',
  digest_differs: 'The uploaded file does not have the announced SHA-256',
  cut_off: 'The upload ended before the file was complete',
  too_large: 'The uploaded file is too large',
};

/**
 * Runs an upload of an announced file. When its bytes are rejected, stores the issue code with the file, until valid
 * bytes are received or the file expires, and throws the error again.
 */
export async function storeRefusalOnFailure<T>(
  ctx: RequestContext,
  fileId: number,
  receive: () => Promise<T>,
): Promise<T> {
  try {
    return await receive();
  } catch (error) {
    const code = error instanceof AppError ? error.issues[0]?.code : undefined;
    if (code !== undefined && REFUSAL_MESSAGES[code] !== undefined)
      await setFileRefusal(ctx.db, { serviceId: ctx.caller.serviceId, id: fileId }, code);
    throw error;
  }
}

/** Creates the error for a file without bytes: infected, rejected, or not received. */
export function createBytesUnavailableError({ state, refusal }: FileRecord): AppError {
  if (state === 'infected') return fileNotAvailable('infected', 'The file is infected');
  const code = ISSUE_CODES.find((issueCode) => issueCode === refusal);
  const sentence = code && REFUSAL_MESSAGES[code];
  if (code === undefined || sentence === undefined || state !== 'expected')
    return fileNotAvailable('not_sent', 'The bytes of the file have not been uploaded');
  return fileNotAvailable(code, sentence);
}
