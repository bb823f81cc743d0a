import { z } from 'zod';
import { MATCH_STATES } from '../../domain/matches/match.ts';
import { nonBlankLine, nonBlankText } from '../common/common-inputs.ts';

const SOURCE_LENGTH_MAX = 100;
const EXTERNAL_ID_LENGTH_MAX = 200;
export const MATCHES_MAX = 1000;

/**
 * Schemas of the members that identify a stored match. They accept line breaks, unlike those of sent matches, because
 * stored matches may have them.
 */
export const sourceCodeSchema = nonBlankText(SOURCE_LENGTH_MAX);
export const externalIdSchema = nonBlankText(EXTERNAL_ID_LENGTH_MAX);

const sentMatchMembers = {
  sourceCode: nonBlankLine(SOURCE_LENGTH_MAX),
  externalId: nonBlankLine(EXTERNAL_ID_LENGTH_MAX),
};

/** Matches that an outside provider reports for one participant. */
export const sentMatchesSchema = z
  .array(z.object({ ...sentMatchMembers, state: z.enum(MATCH_STATES).nullish() }))
  .max(MATCHES_MAX);
