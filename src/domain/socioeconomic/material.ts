import { ADDRESS_PARTS } from '../business/personal-information.ts';
import type { DocumentKind, FieldName } from '../extraction/extracted.ts';
import type { ScreeningOutcome } from '../screening/screening.ts';

/** Stored fields of a participant that a report may contain. */
export const PARTICIPANT_FIELDS = [
  'fullName',
  'name',
  'paternalSurname',
  'maternalSurname',
  'email',
  'phone',
  'rfc',
  'curp',
  'birthDate',
  'nationality',
  'countryOfBirth',
  'civilStatus',
  'economicActivity',
  /** Whole address on one line. */
  'address',
  ...ADDRESS_PARTS,
] as const;
export type ParticipantField = (typeof PARTICIPANT_FIELDS)[number];

/** Stored data of a participant; unknown fields are null. */
export type ParticipantFacts = Record<ParticipantField, string | null>;

/** Stored answer to a question of a questionnaire; `userId` is the user for whom it is stored. */
export type GatheredAnswer = {
  userId: number;
  questionnaire: string;
  question: string;
  answer: string;
};

/** Extraction of a document of the participant. `readOn` is `YYYY-MM-DD`. */
export type GatheredExtraction = {
  id: number;
  kind: DocumentKind;
  readOn: string;
  needsReview: boolean;
  fields: readonly { name: FieldName; value: string; confidence: number }[];
};

/** Result of a screening of the participant. `screenedOn` and `asOf` are `YYYY-MM-DD`. */
export type GatheredScreening = {
  id: number;
  screenedOn: string;
  asOf: string;
  /** Descriptions of the searched lists in Spanish: one per list with its date and age, or their number only. */
  lists: readonly string[];
  outcome: ScreeningOutcome;
  matchesCount: number;
};

/** Stored picture. `sha256` is the hexadecimal digest of its bytes. */
export type PictureReference = { fileId: number; sha256: string };
export type ReportPictures = { photo: PictureReference | null; map: PictureReference | null };
export const NO_PICTURES: ReportPictures = { photo: null, map: null };

/** Maximum size of a JPEG or PNG in bytes, which bounds the memory for decoding it. A larger one is not printed. */
export const PICTURE_BYTES_MAX = 10 * 1024 * 1024;

/** Maximum numbers of answers, extractions and screenings that a report uses. */
export const GATHERED_ANSWERS_MAX = 10_000;
export const GATHERED_EXTRACTIONS_MAX = 40;
export const GATHERED_SCREENINGS_MAX = 20;

/** Stored data that a report is created from. Extractions and screenings are sorted newest first. */
export type ReportMaterial = {
  participant: ParticipantFacts;
  answers: readonly GatheredAnswer[];
  extractions: readonly GatheredExtraction[];
  screenings: readonly GatheredScreening[];
  pictures: ReportPictures;
};
