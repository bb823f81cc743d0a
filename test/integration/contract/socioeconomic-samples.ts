import type { FieldSample, Sample } from './samples.ts';

const PATH = '/api/v4/socioeconomic/report';
const READ = { scope: 'report:read', isForKeys: false, needsReport: true } as const;
const WRITE = { scope: 'report:write', isForKeys: false, needsReport: true } as const;

/** Of the v4 interface. */
export const SOCIOECONOMIC_REST_SAMPLES = {
  generateSocioeconomicReport: {
    ...WRITE,
    otherScopes: ['report:read', 'personal:read'],
    request: ({ participantId }) => ({
      method: 'POST',
      path: PATH,
      body: { participant_id: participantId },
    }),
  },
  getSocioeconomicReport: {
    ...READ,
    otherScopes: ['personal:read'],
    request: ({ reportId }) => ({ method: 'GET', path: `${PATH}/${reportId}` }),
  },
  getSocioeconomicPdf: {
    ...READ,
    otherScopes: ['personal:read', 'file:read'],
    request: ({ reportId }) => ({ method: 'GET', path: `${PATH}/${reportId}/pdf?draft=1` }),
  },
} as const satisfies Record<string, Sample>;

/** Of the graph. */
export const SOCIOECONOMIC_QUERY_SAMPLES = {
  socioeconomicReport: {
    ...READ,
    document: ({ reportId }) => `{ socioeconomicReport(id: ${reportId}) { status } }`,
  },
} as const satisfies Record<string, FieldSample>;

export const SOCIOECONOMIC_MUTATION_SAMPLES = {
  recordConsent: {
    ...WRITE,
    document: ({ participantId }) => `mutation { recordConsent(input: {
      participant: { databaseId: ${participantId} }, purpose: SOCIOECONOMIC_REPORT, textVersion: "1" }) {
      __typename ... on RecordConsentPayload { replayed }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  revokeConsent: {
    ...WRITE,
    document: ({ consentId }) => `mutation { revokeConsent(input: { consentId: ${consentId} }) {
      __typename ... on RevokeConsentPayload { replayed }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  generateSocioeconomicReport: {
    ...WRITE,
    otherScopes: ['personal:read'],
    document: ({ participantId }) => `mutation { generateSocioeconomicReport(input: {
      participant: { databaseId: ${participantId} } }) {
      __typename ... on GenerateSocioeconomicReportPayload { replayed }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  updateSocioeconomicSection: {
    ...WRITE,
    document: ({ reportId }) => `mutation { updateSocioeconomicSection(input: {
      reportId: ${reportId}, section: HOME, expectedVersion: 1,
      fields: [{ key: "directions", value: { text: "Frente al parque" } }] }) {
      __typename ... on UpdateSocioeconomicSectionPayload { replayed }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  finalizeSocioeconomicReport: {
    ...WRITE,
    document: ({ reportId }) => `mutation { finalizeSocioeconomicReport(input: {
      reportId: ${reportId} }) {
      __typename ... on FinalizeSocioeconomicReportPayload { replayed }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
} as const satisfies Record<string, FieldSample>;
