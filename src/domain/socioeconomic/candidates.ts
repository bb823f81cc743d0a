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

/** Row that a column is read for. */
export type RowOf =
  | { kind: 'number'; number: number }
  | { kind: 'document'; extraction: GatheredExtraction }
  | { kind: 'screening'; screening: GatheredScreening };

/** A field of a document is taken only where its reader promises it. */
const CONFIDENCE_MIN = 0.9;

/** Returns all candidates for the feeds of a field, in their order. */
export type Candidates = (feeds: readonly Feed[], row?: RowOf) => Candidate[];

export function candidatesFrom(
  { questionnaires }: Pick<SocioeconomicTemplate, 'questionnaires'>,
  material: ReportMaterial,
): Candidates {
  const answers = byQuestion(questionnaires, material.answers);
  const of = (feed: Feed, row: RowOf | undefined): Candidate[] => {
    if (feed.kind === 'document' || feed.kind === 'screening') return partOf(feed, row);
    switch (feed.kind) {
      case 'question':
        return answersOf(answers.get(questionOf(feed.question, row)) ?? []);
      case 'participant':
        return told(material.participant[feed.field], { kind: 'participant', field: feed.field });
      case 'extraction':
        return material.extractions.flatMap((extraction) => fieldsOf(extraction, feed));
    }
  };
  return (feeds, row) =>
    feeds
      .flatMap((feed) => of(feed, row))
      .map((candidate) => ({ ...candidate, text: storable(candidate.text) }))
      .filter(({ text }) => text !== '');
}

/** Removes characters of documents that neither JSON nor PostgreSQL can store. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').trim();
}

/** Returns the value of the row itself, for these kinds of rows. */
function partOf(
  feed: Extract<Feed, { kind: 'document' | 'screening' }>,
  row: RowOf | undefined,
): Candidate[] {
  if (feed.kind === 'document')
    return row?.kind === 'document' ? documentPart(row.extraction, feed.part) : [];
  return row?.kind === 'screening' ? screeningPart(row.screening, feed.part) : [];
}

/** Groups non-blank answers by question, those of the template's first questionnaire first. */
function byQuestion(
  questionnaires: readonly string[],
  answers: readonly GatheredAnswer[],
): Map<string, GatheredAnswer[]> {
  const answersByQuestion = new Map<string, GatheredAnswer[]>();
  const ranks = new Map(questionnaires.map((key, rank) => [key, rank]));
  const rankOf = (answer: GatheredAnswer) => ranks.get(answer.questionnaire) ?? ranks.size;
  const named = answers.filter(
    (answer) => ranks.has(answer.questionnaire) && answer.answer.trim() !== '',
  );
  for (const answer of named.toSorted((left, right) => rankOf(left) - rankOf(right))) {
    const list = answersByQuestion.get(answer.question) ?? [];
    list.push(answer);
    answersByQuestion.set(answer.question, list);
  }
  return answersByQuestion;
}

function questionOf(question: string, row: RowOf | undefined): string {
  return row?.kind === 'number' ? question.replace(ROW_NUMBER, String(row.number)) : question;
}

/** One for each questionnaire: two people's answers to the same one are none where they differ. */
function answersOf(answers: readonly GatheredAnswer[]): Candidate[] {
  const seen = new Map<string, Candidate>();
  for (const { userId, questionnaire, question, answer } of answers) {
    const source: ValueSource = { kind: 'answer', userId, questionnaire, question };
    const before = seen.get(questionnaire);
    if (before === undefined)
      seen.set(questionnaire, { text: answer, source, isConflicting: false });
    else before.isConflicting ||= before.text.trim() !== answer.trim();
  }
  return [...seen.values()];
}

function told(text: string | null, source: ValueSource): Candidate[] {
  return text === null || text.trim() === '' ? [] : [{ text, source, isConflicting: false }];
}

function fieldsOf(
  { id, kind, fields }: GatheredExtraction,
  { field, documents }: Extract<Feed, { kind: 'extraction' }>,
): Candidate[] {
  if (documents.length > 0 && !documents.includes(kind)) return [];
  return fields
    .filter(({ name, confidence }) => name === field && confidence >= CONFIDENCE_MIN)
    .flatMap(({ value }) => told(value, { kind: 'extraction', extractionId: id, field }));
}

function documentPart(extraction: GatheredExtraction, part: DocumentPart): Candidate[] {
  const { id, kind, readOn, needsReview } = extraction;
  const texts: Record<DocumentPart, string> = {
    kind,
    readOn,
    needsReview: needsReview ? 'sí' : 'no',
  };
  return told(texts[part], { kind: 'extraction', extractionId: id, field: null });
}

function screeningPart(screening: GatheredScreening, part: ScreeningPart): Candidate[] {
  const { id, screenedOn, asOf, lists, outcome, matchesCount } = screening;
  const texts: Record<ScreeningPart, string> = {
    screenedOn,
    asOf,
    lists: joinWithin(lists, TEXT_LENGTH_MAX),
    outcome,
    matchesCount: String(matchesCount),
  };
  return told(texts[part], { kind: 'screening', screeningId: id });
}

/** Joins texts as far as they fit, and adds the number of those left out. */
function joinWithin(texts: readonly string[], lengthMax: number): string {
  const all = texts.join('; ');
  if (all.length <= lengthMax) return all;
  const cut = texts.findLastIndex((_, at) => cutAfter(texts, at).length <= lengthMax);
  return cutAfter(texts, cut);
}

function cutAfter(texts: readonly string[], last: number): string {
  return `${texts.slice(0, last + 1).join('; ')}; y ${texts.length - last - 1} listas más`;
}
