import type {
  GatheredAnswer,
  GatheredExtraction,
  GatheredScreening,
  ReportMaterial,
} from './material.ts';
import type {
  DocumentPart,
  Feed,
  ScreeningPart,
  SocioeconomicTemplate,
} from './template/template.ts';
import { ROW_NUMBER } from './template/template.ts';
import { TEXT_LENGTH_MAX, type ValueSource } from './value.ts';

/** Value of a source, as trimmed text. `isConflicting` is true when the source has several values. */
export type Candidate = { text: string; source: ValueSource; isConflicting: boolean };

/** Row whose columns are filled: the nth answers, a document or a screening. */
export type FeedRow =
  | { kind: 'number'; number: number }
  | { kind: 'document'; extraction: GatheredExtraction }
  | { kind: 'screening'; screening: GatheredScreening };

/** Minimum confidence of an extracted field: values below it need review and are not used. */
const CONFIDENCE_MIN = 0.9;

/** Returns all candidates for the feeds of a field, in the order of the feeds. */
export type CandidateLister = (feeds: readonly Feed[], row?: FeedRow) => Candidate[];

export function createCandidateLister(
  { questionnaires }: Pick<SocioeconomicTemplate, 'questionnaires'>,
  material: ReportMaterial,
): CandidateLister {
  const answers = groupByQuestion(questionnaires, material.answers);
  const listForFeed = (feed: Feed, row: FeedRow | undefined): Candidate[] => {
    if (feed.kind === 'document' || feed.kind === 'screening') return listRowPart(feed, row);
    switch (feed.kind) {
      case 'question':
        return toAnswerCandidates(answers.get(getQuestionKey(feed.question, row)) ?? []);
      case 'participant':
        return toCandidates(material.participant[feed.field], {
          kind: 'participant',
          field: feed.field,
        });
      case 'extraction':
        return material.extractions.flatMap((extraction) => listFieldCandidates(extraction, feed));
    }
  };
  return (feeds, row) =>
    feeds
      .flatMap((feed) => listForFeed(feed, row))
      .map((candidate) => ({ ...candidate, text: removeUnstorable(candidate.text) }))
      .filter(({ text }) => text !== '');
}

/** Trims a text, and removes NUL and replaces lone surrogates, which PostgreSQL cannot store in JSON. */
function removeUnstorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').trim();
}

/** Returns a property of the document or screening that a row stands for; empty for other rows. */
function listRowPart(
  feed: Extract<Feed, { kind: 'document' | 'screening' }>,
  row: FeedRow | undefined,
): Candidate[] {
  if (feed.kind === 'document')
    return row?.kind === 'document' ? toDocumentCandidates(row.extraction, feed.part) : [];
  return row?.kind === 'screening' ? toScreeningCandidates(row.screening, feed.part) : [];
}

/** Groups non-blank answers by question, those of the template's first questionnaire first. */
function groupByQuestion(
  questionnaires: readonly string[],
  answers: readonly GatheredAnswer[],
): Map<string, GatheredAnswer[]> {
  const answersByQuestion = new Map<string, GatheredAnswer[]>();
  const ranks = new Map(questionnaires.map((key, rank) => [key, rank]));
  const getRank = (answer: GatheredAnswer) => ranks.get(answer.questionnaire) ?? ranks.size;
  const relevantAnswers = answers.filter(
    (answer) => ranks.has(answer.questionnaire) && answer.answer.trim() !== '',
  );
  for (const answer of relevantAnswers.toSorted((left, right) => getRank(left) - getRank(right))) {
    const list = answersByQuestion.get(answer.question) ?? [];
    list.push(answer);
    answersByQuestion.set(answer.question, list);
  }
  return answersByQuestion;
}

function getQuestionKey(question: string, row: FeedRow | undefined): string {
  return row?.kind === 'number' ? question.replace(ROW_NUMBER, String(row.number)) : question;
}

/** Returns one candidate per questionnaire. It is conflicting when users answered the question differently. */
function toAnswerCandidates(answers: readonly GatheredAnswer[]): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const { userId, questionnaire, question, answer } of answers) {
    const source: ValueSource = { kind: 'answer', userId, questionnaire, question };
    const candidate = candidates.get(questionnaire);
    if (candidate === undefined)
      candidates.set(questionnaire, { text: answer, source, isConflicting: false });
    else candidate.isConflicting ||= candidate.text.trim() !== answer.trim();
  }
  return [...candidates.values()];
}

function toCandidates(text: string | null, source: ValueSource): Candidate[] {
  return text === null || text.trim() === '' ? [] : [{ text, source, isConflicting: false }];
}

function listFieldCandidates(
  { id, kind, fields }: GatheredExtraction,
  { field, documents }: Extract<Feed, { kind: 'extraction' }>,
): Candidate[] {
  if (documents.length > 0 && !documents.includes(kind)) return [];
  return fields
    .filter(({ name, confidence }) => name === field && confidence >= CONFIDENCE_MIN)
    .flatMap(({ value }) => toCandidates(value, { kind: 'extraction', extractionId: id, field }));
}

function toDocumentCandidates(extraction: GatheredExtraction, part: DocumentPart): Candidate[] {
  const { id, kind, readOn, needsReview } = extraction;
  const texts: Record<DocumentPart, string> = {
    kind,
    readOn,
    needsReview: needsReview ? 'sí' : 'no',
  };
  return toCandidates(texts[part], { kind: 'extraction', extractionId: id, field: null });
}

function toScreeningCandidates(screening: GatheredScreening, part: ScreeningPart): Candidate[] {
  const { id, screenedOn, asOf, lists, outcome, matchesCount } = screening;
  const texts: Record<ScreeningPart, string> = {
    screenedOn,
    asOf,
    lists: joinWithLimit(lists, TEXT_LENGTH_MAX),
    outcome,
    matchesCount: String(matchesCount),
  };
  return toCandidates(texts[part], { kind: 'screening', screeningId: id });
}

/** Joins as many texts as fit, and adds the number of omitted ones; the number only when none fits. */
function joinWithLimit(texts: readonly string[], lengthMax: number): string {
  const fullText = texts.join('; ');
  if (fullText.length <= lengthMax) return fullText;
  const lastIndex = texts.findLastIndex((_, index) => joinUntil(texts, index).length <= lengthMax);
  return lastIndex === -1 ? `${texts.length} listas` : joinUntil(texts, lastIndex);
}

function joinUntil(texts: readonly string[], lastIndex: number): string {
  return `${texts.slice(0, lastIndex + 1).join('; ')}; y ${texts.length - lastIndex - 1} listas más`;
}
