import type { RequestContext } from '../../context.ts';
import { normalizeTaxId } from '../../domain/tax/normalize-id.ts';
import { parseRfc } from '../../domain/tax/rfc.ts';
import { type InputIssue, invalidInput } from '../../errors.ts';
import { mapWithYields } from '../common/map-with-yields.ts';

/** Maximum number of reported issues, as for other inputs. */
const ISSUES_MAX = 50;

/**
 * Normalizes RFCs for searching the lists. `getPath` returns the input path of an RFC. Throws AppError `invalid_input`
 * for text that is not an RFC and for the two generic RFCs, which identify no taxpayer.
 */
export async function parseRfcs(
  ctx: RequestContext,
  rfcs: readonly string[],
  getPath: (index: number) => string[],
): Promise<string[]> {
  const issues: InputIssue[] = [];
  const mapItem = (text: string, index: number): string => {
    const rfc = normalizeTaxId(text);
    const fault = findRfcFault(rfc);
    if (fault !== undefined && issues.length < ISSUES_MAX)
      issues.push({ path: getPath(index), ...fault });
    return rfc;
  };
  const normalized = await mapWithYields(ctx, rfcs, { mapItem });
  if (issues.length === 0) return normalized;
  throw invalidInput(issues);
}

function findRfcFault(rfc: string): Omit<InputIssue, 'path'> | undefined {
  const kind = parseRfc(rfc)?.kind;
  if (kind === undefined)
    return { code: 'wrong_format', message: 'Must be in the format of an RFC' };
  if (kind === 'generic' || kind === 'foreign')
    return { code: 'not_allowed', message: 'Must not be a generic RFC' };
  return undefined;
}
