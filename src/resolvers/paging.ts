import { z } from 'zod';
import type { Window } from '../domain/page.ts';
import { AppError } from '../errors.ts';

const CURSOR_LENGTH_MAX = 1000;

/** The arguments of a Relay connection field. */
export const pageInput = z.object({
  first: z.number().int().min(0).nullish(),
  after: z.string().max(CURSOR_LENGTH_MAX).nullish(),
  last: z.number().int().min(0).nullish(),
  before: z.string().max(CURSOR_LENGTH_MAX).nullish(),
});
export type PageInput = z.infer<typeof pageInput>;

export type PageRules<Key> = {
  sizeDefault: number;
  sizeMax: number;
  /** Undefined for a cursor that this list did not give out. */
  parseCursor: (cursor: string) => Key | undefined;
};

/** Turns connection arguments into a window; throws AppError `invalid_input` that names the argument. */
export function toWindow<Key>(input: PageInput, rules: PageRules<Key>): Window<Key> {
  const { first, last } = input;
  if (isGiven(first) && isGiven(last)) throw invalidPage('last', 'Cannot be used with `first`');
  const size = first ?? last ?? rules.sizeDefault;
  if (size > rules.sizeMax)
    throw invalidPage(isGiven(last) ? 'last' : 'first', `Must be at most ${rules.sizeMax}`);
  return {
    limit: size,
    from: isGiven(last) ? 'end' : 'start',
    after: parseCursor('after', input.after, rules),
    before: parseCursor('before', input.before, rules),
  };
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function parseCursor<Key>(
  name: 'after' | 'before',
  cursor: string | null | undefined,
  rules: PageRules<Key>,
): Key | null {
  if (!isGiven(cursor)) return null;
  const key = rules.parseCursor(cursor);
  if (key === undefined) throw invalidPage(name, 'Not a cursor of this list');
  return key;
}

function invalidPage(argument: string, message: string): AppError {
  return new AppError('invalid_input', `\`${argument}\`: ${message}.`, {
    issues: [{ path: [argument], message }],
  });
}
