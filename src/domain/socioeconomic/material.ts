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
  /** All parts of it on one line. */
  'address',
  ...ADDRESS_PARTS,
] as const;
export type ParticipantField = (typeof PARTICIPANT_FIELDS)[number];

/** Null is what is not known. */
export type ParticipantFacts = Record<ParticipantField, string | null>;

/** An answer to a question of a questionnaire, as it was written; `userId` is who it is stored for. */
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
  /** Its lists in Spanish: each with its day and age, or how many they are. */
  lists: readonly string[];
  outcome: ScreeningOutcome;
  matchesCount: number;
};

/** A stored picture, by what it is and what its bytes are; `sha256` in hexadecimal. */
export type PictureReference = { fileId: number; sha256: string };
export type ReportPictures = { photo: PictureReference | null; map: PictureReference | null };
export const NO_PICTURES: ReportPictures = { photo: null, map: null };

/** Maximum size of a JPEG or PNG. A larger one is not shown. */
export const PICTURE_BYTES_MAX = 10 * 1024 * 1024;

/** No report takes more of each. */
export const GATHERED_ANSWERS_MAX = 10_000;
export const GATHERED_EXTRACTIONS_MAX = 40;
export const GATHERED_SCREENINGS_MAX = 20;

/** All that a report is made from. Extractions and screenings stand with the newest first. */
export type ReportMaterial = {
  participant: ParticipantFacts;
  answers: readonly GatheredAnswer[];
  extractions: readonly GatheredExtraction[];
  screenings: readonly GatheredScreening[];
  pictures: ReportPictures;
};
