import { encodeGlobalId } from '../../src/domain/global-id.ts';

const PAGE = `nodes { id name responsibleUser { givenName } participants {
  nodes { id name email legalActFolio documents { id } business { name } } } }`;
/** What a service can read in the graph of its own, by ids that another has too. */
export const QUERIES = [
  `{ businesses { totalCount pageInfo { endCursor } ${PAGE} } }`,
  ...[
    'databaseId: 1',
    'externalId: 9001',
    'code: "C-1"',
    `id: "${encodeGlobalId('Business', 1)}"`,
  ].map(
    (by) =>
      `{ business(by: { ${by} }) { name participantCount participants { totalCount nodes { name } } } }`,
  ),
  '{ participant(by: { databaseId: 1 }) { name personalInformation { nationality } business { name } } }',
  `{ nodes(ids: ["${encodeGlobalId('Business', 2)}", "${encodeGlobalId('Participant', 2)}"]) {
    ... on Business { code name } ... on Participant { personName: name } } }`,
  '{ questionnaireTemplates { key title } }',
  '{ webhookEndpoints { totalCount nodes { databaseId url } } }',
  '{ filledQuestionnaires(userId: 1) { key answers { answer } } }',
];
