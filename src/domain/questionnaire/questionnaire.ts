export type Question = { key: string; text: string };

/** A questionnaire that answers can be imported into. */
export type QuestionnaireTemplate = { key: string; title: string; questions: Question[] };

export const ANSWER_SOURCES = ['sent', 'combined'] as const;
export type AnswerSource = (typeof ANSWER_SOURCES)[number];

/** One answer and where it came from; `combinedFrom` is the source questionnaire's key, null when it was sent. */
export type Answer = {
  question: string;
  answer: string;
  source: AnswerSource;
  combinedFrom: string | null;
};

/** A questionnaire of one user; `updatedAt` is null while nothing is stored for it. */
export type FilledQuestionnaire = {
  key: string;
  userId: number;
  answers: Answer[];
  updatedAt: Date | null;
};
