import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { VersionOnDay } from '../../db/queries/list-search/look-up-rfcs.ts';
import { SAT69_LISTS, type Sat69ListCode } from '../../domain/lists/list-source.ts';
import { readAskedRfcs } from './asked-rfcs.ts';
import type { Candidates } from './find-candidates.ts';
import type { LookUpInput, LookUpRfcsInput } from './inputs.ts';
import { type CheckedList, type Found, listEach, lookUp } from './look-up.ts';
import { lookUpOne, NO_CANDIDATES } from './look-up-one.ts';

/** A row of a list of article 69, in the authority's own words; null is what its list does not say. */
export type Sat69Entry = {
  list: Sat69ListCode;
  supposition: string | null;
  name: string;
  state: string | null;
  /** A day as `YYYY-MM-DD` where it can be read as one; so is `cancelledOn`. */
  publishedOn: string | null;
  amount: string | null;
  cancelledOn: string | null;
  fiscalYear: string | null;
  period: string | null;
};

export type Sat69Listing = Candidates & {
  /** Normalised; null where only a name was asked for. */
  rfc: string | null;
  /** Null: in none of the lists that are loaded, but not all of them are; or only a name was asked for. */
  isListed: boolean | null;
  entries: Sat69Entry[];
  checked: CheckedList[];
};

/**
 * Looks an RFC or a name up in the lists of article 69 of the Código Fiscal de la Federación. Nothing of what is asked is
 * kept. Throws AppError as `lookUpOne` does.
 */
export async function findSat69(ctx: RequestContext, input: LookUpInput): Promise<Sat69Listing> {
  return await lookUpOne(ctx, { sources: SAT69_LISTS, toListing }, input);
}

/** The same for each of many, in their order. */
export async function findSat69Batch(
  ctx: RequestContext,
  input: LookUpRfcsInput,
): Promise<Sat69Listing[]> {
  requireScope(ctx.caller, 'list:read');
  const rfcs = await readAskedRfcs(ctx, input.rfcs, (place) => ['rfcs', String(place)]);
  const found = await lookUp(ctx, SAT69_LISTS, { rfcs, asOf: input.asOf });
  return await listEach(ctx, rfcs, (rfc) => ({ ...toListing(rfc, found), ...NO_CANDIDATES }));
}

function toListing(
  rfc: string | null,
  { checked, isComplete, versionsOf }: Found,
): Omit<Sat69Listing, keyof Candidates> {
  const versions = rfc === null ? [] : versionsOf(rfc);
  const held = versions.filter(({ heldUntil }) => heldUntil === null);
  const entries = SAT69_LISTS.flatMap((list) =>
    held.filter(({ source }) => source === list).map((one) => toEntry(list, one)),
  );
  const isUnlisted = rfc !== null && isComplete;
  const isListed = entries.length > 0 || (isUnlisted ? false : null);
  return { rfc, isListed, entries, checked };
}

function toEntry(list: Sat69ListCode, { name, word, details }: VersionOnDay): Sat69Entry {
  const textOf = (detail: string): string | null => {
    const said = details[detail];
    return typeof said === 'string' ? said : null;
  };
  return {
    list,
    supposition: word,
    name,
    state: textOf('state'),
    publishedOn: textOf('publishedOn'),
    amount: textOf('amount'),
    cancelledOn: textOf('cancelledOn'),
    fiscalYear: textOf('fiscalYear'),
    period: textOf('period'),
  };
}
