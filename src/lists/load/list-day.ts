import type { AsOfOrigin } from '../../domain/lists/list-entry.ts';
import { OperatorError } from '../../errors.ts';

/** The day of which a list speaks, as `YYYY-MM-DD`, and who says so. */
export type ListDay = { asOf: string; asOfOrigin: AsOfOrigin };

type Asked = { source: string; asOf?: string; today: string };

/**
 * What the list says of itself counts more than what the operator says, and that more than today. Throws OperatorError where the
 * list and the operator say two days.
 */
export function findDay({ asOf, today, source }: Asked, said: string | null): ListDay {
  if (said !== null) {
    if (asOf !== undefined && asOf !== said) {
      throw new OperatorError(
        `Nothing was loaded: ${source} states the list date ${said}, not ${asOf}.`,
      );
    }
    return { asOf: said, asOfOrigin: 'file' };
  }
  return asOf === undefined
    ? { asOf: today, asOfOrigin: 'loaded' }
    : { asOf, asOfOrigin: 'operator' };
}
