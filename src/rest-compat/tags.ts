/** Groups of operations in OpenAPI, in alphabetical order. Generated clients have one class for each. */
export const TAGS = {
  Access: 'Access tokens for users of a service.',
  Businesses: 'Businesses with their participants and requested documents, up to their completion.',
  Documents: 'Extraction of the content of documents, within the gateway.',
  Files: 'Files of requested documents.',
  Participants:
    'Data of one participant: a person or legal entity that participates in a business.',
  Questionnaires: 'Answers of users to the questionnaires of a service (tenant).',
  Reports: 'Socioeconomic reports, from questionnaire answers to a signed PDF.',
  Screening: 'Screening of persons against lists, and decisions on matches.',
  Tax: 'Mexican tax identification numbers.',
} as const;
export type Tag = keyof typeof TAGS;
