import { AppError } from '../../../errors.ts';

/** So many documents may the participants of one statement have, since what it answers is read at once: some 15 MB. */
const DOCUMENTS_MAX = 200_000;

/** Of what a statement selects, so that one too many shows. */
export const DOCUMENTS_LIMIT: number = DOCUMENTS_MAX + 1;

/** Throws AppError `limit_exceeded` where there are too many. */
export function checkDocumentCount(count: number): void {
  if (count <= DOCUMENTS_MAX) return;
  const message = `The participants have over ${DOCUMENTS_MAX} documents: ask for fewer at once.`;
  throw new AppError('limit_exceeded', message);
}
