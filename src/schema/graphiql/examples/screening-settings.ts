import { type Example, makeExample } from '../example.ts';

/** The tabs of GraphiQL about what the gateway screens by itself. */
export const SCREENING_SETTINGS_EXAMPLES: readonly Example[] = [
  makeExample(
    `
# What the gateway screens by itself: nothing, until the service says so.
query ScreeningSettings {
  screeningSettings {
    isOn
    families
    threshold
    fourEyesRule
    fourEyesOffUserId
    requestedFourEyesRule
  }
}
`,
    {},
  ),
  makeExample(
    `
# Has participants screened when they are new or changed, and when a list does. What is found are matches to decide on.
mutation UpdateScreeningSettings($input: UpdateScreeningSettingsInput!) {
  updateScreeningSettings(input: $input) {
    __typename
    ... on UpdateScreeningSettingsPayload {
      settings {
        isOn
        families
        threshold
        fourEyesRule
        fourEyesOffUserId
        requestedFourEyesRule
      }
      replayed
    }
    ... on UserError {
      message
    }
    ... on InputValidationError {
      issues {
        path
        message
      }
    }
  }
}
`,
    { input: { isOn: true, families: ['SAT69', 'SAT69B'], fourEyesRule: 'IDENTIFIER' } },
  ),
];
