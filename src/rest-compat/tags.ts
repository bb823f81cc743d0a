/** The groups that OpenAPI shows the operations in, by the alphabet; generated clients are cut along them. */
export const TAGS = {
  Access: 'Tokens for the users of a service.',
  Businesses:
    'Businesses with their participants and requested documents, until they are completed.',
  Documents: 'What documents say, read by the gateway itself.',
  Files: 'The files behind requested documents.',
  Participants: 'What is known of one person or legal entity that takes part in a business.',
  Questionnaires: 'Answers that users give to the questionnaires of a service.',
  Reports: 'Socio-economic reports: from answers to a signed PDF.',
  Screening: 'Decisions on the matches of persons with lists.',
  Tax: 'Mexican tax identification numbers.',
} as const;
export type Tag = keyof typeof TAGS;
