import type { Scope } from '../../../src/auth/scopes.ts';
import type { AuditAction } from '../../../src/domain/events/audit-event.ts';
import { encodeGlobalId } from '../../../src/domain/shared/global-id.ts';
import type { OperationId } from '../../../src/rest-compat/route.ts';
import { DESK_MUTATION_SAMPLES, DESK_QUERY_SAMPLES } from './desk-samples.ts';
import {
  EXTRACTION_MUTATION_SAMPLES,
  EXTRACTION_QUERY_SAMPLES,
  EXTRACTION_REST_SAMPLES,
} from './extraction-samples.ts';
import { FILE_MUTATION_SAMPLES, FILE_QUERY_SAMPLES, FILE_REST_SAMPLES } from './file-samples.ts';
import { LIST_QUERY_SAMPLES, LIST_REST_SAMPLES } from './list-samples.ts';
import {
  QUESTIONNAIRE_MUTATION_SAMPLES,
  QUESTIONNAIRE_QUERY_SAMPLES,
} from './questionnaire-samples.ts';
import { RECORD_QUERY_SAMPLES } from './record-samples.ts';
import { SOCIOECONOMIC_REST_SAMPLES } from './socioeconomic-samples.ts';
import type { Target } from './target.ts';
import { TAX_QUERY_SAMPLES, TAX_REST_SAMPLES } from './tax-samples.ts';
import { ISSUE, USER_MUTATION_SAMPLES, USER_QUERY_SAMPLES } from './user-samples.ts';

export type { Target } from './target.ts';

/** A request that its own service's caller with every scope is answered. */
export type Sample = {
  /** The scope without which it is refused; null where none is needed. */
  scope: Scope | null;
  /** What it needs besides. */
  otherScopes?: readonly Scope[];
  /** True when it is asked with an API key alone: a token that comes along is refused. */
  isForKeys: boolean;
  /** Audit action of each request that is forbidden. */
  refusalAction?: AuditAction;
  /** Whether it is about the file of its target. */
  needsFile?: boolean;
  /** Whether it is about the document of its target. */
  needsDocument?: boolean;
  /** Whether it is about the consent or the report of its target. */
  needsReport?: boolean;
  /** Whether it is about the webhook of its target. */
  needsWebhook?: boolean;
  /** Whether its path lets in, whatever the headers. */
  isForLinks?: boolean;
  request: (target: Target) => { method: string; path: string; body?: object | string };
};

/** One for each operation of the v4 interface. */
export const REST_SAMPLES: Record<OperationId, Sample> = {
  getAccessToken: {
    ...ISSUE,
    request: ({ email }) => ({ method: 'POST', path: '/api/v4/auth/token', body: { email } }),
  },
  importAnswers: {
    scope: 'answers:import',
    isForKeys: false,
    request: ({ userId }) => ({
      method: 'POST',
      path: '/api/v4/quiz/answers/import/api',
      body: { user_id: userId, templates: ['kyc'], answers: [{ question: 'q1', answer: 'uno' }] },
    }),
  },
  getBusinessDetail: {
    scope: 'business:read',
    isForKeys: false,
    request: ({ businessId }) => ({
      method: 'GET',
      path: `/api/v4/business/detail?id=${businessId}`,
    }),
  },
  completeBusiness: {
    scope: 'business:complete',
    isForKeys: false,
    request: ({ businessId }) => ({
      method: 'POST',
      path: `/api/v4/fiduciary/${businessId}/complete`,
      body: { delete_mode: 'all' },
    }),
  },
  getParticipantDetail: {
    scope: 'business:read',
    isForKeys: false,
    request: ({ participantId }) => ({
      method: 'GET',
      path: `/api/v4/fiduciary/participant/detail?id=${participantId}`,
    }),
  },
  resolvePersonMatches: {
    scope: 'business:write',
    otherScopes: ['business:read'],
    isForKeys: false,
    request: ({ personId }) => ({
      method: 'POST',
      path: '/api/v4/fiduciary/person/matches/resolved',
      body: { id_persona: personId, resolution: 'FALSE_POSITIVE', reason: 'homonym' },
    }),
  },
  processFiduciaryRequests: {
    scope: 'business:write',
    otherScopes: ['business:read'],
    isForKeys: false,
    request: () => ({
      method: 'POST',
      path: '/api/v4/fiduciary/requests',
      body: {
        id_negocio: 44,
        cod_negocio: 'F/44',
        participantes: [{ id_persona: 45, tipo_per: 'FIS', nombre: 'Ana' }],
      },
    }),
  },
  processFiduciaryBatch: {
    scope: 'business:write',
    isForKeys: false,
    request: () => ({
      method: 'POST',
      path: '/api/v4/fiduciary/requests/batch',
      body: { requests: [{ id_negocio: 46, cod_negocio: 'F/46', participantes: [] }] },
    }),
  },
  ...TAX_REST_SAMPLES,
  ...LIST_REST_SAMPLES,
  ...FILE_REST_SAMPLES,
  ...EXTRACTION_REST_SAMPLES,
  ...SOCIOECONOMIC_REST_SAMPLES,
};

/** The fields of the graph's root types; a test holds this list to the schema. */
export type QueryField =
  | keyof typeof RECORD_QUERY_SAMPLES
  | keyof typeof LIST_QUERY_SAMPLES
  | 'business'
  | 'businesses'
  | 'completionPreview'
  | 'deletionReceipt'
  | keyof typeof EXTRACTION_QUERY_SAMPLES
  | 'file'
  | 'node'
  | 'nodes'
  | 'participant'
  | 'participants'
  | keyof typeof QUESTIONNAIRE_QUERY_SAMPLES
  | keyof typeof TAX_QUERY_SAMPLES
  | keyof typeof USER_QUERY_SAMPLES
  | 'viewer'
  | keyof typeof DESK_QUERY_SAMPLES;
export type MutationField =
  | keyof typeof EXTRACTION_MUTATION_SAMPLES
  | 'attachDocument'
  | 'completeBusiness'
  | 'completeFileUpload'
  | 'createFileUpload'
  | 'importAnswers'
  | 'issueAccessToken'
  | 'resolveParticipantMatches'
  | 'resolvePersonMatches'
  | keyof typeof USER_MUTATION_SAMPLES
  | 'upsertBusiness'
  | 'upsertBusinesses'
  | 'upsertQuestionnaireTemplate'
  | keyof typeof DESK_MUTATION_SAMPLES;
export type SubscriptionField = 'businessEvents';

export type FieldSample = Omit<Sample, 'request'> & { document: (target: Target) => string };

const READ = { scope: 'business:read', isForKeys: false } as const;
const WRITE = { scope: 'business:write', isForKeys: false } as const;

export const QUERY_SAMPLES: Record<QueryField, FieldSample> = {
  viewer: { scope: null, isForKeys: false, document: () => '{ viewer { service } }' },
  node: {
    ...READ,
    document: ({ businessId }) =>
      `{ node(id: "${encodeGlobalId('Business', businessId)}") { id } }`,
  },
  nodes: {
    ...READ,
    document: ({ participantId }) =>
      `{ nodes(ids: ["${encodeGlobalId('Participant', participantId)}"]) { id } }`,
  },
  business: {
    ...READ,
    document: ({ businessId }) => `{ business(by: { databaseId: ${businessId} }) { code } }`,
  },
  businesses: { ...READ, document: () => '{ businesses { totalCount nodes { code } } }' },
  completionPreview: {
    ...READ,
    document: ({ businessId }) =>
      `{ completionPreview(business: { databaseId: ${businessId} }) { version } }`,
  },
  deletionReceipt: {
    ...READ,
    document: ({ receiptId }) =>
      `{ deletionReceipt(id: "${encodeGlobalId('DeletionReceipt', receiptId)}") { digest } }`,
  },
  ...FILE_QUERY_SAMPLES,
  ...EXTRACTION_QUERY_SAMPLES,
  ...USER_QUERY_SAMPLES,
  ...RECORD_QUERY_SAMPLES,
  ...DESK_QUERY_SAMPLES,
  participant: {
    ...READ,
    document: ({ participantId }) =>
      `{ participant(by: { databaseId: ${participantId} }) { name } }`,
  },
  ...QUESTIONNAIRE_QUERY_SAMPLES,
  ...TAX_QUERY_SAMPLES,
  ...LIST_QUERY_SAMPLES,
};

export const MUTATION_SAMPLES: Record<MutationField, FieldSample> = {
  issueAccessToken: {
    ...ISSUE,
    document: ({ email }) => `mutation { issueAccessToken(input: { email: "${email}" }) {
      __typename ... on IssueAccessTokenPayload { accessToken }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  ...QUESTIONNAIRE_MUTATION_SAMPLES,
  upsertBusiness: {
    ...WRITE,
    document: () => `mutation { upsertBusiness(input: { externalId: 42, code: "F/42",
      participants: [{ externalPersonId: 43, personType: NATURAL_PERSON, name: "Ana" }] }) {
      __typename ... on UpsertBusinessPayload { created }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  upsertBusinesses: {
    ...WRITE,
    document: () => `mutation { upsertBusinesses(input: { businesses: [{ externalId: 47,
      code: "F/47" }] }) { __typename
      ... on UpsertBusinessesPayload { outcomes { ... on UpsertedBusiness { created } } }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  resolveParticipantMatches: {
    ...WRITE,
    document: ({ participantId }) => `mutation { resolveParticipantMatches(input: {
      participant: { databaseId: ${participantId} } }) {
      __typename ... on ResolveParticipantMatchesPayload { resolvedCount }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  resolvePersonMatches: {
    ...WRITE,
    document: ({ personId }) => `mutation { resolvePersonMatches(input: {
      externalPersonId: ${personId}, verdict: FALSE_POSITIVE, reason: HOMONYM }) {
      __typename ... on ResolvePersonMatchesPayload { resolvedCount }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  ...FILE_MUTATION_SAMPLES,
  ...EXTRACTION_MUTATION_SAMPLES,
  ...USER_MUTATION_SAMPLES,
  ...DESK_MUTATION_SAMPLES,
  completeBusiness: {
    scope: 'business:complete',
    isForKeys: false,
    document: ({ businessId }) => `mutation { completeBusiness(input: {
      business: { databaseId: ${businessId} }, deleteMode: ALL }) {
      __typename ... on CompleteBusinessPayload { receipt { id } }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
};

export const SUBSCRIPTION_SAMPLES: Record<SubscriptionField, FieldSample> = {
  businessEvents: {
    ...READ,
    document: ({ businessId }) =>
      `subscription { businessEvents(business: { databaseId: ${businessId} }) { id } }`,
  },
};

/** Every sample by a name for titles, the graph's as requests too. */
export function listSamples(): [name: string, sample: Sample][] {
  const rest = Object.entries(REST_SAMPLES).map(([name, one]): [string, Sample] => [
    `v4 ${name}`,
    one,
  ]);
  const fields = [
    ...Object.entries(QUERY_SAMPLES).map(([name, one]) => ({ name: `Query.${name}`, one })),
    ...Object.entries(MUTATION_SAMPLES).map(([name, one]) => ({ name: `Mutation.${name}`, one })),
    ...Object.entries(SUBSCRIPTION_SAMPLES).map(([name, one]) => ({
      name: `Subscription.${name}`,
      one,
    })),
  ];
  const graph = fields.map(({ name, one: { document, ...rules } }): [string, Sample] => [
    name,
    {
      ...rules,
      request: (target) => ({
        method: 'POST',
        path: '/graphql',
        body: { query: document(target) },
      }),
    },
  ]);
  return [...rest, ...graph];
}
