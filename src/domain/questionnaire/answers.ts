import type { Answer } from './questionnaire.ts';

export type SentAnswer = { question: string; answer: string };

/** Stored answers of one questionnaire, by question. */
export type AnswersByQuestion = ReadonlyMap<string, Answer>;

export type AnswerImport = {
  /** Question keys of each questionnaire to fill, in order of the questions. */
  targets: ReadonlyMap<string, readonly string[]>;
  /** Keys of the filled questionnaires to combine from, in ascending precedence. */
  sources: readonly string[];
  sent: readonly SentAnswer[];
  stored: ReadonlyMap<string, AnswersByQuestion>;
};

/**
 * Outcome for one target: all answers that apply to it, those of them to write, and how many of those answer a question
 * for the first time.
 */
export type TargetOutcome = { applied: Answer[]; changed: Answer[]; addedCount: number };

/** Stored answer that takes precedence for a question, and the source questionnaire that has it. */
type WinningAnswer = { answer: Answer; source: string };

/**
 * Combines answers. A sent answer (the last of equal keys) takes precedence, then the source named last. Where a target
 * is its own winning source, its stored answer stays. Yields after each source and each target.
 */
export function* combineAnswers(input: AnswerImport): Generator<void, Map<string, TargetOutcome>> {
  const sent = new Map(input.sent.map((answer) => [answer.question, answer.answer]));
  const winners = yield* findWinners(input);
  const outcomes = new Map<string, TargetOutcome>();
  for (const [target, questions] of input.targets) {
    const stored = input.stored.get(target);
    const applied = questions.flatMap((question) => {
      const winner =
        toSentAnswer(sent, question) ?? toCombinedAnswer(winners.get(question), target, question);
      return winner === undefined ? [] : [winner];
    });
    const changed = applied.filter((answer) => !isSameAnswer(answer, stored?.get(answer.question)));
    const newAnswers = changed.filter((answer) => stored?.has(answer.question) !== true);
    outcomes.set(target, { applied, changed, addedCount: newAnswers.length });
    yield;
  }
  return outcomes;
}

/** Finds the winning answer of each question. Each source is processed once, however often it is named. */
function* findWinners({
  sources,
  stored,
}: AnswerImport): Generator<void, ReadonlyMap<string, WinningAnswer>> {
  const winners = new Map<string, WinningAnswer>();
  for (const source of new Set(sources.toReversed())) {
    for (const [question, answer] of stored.get(source) ?? [])
      if (!winners.has(question)) winners.set(question, { answer, source });
    yield;
  }
  return winners;
}

/** Returns the answers of a questionnaire after `changed` is stored over `stored`, in the order of its questions. */
export function mergeAnswers(
  stored: AnswersByQuestion | undefined,
  changed: readonly Answer[],
  questions: readonly string[],
): Answer[] {
  const merged = new Map(stored);
  for (const answer of changed) merged.set(answer.question, answer);
  const ordered = questions.flatMap((question) => merged.get(question) ?? []);
  if (ordered.length === merged.size) return ordered;
  const questionSet = new Set(questions);
  return [
    ...ordered,
    ...[...merged.values()].filter((answer) => !questionSet.has(answer.question)),
  ];
}

/** Returns the sent question keys that no target contains, each once, in input order. */
export function listIgnoredQuestions(
  sent: readonly SentAnswer[],
  targets: ReadonlyMap<string, readonly string[]>,
): string[] {
  const ignored = new Set(sent.map((answer) => answer.question));
  for (const questions of targets.values())
    for (const question of questions) ignored.delete(question);
  return [...ignored];
}

function toSentAnswer(sent: ReadonlyMap<string, string>, question: string): Answer | undefined {
  const answer = sent.get(question);
  return answer === undefined
    ? undefined
    : { question, answer, source: 'sent', combinedFrom: null };
}

function toCombinedAnswer(
  winner: WinningAnswer | undefined,
  target: string,
  question: string,
): Answer | undefined {
  if (winner === undefined || winner.source === target) return winner?.answer;
  const { answer: storedAnswer, source } = winner;
  return { question, answer: storedAnswer.answer, source: 'combined', combinedFrom: source };
}

function isSameAnswer(left: Answer, right: Answer | undefined): boolean {
  return (
    left.answer === right?.answer &&
    left.source === right.source &&
    left.combinedFrom === right.combinedFrom
  );
}
