import { isSharedList, LIST_FAMILIES, LIST_SOURCES } from '../../domain/lists/list-source.ts';
import { type InputIssue, invalidInput } from '../../errors.ts';

/** Code that stands for all lists of the service. */
export const OWN_LISTS = 'own';

/**
 * Resolves list codes and families to distinct codes. `own` is returned as it is, because the lists of the service are
 * resolved later. `ownCodes` are the codes of those lists. Throws AppError `invalid_input` for an unknown word.
 */
export function resolveListCodes(
  words: readonly string[],
  ownCodes: ReadonlySet<string> = new Set(),
): string[] {
  const issues: InputIssue[] = [];
  const codes = words.flatMap((word, index) => {
    const codesOfWord = resolveListCode(word, ownCodes);
    if (codesOfWord.length > 0) return codesOfWord;
    const issue = {
      code: 'not_found',
      message: 'Must be the code of a list or a family of lists',
    } as const;
    issues.push({ path: ['lists', String(index)], ...issue });
    return [];
  });
  if (issues.length > 0) throw invalidInput(issues);
  return [...new Set(codes)];
}

function resolveListCode(word: string, ownCodes: ReadonlySet<string>): string[] {
  if (isSharedList(word) || ownCodes.has(word)) return [word];
  if (word === OWN_LISTS) return [OWN_LISTS];
  if (!LIST_FAMILIES.some((family) => family === word)) return [];
  return Object.entries(LIST_SOURCES)
    .filter(([, { family }]) => family === word)
    .map(([code]) => code);
}
