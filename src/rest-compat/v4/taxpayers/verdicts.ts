import { z } from 'zod';

/** v4 names of the states of a procedure of article 69-B, as the SAT uses them. */
export const STANDINGS = {
  definitive: 'DEFINITIVO',
  presumed: 'PRESUNTO',
  bis_definitive: 'BIS_DEFINITIVO',
  rebutted: 'DESVIRTUADO',
  favorable_ruling: 'SENTENCIA_FAVORABLE',
} as const;
export const VERDICTS = { ...STANDINGS, not_listed: 'NOT_LISTED' } as const;

export const verdictSchema = z.enum(VERDICTS).meta({ id: 'SimulatedOperationsVerdict' });
