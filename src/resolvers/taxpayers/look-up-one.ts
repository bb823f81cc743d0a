import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { SharedListCode } from '../../domain/lists/list-source.ts';
import { AppError } from '../../errors.ts';
import { resolveAsOf } from '../common/resolve-as-of.ts';
import { type Candidates, findCandidates } from './find-candidates.ts';
import type { LookUpInput } from './inputs.ts';
import { type LookupResult, lookUp } from './look-up.ts';
import { parseRfcs } from './parse-rfcs.ts';

/** Candidates of a look-up without a name. */
export const NO_CANDIDATES: Candidates = { candidates: [], candidatesCount: 0 };

const ATTEMPTS_MAX = 3;

/**
 * Looks a taxpayer up in shared lists by RFC, by name, or by both. Throws AppError `invalid_input` for a day in the
 * future and for an RFC or name that cannot be searched, `list_unavailable` when none of the lists is loaded for the
 * day, `operation_in_progress` when the lists change during each of three attempts, and the other errors of `lookUp`
 * and `findCandidates`.
 */
export async function lookUpOne<Listing>(
  ctx: RequestContext,
  { sources, toListing }: LookupTarget<Listing>,
  input: LookUpInput,
): Promise<Listing & Candidates> {
  requireScope(ctx.caller, 'list:read');
  const name = input.name?.trim() ?? '';
  const rfc = await readRfc(ctx, input, name);
  const { personType, asOf } = input;
  const query = { sources, name, personType, day: resolveAsOf(input) };
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const result = await lookUp(ctx, sources, { rfcs: rfc === null ? [] : [rfc], asOf });
    const listing = toListing(rfc, result);
    if (name === '') return { ...listing, ...NO_CANDIDATES };
    const { snapshotDigests, ...candidates } = await findCandidates(ctx, query);
    // Both reads must see the same list snapshot.
    if (result.checked.every(({ code, sha256 }) => snapshotDigests.get(code) === sha256))
      return { ...listing, ...candidates };
  }
  throw new AppError('operation_in_progress', LISTS_CHANGING);
}

/** Returns the normalized RFC; null when there is none. v4 sends an empty RFC with a name. */
async function readRfc(
  ctx: RequestContext,
  { rfc: text }: LookUpInput,
  name: string,
): Promise<string | null> {
  if (typeof text !== 'string' || (text.trim() === '' && name !== '')) return null;
  const [rfc = null] = await parseRfcs(ctx, [text], () => ['rfc']);
  return rfc;
}

const LISTS_CHANGING = 'The lists are changing. Retry later.';

type LookupTarget<Listing> = {
  sources: readonly SharedListCode[];
  /** Builds the result. `rfc` is null when only a name was looked up. */
  toListing: (rfc: string | null, result: LookupResult) => Listing;
};
