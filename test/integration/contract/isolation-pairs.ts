import { encodeGlobalId } from '../../../src/domain/shared/global-id.ts';

export const THEIR_WORD = 'ajeno';
/** What only the other service has. */
export const THEIR_BUSINESS = 3;
export const THEIR_USER = 2;
export const THEIR_PARTICIPANT = 6;

const SHEET = '/api/v4/fiduciary/participant/detail?id=';
export const NOBODY = 999_999;
const participantOf = (id: number) => (id === NOBODY ? id : THEIR_PARTICIPANT);
const participantInput = (id: number) => `participant: { databaseId: ${participantOf(id)} }`;
const userOf = (id: number) => (id === NOBODY ? id : THEIR_USER);
export const THEIR_SCREENING = 900_001;
export const THEIR_REPORT = 900_002;
const reportOf = (id: number) => (id === NOBODY ? id : THEIR_REPORT);
const REPORT = '/api/v4/socioeconomic/report';
const screeningOf = (id: number) => (id === NOBODY ? id : THEIR_SCREENING);
const userInput = (id: number) => `user: { databaseId: ${userOf(id)} }`;
type Ask = (id: number) => { path: string; method?: string; body?: object };

/** Every way to name its business and its user, each beside the same for what nobody has. */
export const PAIRS: [name: string, ask: Ask][] = [
  ['v4 detail', (id) => ({ method: 'GET', path: `/api/v4/business/detail?id=${id}` })],
  ['v4 participant', (id) => ({ method: 'GET', path: `${SHEET}${participantOf(id)}` })],
  [
    'v4 completion',
    (id) => ({ path: `/api/v4/fiduciary/${id}/complete`, body: { delete_mode: 'all' } }),
  ],
  [
    'v4 import',
    (id) => ({
      path: '/api/v4/quiz/answers/import/api',
      body: { user_id: userOf(id), templates: ['kyc'] },
    }),
  ],
  ['a lookup by id', (id) => graphql(`{ business(by: { databaseId: ${id} }) { name } }`)],
  [
    'a lookup by provider id',
    (id) => graphql(`{ business(by: { externalId: ${9000 + id} }) { name } }`),
  ],
  ['a lookup by code', (id) => graphql(`{ business(by: { code: "C-${id}" }) { name } }`)],
  [
    'a lookup of a participant',
    (id) => graphql(`{ participant(by: { databaseId: ${participantOf(id)} }) { name } }`),
  ],
  ['node', (id) => graphql(`{ node(id: "${encodeGlobalId('Business', id)}") { id } }`)],
  [
    'a document',
    (id) => {
      const globalId = encodeGlobalId('RequestedDocument', `${participantOf(id)}:1:CSF`);
      return graphql(`{ node(id: "${globalId}") { id } }`);
    },
  ],
  ['a webhook', (id) => graphql(`{ webhookDeliveries(endpointId: ${id}) { totalCount } }`)],
  ['a webhook to change', (id) => mutation('rotateWebhookSecret', `endpointId: ${id}`)],
  ['a delivery', (id) => mutation('redeliverWebhook', `deliveryId: ${reportOf(id)}`)],
  [
    'a screening',
    (id) => graphql(`{ screening(by: { databaseId: ${screeningOf(id)} }) { outcome } }`),
  ],
  [
    'a screening as a node',
    (id) => graphql(`{ node(id: "${encodeGlobalId('Screening', screeningOf(id))}") { id } }`),
  ],
  ['a report', (id) => graphql(`{ socioeconomicReport(id: ${reportOf(id)}) { status version } }`)],
  ['a report in v4', (id) => ({ method: 'GET', path: `${REPORT}/${reportOf(id)}` })],
  ['a PDF', (id) => ({ method: 'GET', path: `${REPORT}/${reportOf(id)}/pdf?draft=1` })],
  [
    'a section',
    (id) =>
      mutation(
        'updateSocioeconomicSection',
        `reportId: ${reportOf(id)}, section: HOME, expectedVersion: 1`,
      ),
  ],
  ['a report to end', (id) => mutation('finalizeSocioeconomicReport', `reportId: ${reportOf(id)}`)],
  ['a consent', (id) => mutation('revokeConsent', `consentId: ${reportOf(id)}`)],
  [
    'somebody who agrees',
    (id) =>
      mutation(
        'recordConsent',
        `${participantInput(id)}, purpose: SOCIOECONOMIC_REPORT, textVersion: "1"`,
      ),
  ],
  [
    'somebody to report on',
    (id) => ({ path: REPORT, body: { participant_id: participantOf(id) } }),
  ],
  ['a deletion', (id) => mutation('deleteScreening', `screeningId: ${screeningOf(id)}`)],
  ['somebody to screen', (id) => mutation('screen', participantInput(id))],
  ['a completion', (id) => mutation('completeBusiness', `business: { databaseId: ${id} }`)],
  [
    'a preview',
    (id) => graphql(`{ completionPreview(business: { databaseId: ${id} }) { version } }`),
  ],
  ['a resolution', (id) => mutation('resolveParticipantMatches', participantInput(id))],
  [
    'an attachment',
    (id) => mutation('attachDocument', `${participantInput(id)}, typeCode: "CSF", downloadId: 31`),
  ],
  ['an extraction', (id) => graphql(`{ extraction(databaseId: ${reportOf(id)}) { status } }`)],
  [
    'an extraction in v4',
    (id) => ({ method: 'GET', path: `/api/v4/document/extraction/${reportOf(id)}` }),
  ],
  ['a document to read', (id) => ({ path: '/api/v4/document/extract', body: { file_id: id } })],
  ['a user', (id) => graphql(`{ user(by: { databaseId: ${userOf(id)} }) { givenName } }`)],
  [
    'a user by e-mail',
    (id) => {
      const email = id === NOBODY ? 'nobody@example.test' : `${THEIR_WORD}@example.test`;
      return graphql(`{ user(by: { email: "${email}" }) { givenName } }`);
    },
  ],
  [
    'a user as a node',
    (id) => graphql(`{ node(id: "${encodeGlobalId('User', userOf(id))}") { id } }`),
  ],
  [
    'a responsible user',
    (id) => graphql(`{ node(id: "${encodeGlobalId('ResponsibleUser', userOf(id))}") { id } }`),
  ],
  ['a rename', (id) => mutation('updateUser', `${userInput(id)}, givenName: "Eva"`)],
  ['a disabling', (id) => mutation('disableUser', userInput(id))],
  ['an enabling', (id) => mutation('enableUser', userInput(id))],
  [
    'filled questionnaires',
    (id) => graphql(`{ filledQuestionnaires(userId: ${userOf(id)}) { key } }`),
  ],
];

function graphql(document: string): { path: string; body: object } {
  return { path: '/graphql', body: { query: document } };
}

function mutation(field: string, members: string) {
  return graphql(`mutation { ${field}(input: { ${members} }) {
    __typename ... on UserError { message code } } }`);
}
