import type { Ctx } from '../../context.ts';
import { normalizeTaxId } from '../../domain/tax/normalize-id.ts';
import { parseRfc } from '../../domain/tax/rfc.ts';
import { AppError, type InputIssue } from '../../errors.ts';
import { mapInTurns } from '../common/map-in-turns.ts';

/** How many faults are told, as of any other input. */
const ISSUES_MAX = 50;

/**
 * RFCs as lists are searched for them. `pathOf` says where in the input one stands. Throws AppError `invalid_input` for
 * what is no RFC, and for the two that stand for nobody in particular: an answer about them would say nothing.
 */
export async function readAskedRfcs(
  ctx: Ctx,
  rfcs: readonly string[],
  pathOf: (place: number) => string[],
): Promise<string[]> {
  const issues: InputIssue[] = [];
  const makeOne = (text: string, place: number): string => {
    const rfc = normalizeTaxId(text);
    const fault = faultOf(rfc);
    if (fault !== undefined && issues.length < ISSUES_MAX)
      issues.push({ path: pathOf(place), ...fault });
    return rfc;
  };
  const asked = await mapInTurns(ctx, rfcs, { makeOne });
  if (issues.length === 0) return asked;
  throw new AppError('invalid_input', 'The input is not valid.', { issues });
}

function faultOf(rfc: string): Omit<InputIssue, 'path'> | undefined {
  const kind = parseRfc(rfc)?.kind;
  if (kind === undefined) return { code: 'wrong_format', message: 'Must have the form of an RFC' };
  if (kind === 'generic' || kind === 'foreign')
    return { code: 'not_allowed', message: 'Must not be the RFC of whoever has none' };
  return undefined;
}
