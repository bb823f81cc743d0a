import { type FragmentOf, graphql, readFragment } from '../graphql.ts';
import type { Words } from '../i18n/language.ts';

export const knownSource = graphql(`
  fragment KnownSource on SocioeconomicSource {
    kind
    userId
    questionnaire
    question
    extractionId
    screeningId
  }
`);

type SourceWords = Words['reports']['sources'];

/** Returns the source of a value in words. */
export function describeSource(words: SourceWords, source: FragmentOf<typeof knownSource>): string {
  const { kind, userId, questionnaire, question, extractionId, screeningId } = readFragment(
    knownSource,
    source,
  );
  if (kind === 'ANSWER') return words.answer(userId ?? 0, questionnaire ?? '', question ?? '');
  if (kind === 'EXTRACTION') return words.extraction(extractionId ?? 0);
  if (kind === 'SCREENING') return words.screening(screeningId ?? 0);
  return kind === 'TYPED' ? words.typed(userId ?? 0) : words.participant;
}
