import { createExample, type Example } from '../example.ts';

/** Examples of the settings of automatic screening and of decisions on matches. */
export const SCREENING_SETTINGS_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Settings of automatic screening, which is off by default, and the rule for decisions that need two users.
# fourEyesOffUserId is the user who requested the weaker rule requestedFourEyesRule.
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
# Switches automatic screening on: new and changed participants are screened, and all participants when a list
# changes. Rule IDENTIFIER requires two users for some decisions on matches.
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
