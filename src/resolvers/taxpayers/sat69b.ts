import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { VersionOnDay } from '../../db/queries/list-search/look-up-rfcs.ts';
import type { ListName } from '../../domain/lists/list-entry.ts';
import { SAT69B_LISTS, type Sat69bListCode } from '../../domain/lists/list-source.ts';
import {
  assessStandings,
  findOverruledProcedures,
  type Sat69bAssessment,
  type Sat69bStanding,
  toSat69bStanding,
} from '../../domain/lists/sat69b-standing.ts';
import type { Candidates } from './find-candidates.ts';
import type { LookUpInput, LookUpRfcsInput } from './inputs.ts';
import { type CheckedList, type LookupResult, listInOrder, lookUp } from './look-up.ts';
import { lookUpOne, NO_CANDIDATES } from './look-up-one.ts';
import { readNotices, type Sat69bNotice } from './notices.ts';
import { parseRfcs } from './parse-rfcs.ts';

/** Procedure against a taxpayer, with its current standing. */
export type Sat69bRow = {
  list: Sat69bListCode;
  standing: Sat69bStanding;
  /** True when a later ruling overturned the letter, so that the procedure counts as a favorable ruling. */
  isOverruled: boolean;
  name: string;
  otherNames: ListName[];
  note: string | null;
  notices: Sat69bNotice[];
};

/** Standing of a procedure in a period. */
export type Sat69bVersion = {
  list: Sat69bListCode;
  /** Key that identifies the procedure. */
  entryKey: string;
  standing: Sat69bStanding;
  name: string;
  heldFrom: string;
  heldUntil: string | null;
};

export type Sat69bListing = Sat69bAssessment & Candidates & Sat69bProcedures;

type Sat69bProcedures = {
  /** Normalized RFC; null when only a name was looked up. */
  rfc: string | null;
  /** Null when not found but not both lists are loaded, or when only a name was looked up. */
  isListed: boolean | null;
  rows: Sat69bRow[];
  timeline: Sat69bVersion[];
  checked: CheckedList[];
};

/**
 * Looks an RFC or a name up in the lists of articles 69-B and 69-B Bis of the Código Fiscal de la Federación. The query
 * is not stored. Throws the errors of `lookUpOne`.
 */
export async function findSat69b(ctx: RequestContext, input: LookUpInput): Promise<Sat69bListing> {
  return await lookUpOne(ctx, { sources: SAT69B_LISTS, toListing }, input);
}

/** Looks several RFCs up; results are in the order of the RFCs. Throws the errors of `parseRfcs` and `lookUp`. */
export async function findSat69bBatch(
  ctx: RequestContext,
  input: LookUpRfcsInput,
): Promise<Sat69bListing[]> {
  requireScope(ctx.caller, 'list:read');
  const rfcs = await parseRfcs(ctx, input.rfcs, (index) => ['rfcs', String(index)]);
  const result = await lookUp(ctx, SAT69B_LISTS, { rfcs, asOf: input.asOf });
  return await listInOrder(ctx, rfcs, (rfc) => ({ ...toListing(rfc, result), ...NO_CANDIDATES }));
}

function toListing(
  rfc: string | null,
  { checked, isComplete: areAllLoaded, getVersions }: LookupResult,
): Sat69bAssessment & Sat69bProcedures {
  // A name alone never proves that a taxpayer is not listed.
  const isComplete = rfc !== null && areAllLoaded;
  const versions = SAT69B_LISTS.flatMap((list) =>
    (rfc === null ? [] : getVersions(rfc))
      .filter(({ source }) => source === list)
      .map((version) => ({ ...version, list, standing: toSat69bStanding(list, version.word) })),
  );
  const rows = toRows(versions.filter(({ heldUntil }) => heldUntil === null));
  const isListed = rows.length > 0 || (isComplete ? false : null);
  const standings = rows.map(({ standing, isOverruled }) =>
    isOverruled ? 'favorable_ruling' : standing,
  );
  const timeline = versions.map(({ list, entryKey, standing, name, heldFrom, heldUntil }) => ({
    list,
    entryKey,
    standing,
    name,
    heldFrom,
    heldUntil,
  }));
  return { rfc, isListed, ...assessStandings(standings, { isComplete }), rows, timeline, checked };
}

type Version = VersionOnDay & { list: Sat69bListCode; standing: Sat69bStanding };

function toRows(versions: readonly Version[]): Sat69bRow[] {
  const rows = versions.map(toRow);
  const overruled = findOverruledProcedures(rows);
  return rows.map((row) => (overruled.has(row) ? { ...row, isOverruled: true } : row));
}

function toRow({ list, standing, name, otherNames, details }: Version): Sat69bRow {
  return { list, standing, isOverruled: false, name, otherNames, ...readNotices(details) };
}
