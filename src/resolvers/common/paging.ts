import { z } from 'zod';
import type { Window } from '../../domain/shared/page.ts';
import { AppError, type InputIssue } from '../../errors.ts';
import type { CursorCodec } from './cursor.ts';

/** Maximum length of a sent cursor; longer than any issued cursor, whose sort key has up to 201 characters. */
const CURSOR_LENGTH_MAX = 4000;

/** Arguments of a Relay connection field. */
export const pageInput = z.object({
  first: z.number().int().min(0).nullish(),
  after: z.string().max(CURSOR_LENGTH_MAX).nullish(),
  last: z.number().int().min(0).nullish(),
  before: z.string().max(CURSOR_LENGTH_MAX).nullish(),
});
export type PageInput = z.infer<typeof pageInput>;

/** Default and maximum number of items in a page. */
export type PageBounds = { sizeDefault: number; sizeMax: number };

/** Limits the default page size to the maximum, which a service may have lowered. */
export function boundPages(sizeDefault: number, sizeMax: number): PageBounds {
  return { sizeDefault: Math.min(sizeDefault, sizeMax), sizeMax };
}

/**
 * Converts connection arguments to a window, as the Relay specification defines; without `first` and `last` it is the
 * first page of the default size. `createCodec` is called only for a cursor. Throws AppError `invalid_input` that names
 * the argument.
 */
export function toWindow<Position>(
  input: PageInput,
  { sizeDefault, sizeMax }: PageBounds,
  createCodec: () => CursorCodec<Position>,
): Window<Position> {
  const last = input.last ?? null;
  const first = input.first ?? (last === null ? sizeDefault : null);
  checkSize('first', first, sizeMax);
  checkSize('last', last, sizeMax);
  return {
    first,
    last,
    after: decodeCursor('after', input.after, createCodec),
    before: decodeCursor('before', input.before, createCodec),
  };
}

function checkSize(name: 'first' | 'last', size: number | null, max: number): void {
  if (size !== null && size > max)
    throw invalidPage(name, { code: 'too_large', message: `Must be at most ${max}` });
}

function decodeCursor<Position>(
  name: 'after' | 'before',
  cursor: string | null | undefined,
  createCodec: () => CursorCodec<Position>,
): Position | null {
  if (cursor === null || cursor === undefined) return null;
  const position = createCodec().decode(cursor);
  if (position === undefined) throw invalidPage(name, UNKNOWN_CURSOR);
  return position;
}

const UNKNOWN_CURSOR = {
  code: 'not_found',
  message: 'Must be a cursor of this list in this order',
} as const;

function invalidPage(argument: string, issue: Omit<InputIssue, 'path'>): AppError {
  return new AppError('invalid_input', `\`${argument}\`: ${issue.message}.`, {
    issues: [{ path: [argument], ...issue }],
  });
}
