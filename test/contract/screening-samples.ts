import type { FieldSample } from './samples.ts';

const MANAGE = { scope: 'screening:manage', isForKeys: false } as const;

/** Of the graph; v4 has nothing like it. */
export const SCREENING_QUERY_SAMPLES = {
  screeningSettings: { ...MANAGE, document: () => '{ screeningSettings { isOn families } }' },
} as const satisfies Record<string, FieldSample>;

export const SCREENING_MUTATION_SAMPLES = {
  updateScreeningSettings: {
    ...MANAGE,
    document: () => `mutation { updateScreeningSettings(input: { fourEyes: true }) {
      __typename ... on UpdateScreeningSettingsPayload { settings { fourEyes } }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
} as const satisfies Record<string, FieldSample>;
