import { APP, EVENTS, OVERVIEW, SIGN_IN } from './app.ts';
import { AUDIT } from './audit.ts';
import { BUSINESSES, CODES } from './businesses.ts';
import { COMPARISON, EXPLANATION, PEP } from './comparison.ts';
import { DELETION } from './deletion.ts';
import { BASIS, DECISIONS, DESK, LISTS } from './desk.ts';
import { DETAILS } from './details.ts';
import { DOCUMENTS } from './documents.ts';
import { ERRORS } from './errors.ts';
import { FIELDS } from './fields.ts';
import { FORMATS } from './formats.ts';
import { REPORTS } from './reports.ts';
import { SCREENING } from './screening.ts';

export const ENGLISH = {
  app: APP,
  audit: AUDIT,
  basis: BASIS,
  businesses: BUSINESSES,
  codes: CODES,
  comparison: COMPARISON,
  decisions: DECISIONS,
  deletion: DELETION,
  desk: DESK,
  details: DETAILS,
  documents: DOCUMENTS,
  errors: ERRORS,
  events: EVENTS,
  explanation: EXPLANATION,
  fields: FIELDS,
  formats: FORMATS,
  lists: LISTS,
  overview: OVERVIEW,
  pep: PEP,
  reports: REPORTS,
  screening: SCREENING,
  signIn: SIGN_IN,
};

/** Keys, and the parameters of each message, that every language has. */
export type English = typeof ENGLISH;
