import { z } from 'zod';
import { MATCH_STATES } from '../../domain/matches/match.ts';
import { sayingLine, sayingText } from '../common/common-inputs.ts';

const SOURCE_LENGTH_MAX = 100;
const EXTERNAL_ID_LENGTH_MAX = 200;
export const MATCHES_MAX = 1000;

/** Members that name a stored match. */
export const sourceCode = sayingText(SOURCE_LENGTH_MAX);
export const externalId = sayingText(EXTERNAL_ID_LENGTH_MAX);

const sentMatch = {
  sourceCode: sayingLine(SOURCE_LENGTH_MAX),
  externalId: sayingLine(EXTERNAL_ID_LENGTH_MAX),
};

/** Matches that an outside provider has found of one participant. */
export const sentMatchesSchema = z
  .array(z.object({ ...sentMatch, state: z.enum(MATCH_STATES).nullish() }))
  .max(MATCHES_MAX);
