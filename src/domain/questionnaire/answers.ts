import type { Answer } from './questionnaire.ts';

export type SentAnswer = { question: string; answer: string };

/** Stored answers of one questionnaire, by question. */
export type AnswersByQuestion = ReadonlyMap<string, Answer>;

export type ImportMaterial = {
  /** Question keys of each questionnaire to fill, in order of the questions. */
  targets: ReadonlyMap<string, readonly string[]>;
  /** Keys of the filled questionnaires to combine from; a later one wins over an earlier. */
  sources: readonly string[];
  sent: readonly SentAnswer[];
  stored: ReadonlyMap<string, AnswersByQuestion>;
};

/**
 * Outcome for one target: all answers that apply to it, those that must be written, and the number of these to questions
 * without an answer before.
 */
export type TargetOutcome = { applied: Answer[]; changed: Answer[]; addedCount: number };

/** The stored answer that a question is combined from, and the source that has it. */
type Winner = { found: Answer; source: string };

/**
 * The precedence of decision 17: a sent answer (the last of equal keys), then the later-named source.
 * A target named as its own source changes nothing, but counts where it is the winner. A step for each source and target.
 */
export function* combineAnswers(
  material: ImportMaterial,
): Generator<void, Map<string, TargetOutcome>> {
  const sent = new Map(material.sent.map((one) => [one.question, one.answer]));
  const winners = yield* findWinners(material);
  const outcomes = new Map<string, TargetOutcome>();
  for (const [target, questions] of material.targets) {
    const stored = material.stored.get(target);
    const applied = questions.flatMap((question) => {
      const winner =
        sentAnswer(sent, question) ?? combinedAnswer(winners.get(question), target, question);
      return winner === undefined ? [] : [winner];
    });
    const changed = applied.filter((one) => !isEqual(one, stored?.get(one.question)));
    const added = changed.filter((one) => stored?.has(one.question) !== true);
    outcomes.set(target, { applied, changed, addedCount: added.length });
    yield;
  }
  return outcomes;
}

/** Finds the winning answer of each question. Each source is processed once, however often it is named. */
function* findWinners({
  sources,
  stored,
}: ImportMaterial): Generator<void, ReadonlyMap<string, Winner>> {
  const winners = new Map<string, Winner>();
  for (const source of new Set(sources.toReversed())) {
    for (const [question, found] of stored.get(source) ?? [])
      if (!winners.has(question)) winners.set(question, { found, source });
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
  for (const one of changed) merged.set(one.question, one);
  const asked = questions.flatMap((question) => merged.get(question) ?? []);
  if (asked.length === merged.size) return asked;
  const known = new Set(questions);
  return [...asked, ...[...merged.values()].filter((one) => !known.has(one.question))];
}

/** Sent question keys that no target asks, each once, in the order they were sent. */
export function ignoredQuestions(
  sent: readonly SentAnswer[],
  targets: ReadonlyMap<string, readonly string[]>,
): string[] {
  const ignored = new Set(sent.map((one) => one.question));
  for (const questions of targets.values())
    for (const question of questions) ignored.delete(question);
  return [...ignored];
}

function sentAnswer(sent: ReadonlyMap<string, string>, question: string): Answer | undefined {
  const answer = sent.get(question);
  return answer === undefined
    ? undefined
    : { question, answer, source: 'sent', combinedFrom: null };
}

function combinedAnswer(
  winner: Winner | undefined,
  target: string,
  question: string,
): Answer | undefined {
  if (winner === undefined || winner.source === target) return winner?.found;
  const { found, source } = winner;
  return { question, answer: found.answer, source: 'combined', combinedFrom: source };
}

function isEqual(left: Answer, right: Answer | undefined): boolean {
  return (
    left.answer === right?.answer &&
    left.source === right.source &&
    left.combinedFrom === right.combinedFrom
  );
}
