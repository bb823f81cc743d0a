import {
  findJsonExcess,
  JSON_LEVELS_MAX,
  JSON_MEMBERS_MAX,
  type JsonExcess,
} from '../../domain/shared/json-bounds.ts';
import { invalidAt } from '../../errors.ts';
import { runStepsInSlices } from '../../scheduling/map-in-slices.ts';
import { parseJsonInSlices } from '../../scheduling/parse-json-in-slices.ts';

const EXCESS_MESSAGES: Readonly<Record<JsonExcess, string>> = {
  levels: `Must have at most ${JSON_LEVELS_MAX} levels of lists and objects`,
  members: `Must have at most ${JSON_MEMBERS_MAX} members in one object`,
};

type JsonText = { serviceId: number; text: string; path: string[] };

/**
 * Parses JSON that an input contains as text, in time slices. Throws AppError `invalid_input` at `path` for text that
 * is not JSON, has too many levels or has too many members in an object.
 */
export async function readJsonText({ serviceId, text, path }: JsonText): Promise<unknown> {
  const excess = await runStepsInSlices(serviceId, findJsonExcess(text));
  if (excess !== undefined) throw invalidAt(path, EXCESS_MESSAGES[excess], 'wrong_format');
  try {
    return await parseJsonInSlices<unknown>(serviceId, text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalidAt(path, 'Must be JSON', 'wrong_format');
  }
}
