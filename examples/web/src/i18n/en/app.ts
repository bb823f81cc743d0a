import { FORMATS } from './formats.ts';

export const APP = {
  title: 'Participants',
  language: 'Language',
  views: 'Views',
  businesses: 'Businesses',
  desk: 'Compliance desk',
  signOut: 'Sign out',
  close: 'Close',
  loading: 'Loading…',
  previous: '← Previous',
  next: 'Next →',
  page: (number: number) => `Page ${FORMATS.number(number)}`,
  all: 'All',
  yes: 'Yes',
  no: 'No',
  participantDeleted: 'This participant has been deleted.',
  countParticipants: (count: number) =>
    FORMATS.count(count, { one: 'participant', other: 'participants' }),
  countDocuments: (count: number) => FORMATS.count(count, { one: 'document', other: 'documents' }),
  countMatches: (count: number) => FORMATS.count(count, { one: 'match', other: 'matches' }),
  countLists: (count: number) => FORMATS.count(count, { one: 'list', other: 'lists' }),
  countDays: (count: number) => FORMATS.count(count, { one: 'day', other: 'days' }),
  deletedUser: (id: number) => `user ${id}, who no longer exists`,
};

export const SIGN_IN = {
  title: 'Sign in to work with participants.',
  email: 'E-mail',
  password: 'Password',
  signIn: 'Sign in',
  signingIn: 'Signing in…',
};

export const OVERVIEW = {
  title: 'Overview',
  choose: 'Choose a business.',
  naturalPersons: 'Natural persons',
  legalEntities: 'Legal entities',
  pendingMatches: 'With pending matches',
  missingDocuments: 'Missing documents',
  audit: 'Audit trail',
  auditLine: (action: string, caller: string) => `${action}, by ${caller}`,
  auditLineOfBusiness: (action: string, business: string, caller: string) =>
    `${action}: ${business}, by ${caller}`,
  quotas: 'Quotas',
  usedOf: (used: number, limit: number) => `${FORMATS.number(used)} of ${FORMATS.number(limit)}`,
};

export const EVENTS = {
  title: 'Events',
  live: 'live',
  offline: 'offline',
  empty: 'No events yet.',
  businessCreated: (name: string) => `${name} was created`,
  businessUpdated: (name: string) => `${name} was updated`,
  matchesFound: (names: string) => `Matches of ${names} were found`,
  matchesResolved: (name: string) => `Matches of ${name} were decided`,
  documentAvailable: (name: string) => `The file of ${name} is available`,
  documentExtracted: 'A document was read',
  reportFinalized: (id: number) => `Report ${id} was finalized`,
  deletedReportFinalized: 'A report that was deleted since was finalized',
  answersImported: (templates: string) => `Answers to ${templates} were imported`,
  businessCompleted: (participants: number) =>
    `A completion deleted ${APP.countParticipants(participants)}`,
  unknown: 'Event of a new type',
  deletedSubject: 'deleted data',
  andOthers: (name: string, others: number) =>
    `${name} and ${FORMATS.count(others, { one: 'other', other: 'others' })}`,
};
