import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  type DocumentNode,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  Kind,
  type ObjectFieldNode,
  parse,
  print,
  visit,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { root } from '../../support/probes/source-files.ts';
import { makeTargetOf } from './make-target.ts';
import { MUTATION_SAMPLES, type Target } from './samples.ts';

const gateway = useGateway({}, { isServicePerTest: true });
const NOBODY = 999_999;
const schema = buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8'));

/** Ids that name no row which has to exist, with what is said of them. */
const EXTERNAL: Record<string, string> = {
  'attachDocument.downloadId': 'Of a file here, or of one that the provider stores: isExternal.',
  'upsertBusiness.externalId': 'The provider assigns it.',
  'upsertBusiness.externalPersonId': 'The provider assigns it.',
  'upsertBusinesses.externalId': 'The provider assigns it.',
  'upsertBusinesses.externalPersonId': 'The provider assigns it.',
};

/** Ids that the payload names as unknown, for each thing that was asked. */
const TOLD: Record<string, RegExp> = { 'importAnswers.userId': /UNKNOWN_USER/ };

const UPLOAD = 'fileName: "a.csv", mediaType: "text/csv", byteCount: 8';
const participantOf = ({ participantId }: Target): string =>
  `participant: { databaseId: ${participantId} }`;

/** Inputs with ids that the samples leave out. */
const MORE: Record<string, (target: Target) => string> = {
  'createFileUpload.business': () => `${UPLOAD}, business: { databaseId: ${NOBODY} }`,
  'createFileUpload.participant': () => `${UPLOAD}, participant: { databaseId: ${NOBODY} }`,
  'generateSocioeconomicReport.answersOfUserId': (target) =>
    `${participantOf(target)}, answersOfUserId: ${NOBODY}`,
  'generateSocioeconomicReport.correctsId': (target) =>
    `${participantOf(target)}, correctsId: ${NOBODY}`,
  'generateSocioeconomicReport.externalPersonId': () => `externalPersonId: ${NOBODY}`,
  'recordConsent.evidenceFileId': (target) =>
    `${participantOf(target)}, purpose: SOCIOECONOMIC_REPORT, textVersion: "1", evidenceFileId: ${NOBODY}`,
  'resolvePersonMatches.business': ({ personId }) =>
    `externalPersonId: ${personId}, business: { databaseId: ${NOBODY} }, verdict: FALSE_POSITIVE, reason: HOMONYM`,
  'screen.participant': () => `participant: { databaseId: ${NOBODY} }`,
};

/** `mutation.field` of each id in an input, once for all members of a lookup. */
function listIds(): string[] {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  const ids = fields.flatMap(({ name, args }) =>
    args.flatMap(({ type }) => idsOf(type).map((id) => `${name}.${id}`)),
  );
  return [...new Set(ids)];
}

function idsOf(type: GraphQLInputType): string[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (inner.name.endsWith('Lookup')) return [field.name];
    if (isInputObjectType(inner)) return idsOf(inner);
    return isId(field.name, inner.name) ? [field.name] : [];
  });
}

function isId(name: string, type: string): boolean {
  return ['SafeInt', 'ID'].includes(type) && /(?:^id|Id)(?:In|s)?$/.test(name);
}

/** A consent, without which a report is refused whatever it names. */
const NEEDS = { needsReport: true };

type Asked = { id: string; query: string };

/** The sample once for each of its ids, with that id replaced by one that nobody has. */
function replaceIds(mutation: string, document: string): Asked[] {
  const ids = new Set(listIds());
  const asked: Asked[] = [];
  const tree = parse(document);
  const within: string[] = [];
  visit(tree, {
    ObjectField: {
      enter: (node) => {
        const names = [node.name.value, within.at(-1)];
        within.push(node.name.value);
        const id = names.map((name) => `${mutation}.${name}`).find((one) => ids.has(one));
        if (id === undefined || node.value.kind === Kind.OBJECT || EXTERNAL[id] !== undefined)
          return;
        asked.push({ id, query: replaceId(tree, node) });
      },
      leave: () => {
        within.pop();
      },
    },
  });
  return asked;
}

function replaceId(tree: DocumentNode, field: ObjectFieldNode): string {
  const value = { kind: Kind.INT, value: String(NOBODY) } as const;
  const replace = (node: ObjectFieldNode) => (node === field ? { ...node, value } : undefined);
  return print(visit(tree, { ObjectField: replace }));
}

async function typeOf(mutation: string, query: string): Promise<string> {
  const { body } = await gateway.graphql(query);
  const type = at(body, 'data', mutation, '__typename');
  return typeof type === 'string' ? type : JSON.stringify(body);
}

describe('an id in an input that nobody has', () => {
  it.each(Object.entries(MUTATION_SAMPLES))(
    'is refused by %s, wherever it stands',
    async (mutation, sample) => {
      const target = await makeTargetOf(gateway, sample);
      for (const { id, query } of replaceIds(mutation, sample.document(target))) {
        if (TOLD[id] !== undefined) continue;
        expect(`${id}: ${await typeOf(mutation, query)}`).toMatch(/Error$/);
      }
    },
  );

  it.each(Object.entries(MORE))('is refused in %s', async (id, document) => {
    const mutation = id.split('.')[0] ?? '';
    const target = await makeTargetOf(gateway, NEEDS);
    const query = `mutation { ${mutation}(input: { ${document(target)} }) { __typename } }`;
    expect(await typeOf(mutation, query)).toMatch(/Error$/);
  });

  it('is named in the payload of importAnswers', async () => {
    const { body } = await gateway.graphql(`mutation { importAnswers(input: { userId: ${NOBODY},
      templates: ["kyc"] }) { ... on ImportAnswersPayload { templates { failed { reason } } } } }`);
    expect(JSON.stringify(body)).toMatch(TOLD['importAnswers.userId'] ?? '');
  });

  it('is looked at in every input, or told as an id of the provider', async () => {
    const target = await makeTargetOf(gateway, {});
    const samples = Object.entries(MUTATION_SAMPLES).flatMap(([mutation, { document }]) =>
      replaceIds(mutation, document(target)).map(({ id }) => id),
    );
    const known = new Set([...samples, ...Object.keys(MORE), ...Object.keys(EXTERNAL)]);
    const left = listIds().filter((id) => !known.has(id));
    expect(left).toEqual([]);
  });
});
