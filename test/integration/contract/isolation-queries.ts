import { encodeGlobalId } from '../../../src/domain/shared/global-id.ts';

const PAGE = `nodes { id name responsibleUser { givenName } participants {
  nodes { id name email legalActFolio documents { id } business { name } } } }`;
const SEARCHES = ['{ nameContains: "ajeno" }', '{ nameContains: "propio" }'];
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
  `{ participants { totalCount pageInfo { endCursor } nodes { name email business { name } } } }`,
  `{ participants(filter: { externalPersonIdIn: [71, 73] }) { totalCount nodes { name } }
    businesses(filter: { responsibleUser: { email: "user@example.test" } }) { totalCount
      nodes { name participants(filter: { or: [${SEARCHES.join()}] }) { totalCount nodes { name } } } } }`,
  // Both services are searched for the word of either, so that each finds its own.
  `{ ${SEARCHES.map(
    (search, place) => `people${place}: participants(filter: ${search}, orderBy: { field: NAME }) {
        totalCount nodes { name } }
      businesses${place}: businesses(filter: ${search}) { totalCount nodes { name } }`,
  ).join(' ')} }`,
  '{ participant(by: { databaseId: 1 }) { name personalInformation { nationality } business { name } } }',
  `{ nodes(ids: ["${encodeGlobalId('Business', 2)}", "${encodeGlobalId('Participant', 2)}"]) {
    ... on Business { code name } ... on Participant { personName: name } } }`,
  `{ node(id: "${encodeGlobalId('ResponsibleUser', 1)}") { ... on ResponsibleUser {
    givenName businesses { totalCount nodes { name } } } } }`,
  '{ users { totalCount nodes { id email givenName } } }',
  '{ user(by: { email: "USER@example.test" }) { givenName } }',
  '{ questionnaireTemplates { key title } }',
  '{ screenings { totalCount nodes { subject { name } matches { entry { name } } } } }',
  '{ screening(by: { databaseId: 1 }) { subject { name } } }',
  '{ webhookEndpoints { totalCount nodes { databaseId url } } }',
  `{ participant(by: { databaseId: 2 }) { consents { totalCount nodes { textVersion } }
    socioeconomicReports { totalCount nodes { version participant { name }
      content { sections { fields { key value { text } } } } } } } }`,
  '{ filledQuestionnaires(userId: 1) { key answers { answer } } }',
];
