import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { VersionOnDay } from '../../db/queries/list-search/look-up-rfcs.ts';
import { SAT69_LISTS, type Sat69ListCode } from '../../domain/lists/list-source.ts';
import type { Candidates } from './find-candidates.ts';
import type { LookUpInput, LookUpRfcsInput } from './inputs.ts';
import { type CheckedList, type LookupResult, listInOrder, lookUp } from './look-up.ts';
import { lookUpOne, NO_CANDIDATES } from './look-up-one.ts';
import { parseRfcs } from './parse-rfcs.ts';

/** Row of an article 69 list, in the authority's own words; null for what the list does not contain. */
export type Sat69Entry = {
  list: Sat69ListCode;
  supposition: string | null;
  name: string;
  state: string | null;
  /** Date as `YYYY-MM-DD` when it can be parsed, otherwise as published; likewise `cancelledOn`. */
  publishedOn: string | null;
  amount: string | null;
  cancelledOn: string | null;
  fiscalYear: string | null;
  period: string | null;
};

export type Sat69Listing = Candidates & {
  /** Normalized RFC; null when only a name was looked up. */
  rfc: string | null;
  /** Null when not found but not all lists are loaded, or when only a name was looked up. */
  isListed: boolean | null;
  entries: Sat69Entry[];
  checked: CheckedList[];
};

/**
 * Looks an RFC or a name up in the lists of article 69 of the Código Fiscal de la Federación. The query is not stored.
 * Throws the errors of `lookUpOne`.
 */
export async function findSat69(ctx: RequestContext, input: LookUpInput): Promise<Sat69Listing> {
  return await lookUpOne(ctx, { sources: SAT69_LISTS, toListing }, input);
}

/** Looks several RFCs up; results are in the order of the RFCs. Throws the errors of `parseRfcs` and `lookUp`. */
export async function findSat69Batch(
  ctx: RequestContext,
  input: LookUpRfcsInput,
): Promise<Sat69Listing[]> {
  requireScope(ctx.caller, 'list:read');
  const rfcs = await parseRfcs(ctx, input.rfcs, (index) => ['rfcs', String(index)]);
  const result = await lookUp(ctx, SAT69_LISTS, { rfcs, asOf: input.asOf });
  return await listInOrder(ctx, rfcs, (rfc) => ({ ...toListing(rfc, result), ...NO_CANDIDATES }));
}

function toListing(
  rfc: string | null,
  { checked, isComplete, getVersions }: LookupResult,
): Omit<Sat69Listing, keyof Candidates> {
  const versions = rfc === null ? [] : getVersions(rfc);
  const currentVersions = versions.filter(({ heldUntil }) => heldUntil === null);
  const entries = SAT69_LISTS.flatMap((list) =>
    currentVersions
      .filter(({ source }) => source === list)
      .map((version) => toEntry(list, version)),
  );
  const isUnlisted = rfc !== null && isComplete;
  const isListed = entries.length > 0 || (isUnlisted ? false : null);
  return { rfc, isListed, entries, checked };
}

function toEntry(list: Sat69ListCode, { name, word, details }: VersionOnDay): Sat69Entry {
  const readText = (detail: string): string | null => {
    const value = details[detail];
    return typeof value === 'string' ? value : null;
  };
  return {
    list,
    supposition: word,
    name,
    state: readText('state'),
    publishedOn: readText('publishedOn'),
    amount: readText('amount'),
    cancelledOn: readText('cancelledOn'),
    fiscalYear: readText('fiscalYear'),
    period: readText('period'),
  };
}
