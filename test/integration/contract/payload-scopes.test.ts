import { randomUUID } from 'node:crypto';
import { execute, type GraphQLNamedType, getNamedType, parse } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/auth/scopes.ts';
import type { TokenIssuer } from '../../../src/auth/tokens.ts';
import { IDENTITY_CONFLICTS } from '../../../src/domain/extraction/personal/identity-conflicts.ts';
import { CONTRADICTION_KINDS } from '../../../src/domain/socioeconomic/contradictions/contradiction.ts';
import { PAYLOAD_FIELD_SCOPES, PAYLOAD_SCOPES } from '../../../src/schema/base/payload-scopes.ts';
import { schema } from '../../../src/schema/index.ts';
import { ANY_TEXT, at } from '../../support/clients/graphql.ts';
import { sendV4 } from '../../support/clients/v4.ts';
import { DECISION, FIDUCIARY_REQUEST } from '../../support/clients/v4-bodies.ts';
import { makeTemplate } from '../../support/data/factories.ts';
import { makeScreening } from '../../support/data/make-screening.ts';
import { PERSONAL } from '../../support/data/personal.ts';
import { dumpTables } from '../../support/database/tables.ts';
import { addTestUser, createTestTokens } from '../../support/gateway/callers.ts';
import { createTestContext } from '../../support/gateway/context.ts';
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
const gateway = useGateway(
  {
    WORKER: 'off',
    // One selection holds every field that the same scopes allow.
    GRAPHQL_FIELDS_MAX: '10000',
    GRAPHQL_ALIASES_MAX: '10000',
    GRAPHQL_COST_MAX: '100000000',
  },
  { hasDemoLists: true },
);
let tokens: TokenIssuer;
let participantId = 0;
let fileId = 0;
let colleagueId = 0;
let webhook = NO_WEBHOOK;
let removedId = 0;
let switchedId = 0;
let typedIn = 0;
let document = NO_DOCUMENT;
let report = NO_REPORT;
let written = NO_REPORT;
let revocable = NO_REPORT;

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
  document = await makeDocumentTarget(participantId, { db, service, send });
  const asked = async (query: string) => (await gateway.graphql(query)).body;
  webhook = await makeWebhookTarget(db, service.serviceId, asked);
  report = await makeReportTarget(participantId, asked);
  written = await makeReportTarget(participantId, asked);
  revocable = await makeReportTarget(participantId, asked);
  ({ id: typedIn } = await makeScreening(db, service.serviceId));
  await makeScreening(db, service.serviceId, { participantId });
  removedId = await addEndpoint(asked, 'https://hooks.example/c');
  switchedId = await addEndpoint(asked, 'https://hooks.example/d');
}, MAKING_MS);

/** For each mutation an input with which it may be asked again and again. */
const INPUTS: Record<MutationField, () => string> = {
  addWebhookEndpoint: () =>
    'idempotencyKey: "add", url: "https://hooks.example/a", eventTypes: [BUSINESS_UPSERTED]',
  applyExtraction: () =>
    `participant: { databaseId: ${participantId} }, extractionId: ${document.extractionId}, fields: [RFC], acknowledge: [${IDENTITY_CONFLICTS.join(', ').toUpperCase()}]`,
  attachDocument: () =>
    `participant: { databaseId: ${participantId} }, typeCode: "INE", downloadId: ${fileId}`,
  completeBusiness: () => 'business: { externalId: 123 }, deleteMode: WITH_LEGAL_ACT_FOLIO',
  completeFileUpload: () => `file: { databaseId: ${fileId} }`,
  createFileUpload: () => 'fileName: "a.csv", mediaType: "text/csv", byteCount: 8',
  createUser: () => `email: "${randomUUID()}@example.test", givenName: "Ana"`,
  deleteScreening: () => `idempotencyKey: "delete", screeningId: ${typedIn}`,
  disableUser: () => `user: { databaseId: ${colleagueId} }`,
  enableUser: () => `user: { databaseId: ${colleagueId} }`,
  // Of its own, since a disabled endpoint cannot be tested.
  disableWebhookEndpoint: () => `endpointId: ${switchedId}`,
  enableWebhookEndpoint: () => `endpointId: ${switchedId}`,
  extractDocument: () => `file: { databaseId: ${document.documentId} }, waitMs: 0`,
  // Other mutations change what is stored of the participant, which the report may contradict by then.
  finalizeSocioeconomicReport: () =>
    `idempotencyKey: "final", reportId: ${report.reportId}, acknowledge: [${CONTRADICTION_KINDS.join(', ').toUpperCase()}]`,
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
  revokeConsent: () => `consentId: ${revocable.consentId}`,
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

/** Paths of one mutation that need the same scopes, and the scopes of the mutation itself. */
type Group = {
  name: MutationField;
  own: readonly Scope[];
  needed: readonly Scope[];
  paths: PayloadPath[];
};

/** Every field of every object that the payload leads to, grouped by the scopes that it declares. */
function listGroups(name: MutationField, type: GraphQLNamedType): Group[] {
  const { scope, otherScopes = [] } = MUTATION_SAMPLES[name];
  const own = [...(scope === null ? [] : [scope]), ...otherScopes];
  const paths = listPayloadPaths(schema, type).filter(([step]) => step?.type.endsWith('Payload'));
  const lackingOf = (path: PayloadPath): Scope[] =>
    listNeededScopes(path).filter((needed) => !own.includes(needed));
  const groups = Map.groupBy(paths, (path) => lackingOf(path).join());
  return [...groups.values()].map((ofGroup) => {
    const needed = ofGroup[0] === undefined ? [] : lackingOf(ofGroup[0]);
    return { name, own, needed, paths: ofGroup };
  });
}

/** Scopes declared for the steps of a path, in alphabetical order. */
function listNeededScopes(path: PayloadPath): Scope[] {
  const scopes = path.flatMap(({ type, field }) => {
    const ofField = PAYLOAD_FIELD_SCOPES[`${type}.${field}`];
    return (ofField === undefined ? PAYLOAD_SCOPES[type] : ofField) ?? [];
  });
  return [...new Set(scopes)].toSorted();
}

function toField(name: MutationField, paths: readonly PayloadPath[]): string {
  return `${name}(input: { ${INPUTS[name]()} }) {
    ... on UserError { message } ... on NotAuthorizedError { requiredScope }
    ... on InputValidationError { issues { path message } } ${toSelection(schema, paths)} }`;
}

/** Sends the mutation over HTTP, with all paths of the group in one selection. */
async function sendGroup({ name, paths }: Group, scopes: readonly Scope[]): Promise<Reply> {
  const grant = { ...gateway.service.caller, scopes: new Set(scopes) };
  const { accessToken } = await tokens.issue(grant);
  const authorization = `Bearer ${accessToken}`;
  const { keyHeaders } = gateway.service;
  const headers = MUTATION_SAMPLES[name].isForKeys ? keyHeaders : { ...keyHeaders, authorization };
  return await gateway.graphql(`mutation { ${toField(name, paths)} }`, {}, headers);
}

const REFUSED = { __typename: 'NotAuthorizedError', message: ANY_TEXT };

/** Each scope that the group needs, with the scopes of a caller who has all but this one. */
function listLacking({ own, needed }: Group): { lacking: Scope; scopes: Scope[] }[] {
  return needed.map((lacking) => ({
    lacking,
    scopes: [...own, ...needed.filter((scope) => scope !== lacking)],
  }));
}

async function expectRefusalOfGroup(group: Group): Promise<void> {
  for (const { lacking, scopes } of listLacking(group)) {
    const { body } = await sendGroup(group, scopes);
    const requiredScope = toEnumWord(lacking);
    expect({ group, scopes, body }).toEqual({
      group,
      scopes,
      body: { data: { [group.name]: { ...REFUSED, requiredScope } } },
    });
  }
}

/** A request may hold one mutation only, so that one mutation per path is executed below HTTP. */
async function expectRefusalOfEachPath(group: Group): Promise<void> {
  const { name, paths } = group;
  const fields = paths.map((path, index) => `path${index}: ${toField(name, [path])}`);
  const mutations = parse(`mutation { ${fields.join(' ')} }`);
  const { service, db } = gateway;
  for (const { lacking, scopes } of listLacking(group)) {
    const caller = { ...service.caller, scopes: new Set(scopes) };
    const contextValue = await createTestContext(db, { ...service, caller });
    const result = await execute({ schema, document: mutations, contextValue });
    const requiredScope = toEnumWord(lacking);
    const refusals = paths.map((_, index): [string, object] => [
      `path${index}`,
      { ...REFUSED, requiredScope },
    ]);
    expect(JSON.parse(JSON.stringify(result))).toEqual({ data: Object.fromEntries(refusals) });
  }
}

async function expectPayload(group: Group): Promise<void> {
  const { body } = await sendGroup(group, [...group.own, ...group.needed]);
  const outcome = at(body, 'data', group.name);
  const errors = at(body, 'errors');
  const typename = at(outcome, '__typename');
  const requiredScope = at(outcome, 'requiredScope');
  expect({ group, errors, typename, requiredScope }).toEqual({
    group,
    errors: undefined,
    typename: `${group.name.charAt(0).toUpperCase()}${group.name.slice(1)}Payload`,
    requiredScope: undefined,
  });
}

function toEnumWord(scope: Scope): string {
  return scope.toUpperCase().replace(':', '_');
}

describe('what a mutation answers', () => {
  it('is looked at for every mutation', () => {
    const names = Object.keys(schema.getMutationType()?.getFields() ?? {});
    expect(names.toSorted()).toEqual(Object.keys(INPUTS).toSorted());
  });

  it.each(MUTATIONS)(
    'by $name is either read with the scopes the caller has, or refused before anything is written',
    async ({ name, type }) => {
      const groups = listGroups(name, type);
      const before = await dumpTables(gateway.db);
      for (const group of groups) {
        await expectRefusalOfGroup(group);
        await expectRefusalOfEachPath(group);
      }
      expect(await dumpTables(gateway.db)).toEqual(before);
      for (const group of groups) await expectPayload(group);
    },
  );
});
