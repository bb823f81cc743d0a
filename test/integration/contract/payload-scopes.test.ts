import { randomUUID } from 'node:crypto';
import { getNamedType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { isScope, type Scope } from '../../../src/auth/scopes.ts';
import type { TokenIssuer } from '../../../src/auth/tokens.ts';
import { schema } from '../../../src/schema/index.ts';
import { ANY_TEXT, at } from '../../support/clients/graphql.ts';
import { sendV4 } from '../../support/clients/v4.ts';
import { DECISION, FIDUCIARY_REQUEST } from '../../support/clients/v4-bodies.ts';
import { addDemoLists } from '../../support/data/demo-lists.ts';
import { makeTemplate } from '../../support/data/factories.ts';
import { makeScreening } from '../../support/data/make-screening.ts';
import { PERSONAL } from '../../support/data/personal.ts';
import { dumpTables } from '../../support/database/tables.ts';
import { addTestUser, createTestTokens } from '../../support/gateway/callers.ts';
import { type Reply, useGateway } from '../../support/gateway/gateway.ts';
import {
  listPayloadPaths,
  type PayloadPath,
  toSelection,
} from '../../support/probes/payload-paths.ts';
import { makeDocumentTarget, NO_DOCUMENT } from './document-target.ts';
import { makeFileTarget } from './file-target.ts';
import { MUTATION_SAMPLES, type MutationField } from './samples.ts';
import { makeReportTarget, NO_REPORT } from './socioeconomic-target.ts';
import { addEndpoint, makeWebhookTarget, NO_WEBHOOK } from './webhook-target.ts';

// What is read too slowly here is queued, and would change rows in the middle of a test.
const gateway = useGateway({ WORKER: 'off' });
let tokens: TokenIssuer;
let participantId = 0;
let fileId = 0;
let colleagueId = 0;
let webhook = NO_WEBHOOK;
let removedId = 0;
let typedIn = 0;
let document = NO_DOCUMENT;
let report = NO_REPORT;
let written = NO_REPORT;

/** A dozen requests, one of which reads a document, on a machine that may do other things besides. */
const MAKING_MS = 120_000;

/** A business of which there is everything that an answer may hold. */
beforeAll(async () => {
  const { db, service } = gateway;
  tokens = await createTestTokens(db);
  colleagueId = (await addTestUser(db, service.serviceId)).userId;
  await makeTemplate(db, service.serviceId, { key: 'kyc', questions: ['q1'] });
  const [person] = FIDUCIARY_REQUEST.participantes;
  const responsible_user = { name: 'Eva', first_last_name: 'Rey', second_last_name: '', email: '' };
  const body = {
    ...FIDUCIARY_REQUEST,
    responsible_user: { ...responsible_user, email: 'eva@example.test' },
    participantes: [{ ...person, ...PERSONAL }],
  };
  const { text } = await sendV4(gateway, '/api/v4/fiduciary/requests', {
    body: JSON.stringify(body),
  });
  participantId = Number(at(JSON.parse(text), 'data', 'business', 'participantes', 0, 'id'));
  const resolved = '/api/v4/fiduciary/person/matches/resolved';
  await sendV4(gateway, resolved, { body: JSON.stringify(DECISION) });
  const send = async (method: string, path: string, one: object) =>
    (await gateway.request(method, path, { body: one })).body;
  ({ fileId } = await makeFileTarget(participantId, send));
  document = await makeDocumentTarget(participantId, send);
  const asked = async (query: string) => (await gateway.graphql(query)).body;
  webhook = await makeWebhookTarget(db, service.serviceId, asked);
  report = await makeReportTarget(participantId, asked);
  written = await makeReportTarget(participantId, asked);
  await addDemoLists(gateway.databaseUrl);
  ({ id: typedIn } = await makeScreening(db, service.serviceId));
  await makeScreening(db, service.serviceId, { participantId });
  removedId = await addEndpoint(asked, 'https://hooks.example/c');
}, MAKING_MS);

/** For each mutation an input with which it may be asked again and again. */
const INPUTS: Record<MutationField, () => string> = {
  addWebhookEndpoint: () =>
    'idempotencyKey: "add", url: "https://hooks.example/a", eventTypes: [BUSINESS_UPSERTED]',
  applyExtraction: () =>
    `participant: { databaseId: ${participantId} }, extractionId: ${document.extractionId}, fields: [RFC]`,
  attachDocument: () =>
    `participant: { databaseId: ${participantId} }, typeCode: "INE", downloadId: ${fileId}`,
  completeBusiness: () => 'business: { externalId: 123 }, deleteMode: WITH_LEGAL_ACT_FOLIO',
  completeFileUpload: () => `file: { databaseId: ${fileId} }`,
  createFileUpload: () => 'fileName: "a.csv", mediaType: "text/csv", byteCount: 8',
  createUser: () => `email: "${randomUUID()}@example.test", givenName: "Ana"`,
  deleteScreening: () => `idempotencyKey: "delete", screeningId: ${typedIn}`,
  disableUser: () => `user: { databaseId: ${colleagueId} }`,
  enableUser: () => `user: { databaseId: ${colleagueId} }`,
  disableWebhookEndpoint: () => `endpointId: ${webhook.endpointId}`,
  enableWebhookEndpoint: () => `endpointId: ${webhook.endpointId}`,
  extractDocument: () => `file: { databaseId: ${document.documentId} }`,
  finalizeSocioeconomicReport: () => `idempotencyKey: "final", reportId: ${report.reportId}`,
  generateSocioeconomicReport: () =>
    `idempotencyKey: "draft", participant: { databaseId: ${participantId} }`,
  importAnswers: () =>
    `userId: ${gateway.service.userId}, templates: ["kyc"], answers: [{ question: "q1", answer: "x" }]`,
  issueAccessToken: () => `email: "${gateway.service.email}"`,
  recordConsent: () =>
    `participant: { databaseId: ${participantId} }, purpose: SOCIOECONOMIC_REPORT, textVersion: "1"`,
  redeliverWebhook: () => `deliveryId: ${webhook.deliveryId}`,
  removeWebhookEndpoint: () => `idempotencyKey: "remove", endpointId: ${removedId}`,
  resolveParticipantMatches: () => `participant: { databaseId: ${participantId} }, ${VERDICT}`,
  resolvePersonMatches: () => `externalPersonId: 55, ${VERDICT}`,
  // The draft was made by one that it was given before.
  revokeConsent: () => `consentId: ${report.consentId}`,
  updateScreeningSettings: () => 'fourEyes: false',
  updateSocioeconomicSection: () =>
    `idempotencyKey: "write", reportId: ${written.reportId}, section: HOME, expectedVersion: 1`,
  updateUser: () => `user: { databaseId: ${colleagueId} }, givenName: "Eva"`,
  rotateWebhookSecret: () => `endpointId: ${webhook.endpointId}`,
  screen: () => `participant: { databaseId: ${participantId} }`,
  testWebhookEndpoint: () => `endpointId: ${webhook.endpointId}`,
  upsertBusiness: () => 'externalId: 123, code: "F/1234"',
  upsertBusinesses: () => 'businesses: [{ externalId: 123, code: "F/1234" }]',
  upsertQuestionnaireTemplate: () =>
    'key: "nuevo", title: "Nuevo", questions: [{ key: "q1", text: "?" }]',
};
const VERDICT = 'verdict: FALSE_POSITIVE, reason: HOMONYM';

function isMutation(name: string): name is MutationField {
  return name in INPUTS;
}
const MUTATIONS = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(
  ({ name, type }) => (isMutation(name) ? [{ name, type: getNamedType(type) }] : []),
);

type Asked = { name: MutationField; path: PayloadPath; scopes: readonly Scope[] };

async function ask({ name, path, scopes }: Asked): Promise<Reply> {
  const { accessToken } = await tokens.issue({
    ...gateway.service.caller,
    scopes: new Set(scopes),
  });
  const query = `mutation { ${name}(input: { ${INPUTS[name]()} }) { __typename
    ... on UserError { message } ... on NotAuthorizedError { requiredScope }
    ... on InputValidationError { issues { path message } } ${toSelection(schema, path)} } }`;
  const authorization = `Bearer ${accessToken}`;
  return await gateway.graphql(query, {}, { ...gateway.service.headers, authorization });
}

/** The scope that the answer says is lacking; undefined for one that answers all that was selected. */
function lackingScope({ body }: Reply, { name, path }: Asked): Scope | undefined {
  const outcome = at(body, 'data', name);
  const told = at(outcome, 'requiredScope');
  if (typeof told === 'string') {
    const scope = told.toLowerCase().replace('_', ':');
    if (isScope(scope)) return scope;
  }
  const payload = `${name.charAt(0).toUpperCase()}${name.slice(1)}Payload`;
  const answer = { path, errors: at(body, 'errors'), typename: at(outcome, '__typename') };
  expect(answer).toEqual({ path, errors: undefined, typename: payload });
  return undefined;
}

/** Asks with the mutation's own scopes, then with each more that is told to be lacking; answers what was refused. */
async function askUntilAnswered(name: MutationField, path: PayloadPath): Promise<Asked[]> {
  const { scope, otherScopes = [] } = MUTATION_SAMPLES[name];
  const refused: Asked[] = [];
  let scopes: Scope[] = [...(scope === null ? [] : [scope]), ...otherScopes];
  for (;;) {
    const asked = { name, path, scopes };
    const lacking = lackingScope(await ask(asked), asked);
    if (lacking === undefined) return refused;
    expect(scopes).not.toContain(lacking);
    refused.push(asked);
    scopes = [...scopes, lacking];
  }
}

describe('what a mutation answers', () => {
  it('is looked at for every mutation', () => {
    const names = Object.keys(schema.getMutationType()?.getFields() ?? {});
    expect(names.toSorted()).toEqual(Object.keys(INPUTS).toSorted());
  });

  it.each(MUTATIONS)(
    'by $name is either read with the scopes the caller has, or refused before anything is written',
    async ({ name, type }) => {
      const refused: Asked[] = [];
      for (const path of listPayloadPaths(schema, type))
        if (path[0]?.type.endsWith('Payload'))
          refused.push(...(await askUntilAnswered(name, path)));
      const before = await dumpTables(gateway.db);
      for (const asked of refused)
        expect({ asked, lacking: lackingScope(await ask(asked), asked) }).toEqual({
          asked,
          lacking: ANY_TEXT,
        });
      expect(await dumpTables(gateway.db)).toEqual(before);
    },
    // Every field of every object that the answer leads to is asked for by itself.
    60_000,
  );
});
