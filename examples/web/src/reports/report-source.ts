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
  const texts = {
    ANSWER: words.answer(Number(userId), String(questionnaire), String(question)),
    EXTRACTION: words.extraction(Number(extractionId)),
    SCREENING: words.screening(Number(screeningId)),
    TYPED: words.typed(Number(userId)),
    PARTICIPANT: words.participant,
  };
  return texts[kind];
}
