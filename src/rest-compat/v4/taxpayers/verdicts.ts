import { z } from 'zod';

/**
 * v4 names of the statuses of a procedure of article 69-B or 69-B Bis. `bis_definitive` is the definitive status in the
 * list of article 69-B Bis.
 */
export const STATUS_NAMES = {
  definitive: 'DEFINITIVO',
  presumed: 'PRESUNTO',
  bis_definitive: 'BIS_DEFINITIVO',
  rebutted: 'DESVIRTUADO',
  favorable_ruling: 'SENTENCIA_FAVORABLE',
} as const;
/** v4 verdicts: a status, or `NOT_LISTED`. */
export const VERDICTS = { ...STATUS_NAMES, not_listed: 'NOT_LISTED' } as const;

export const verdictSchema = z.enum(VERDICTS).meta({ id: 'SimulatedOperationsVerdict' });
