import type { FieldSample, Target } from './samples.ts';

const READ = { scope: 'screening:read', isForKeys: false } as const;
const WRITE = { scope: 'screening:write', isForKeys: false } as const;
const MANAGE = { scope: 'screening:manage', isForKeys: false } as const;
const LOOK_UP = { scope: 'list:read', isForKeys: false } as const;

/** They need the lists of the demo. */
export const SCREENING_QUERY_SAMPLES = {
  listEntry: {
    ...LOOK_UP,
    document: () => '{ listEntry(list: "sat69b", key: "CIE150318QX5") { entry { name } } }',
  },
  screening: {
    ...READ,
    document: ({ screeningId }: Target) =>
      `{ screening(by: { databaseId: ${screeningId} }) { outcome } }`,
  },
  screeningSettings: { ...MANAGE, document: () => '{ screeningSettings { isOn families } }' },
  screenings: { ...READ, document: () => '{ screenings { totalCount nodes { outcome } } }' },
  watchLists: { ...LOOK_UP, document: () => '{ watchLists { totalCount nodes { family } } }' },
} as const satisfies Record<string, FieldSample>;

export const SCREENING_MUTATION_SAMPLES = {
  deleteScreening: {
    ...WRITE,
    document: ({
      screeningId,
    }: Target) => `mutation { deleteScreening(input: { screeningId: ${screeningId} }) {
      __typename ... on DeleteScreeningPayload { screeningId }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  screen: {
    ...WRITE,
    document: () => `mutation { screen(input: { person: { rfc: "CIE150318QX5" } }) {
      __typename ... on ScreenPayload { replayed }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  updateScreeningSettings: {
    ...MANAGE,
    document: () => `mutation { updateScreeningSettings(input: { fourEyesRule: IDENTIFIER }) {
      __typename ... on UpdateScreeningSettingsPayload { settings { fourEyesRule } }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
} as const satisfies Record<string, FieldSample>;
