import { isSharedList, LIST_FAMILIES, LIST_SOURCES } from '../../domain/lists/list-source.ts';
import { AppError, type InputIssue } from '../../errors.ts';

/** Stands for each list of the service's own. */
export const OWN_LISTS = 'own';

/**
 * The codes that codes and families of lists mean, each once; `own` stays, for the service's own lists are not known here.
 * Throws AppError `invalid_input` for a word that is neither; `own` are the codes of the service's own lists.
 */
export function codesOfLists(
  words: readonly string[],
  own: ReadonlySet<string> = new Set(),
): string[] {
  const issues: InputIssue[] = [];
  const codes = words.flatMap((word, at) => {
    const codesOfWord = codesOf(word, own);
    if (codesOfWord.length > 0) return codesOfWord;
    const issue = {
      code: 'not_found',
      message: 'Must be the code of a list or a family of lists',
    } as const;
    issues.push({ path: ['lists', String(at)], ...issue });
    return [];
  });
  if (issues.length > 0) throw new AppError('invalid_input', 'The input is invalid.', { issues });
  return [...new Set(codes)];
}

function codesOf(word: string, own: ReadonlySet<string>): string[] {
  if (isSharedList(word) || own.has(word)) return [word];
  if (word === OWN_LISTS) return [OWN_LISTS];
  if (!LIST_FAMILIES.some((family) => family === word)) return [];
  return Object.entries(LIST_SOURCES)
    .filter(([, { family }]) => family === word)
    .map(([code]) => code);
}
