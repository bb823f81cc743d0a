import { createExample, type Example } from '../example.ts';

/** Examples of automatic screening. */
export const SCREENING_SETTINGS_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Settings of automatic screening, which is off by default.
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
  createExample(
    `
# Switches automatic screening on: new and changed participants are screened, and all when a list changes.
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
