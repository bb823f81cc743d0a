import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { VersionOnDay } from '../../db/queries/list-search/look-up-rfcs.ts';
import type { ListName } from '../../domain/lists/list-entry.ts';
import { SAT69B_LISTS, type Sat69bListCode } from '../../domain/lists/list-source.ts';
import {
  findOverruled,
  judgeStandings,
  type Sat69bJudgment,
  type Sat69bStanding,
  standingOf,
} from '../../domain/lists/sat69b-standing.ts';
import { readAskedRfcs } from './asked-rfcs.ts';
import type { Candidates } from './find-candidates.ts';
import type { LookUpInput, LookUpRfcsInput } from './inputs.ts';
import { type CheckedList, type Found, listEach, lookUp } from './look-up.ts';
import { lookUpOne, NO_CANDIDATES } from './look-up-one.ts';
import { readNotices, type Sat69bNotice } from './notices.ts';

/** A procedure against a taxpayer, as it stands. */
export type Sat69bRow = {
  list: Sat69bListCode;
  standing: Sat69bStanding;
  /** Whether a later ruling about the same letter stands against it: then it counts as a favourable ruling. */
  isOverruled: boolean;
  name: string;
  otherNames: ListName[];
  note: string | null;
  notices: Sat69bNotice[];
};

/** How a procedure stood, and from when until when. */
export type Sat69bVersion = {
  list: Sat69bListCode;
  /** Tells procedures apart. */
  entryKey: string;
  standing: Sat69bStanding;
  name: string;
  heldFrom: string;
  heldUntil: string | null;
};

export type Sat69bListing = Sat69bJudgment & Candidates & Sat69bProcedures;

type Sat69bProcedures = {
  /** Normalised; null where only a name was asked for. */
  rfc: string | null;
  /** Null: in no list that is loaded, but not both are; or only a name was asked for. */
  isListed: boolean | null;
  rows: Sat69bRow[];
  timeline: Sat69bVersion[];
  checked: CheckedList[];
};

/**
 * Looks an RFC or a name up in the lists of articles 69-B and 69-B Bis of the Código Fiscal de la Federación. Nothing of
 * what is asked is kept. Throws AppError as `lookUpOne` does.
 */
export async function findSat69b(ctx: RequestContext, input: LookUpInput): Promise<Sat69bListing> {
  return await lookUpOne(ctx, { sources: SAT69B_LISTS, toListing }, input);
}

/** The same for each of many, in their order. */
export async function findSat69bBatch(
  ctx: RequestContext,
  input: LookUpRfcsInput,
): Promise<Sat69bListing[]> {
  requireScope(ctx.caller, 'list:read');
  const rfcs = await readAskedRfcs(ctx, input.rfcs, (place) => ['rfcs', String(place)]);
  const found = await lookUp(ctx, SAT69B_LISTS, { rfcs, asOf: input.asOf });
  return await listEach(ctx, rfcs, (rfc) => ({ ...toListing(rfc, found), ...NO_CANDIDATES }));
}

function toListing(
  rfc: string | null,
  { checked, isComplete: areAllLoaded, versionsOf }: Found,
): Sat69bJudgment & Sat69bProcedures {
  // Of a name alone nobody can say that it is not there.
  const isComplete = rfc !== null && areAllLoaded;
  const versions = SAT69B_LISTS.flatMap((list) =>
    (rfc === null ? [] : versionsOf(rfc))
      .filter(({ source }) => source === list)
      .map((one) => ({ ...one, list, standing: standingOf(list, one.word) })),
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
  return {
    rfc,
    isListed,
    ...judgeStandings(standings, { isComplete }),
    rows,
    timeline,
    checked,
  };
}

type Version = VersionOnDay & { list: Sat69bListCode; standing: Sat69bStanding };

function toRows(versions: readonly Version[]): Sat69bRow[] {
  const rows = versions.map(toRow);
  const overruled = findOverruled(rows);
  return rows.map((row) => (overruled.has(row) ? { ...row, isOverruled: true } : row));
}

function toRow({ list, standing, name, otherNames, details }: Version): Sat69bRow {
  return { list, standing, isOverruled: false, name, otherNames, ...readNotices(details) };
}
