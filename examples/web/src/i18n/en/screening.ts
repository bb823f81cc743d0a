import { APP } from './app.ts';

export const SCREENING = {
  latest: 'Latest screenings',
  title: 'Screenings',
  empty: 'No screenings yet.',
  screened: 'Screened',
  outcome: 'Outcome',
  lists: 'Lists',
  report: 'Report',
  unnamed: 'Subject without a name',
  outcomes: { ALERT: 'Alert', POSSIBLE: 'Possible', CLEAR: 'Clear', INCOMPLETE: 'Incomplete' },
  triggers: {
    ASKED: 'on request',
    LISTS: 'a list changed',
    UPSERTED: 'participant new or changed',
  },
  old: (lists: string) => `old: ${lists}`,
  notCompared: (lists: string) => `nothing to compare: ${lists}`,
  notLoaded: (lists: string) => `not loaded: ${lists}`,
  partCompared: 'only the beginning of the name was compared',
  run: 'Screen now',
  running: 'Screening…',
  result: (outcome: string, matches: number, lists: number) =>
    `${outcome}: ${APP.countMatches(matches)} in ${APP.countLists(lists)}.`,
  reportOf: (time: string) => `Report, ${time}`,
  reportAsPdf: (time: string) => `Report as PDF, ${time}`,
  reportAsJson: (time: string) => `Report as JSON, ${time}`,
  preparing: 'Preparing…',
};
