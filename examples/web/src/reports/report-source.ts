import { type FragmentOf, graphql, readFragment } from '../graphql.ts';

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

/** Where a value comes from, in words. */
export function describeSource(source: FragmentOf<typeof knownSource>): string {
  const one = readFragment(knownSource, source);
  const { kind, userId, questionnaire, question, extractionId, screeningId } = one;
  if (kind === 'ANSWER') return `answer of user ${userId} in ${questionnaire}, ${question}`;
  if (kind === 'EXTRACTION') return `read in a document, reading ${extractionId}`;
  if (kind === 'SCREENING') return `screening ${screeningId}`;
  return kind === 'TYPED' ? `typed by user ${userId}` : 'stored of the participant';
}
