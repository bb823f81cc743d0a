import { z } from 'zod';
import { MATCH_STATES } from '../../domain/matches/match.ts';
import { nonBlankLine, nonBlankText } from '../common/common-inputs.ts';

const SOURCE_LENGTH_MAX = 100;
const EXTERNAL_ID_LENGTH_MAX = 200;
export const MATCHES_MAX = 1000;

/** Members that name a stored match. */
export const sourceCode = nonBlankText(SOURCE_LENGTH_MAX);
export const externalId = nonBlankText(EXTERNAL_ID_LENGTH_MAX);

const sentMatch = {
  sourceCode: nonBlankLine(SOURCE_LENGTH_MAX),
  externalId: nonBlankLine(EXTERNAL_ID_LENGTH_MAX),
};

/** Matches that an outside provider reports for one participant. */
export const sentMatchesSchema = z
  .array(z.object({ ...sentMatch, state: z.enum(MATCH_STATES).nullish() }))
  .max(MATCHES_MAX);
