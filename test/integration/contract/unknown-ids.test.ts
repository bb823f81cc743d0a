import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  Kind,
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
  'upsertBusiness.sourceCode.externalId': 'The provider assigns it.',
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
  visit(tree, {
    ObjectField: (node, _key, _parent, _path, ancestors) => {
      const within = ancestors.findLast((one) => 'kind' in one && one.kind === Kind.OBJECT_FIELD);
      const lookup = within !== undefined && 'name' in within ? within.name?.value : undefined;
      const id = [node.name.value, lookup]
        .map((name) => `${mutation}.${name}`)
        .find((one) => ids.has(one));
      if (id === undefined || node.value.kind === Kind.OBJECT || EXTERNAL[id] !== undefined) return;
      const value = { kind: Kind.INT, value: String(NOBODY) } as const;
      const query = print(
        visit(tree, {
          ObjectField: (other) => (other === node ? { ...other, value } : undefined),
        }),
      );
      asked.push({ id, query });
    },
  });
  return asked;
}

async function typeOf(mutation: string, query: string): Promise<string> {
  const { body } = await gateway.graphql(query);
  const data = at(body, 'data', mutation);
  return String(at(data, '__typename') ?? JSON.stringify(body));
}

describe('an id in an input that nobody has', () => {
  const exercised = new Set<string>();

  it.each(Object.entries(MUTATION_SAMPLES))(
    'is refused by %s, wherever it stands',
    async (mutation, sample) => {
      const target = await makeTargetOf(gateway, sample);
      for (const { id, query } of replaceIds(mutation, sample.document(target))) {
        exercised.add(id);
        if (TOLD[id] !== undefined) continue;
        expect({ [id]: await typeOf(mutation, query) }).toEqual({
          [id]: expect.stringMatching(/Error$/),
        });
      }
    },
  );

  it.each(Object.entries(MORE))('is refused in %s', async (id, document) => {
    const mutation = id.split('.')[0] ?? '';
    const target = await makeTargetOf(gateway, NEEDS);
    const query = `mutation { ${mutation}(input: { ${document(target)} }) { __typename } }`;
    expect(await typeOf(mutation, query)).toMatch(/Error$/);
    exercised.add(id);
  });

  it('is named in the payload of importAnswers', async () => {
    const { body } = await gateway.graphql(`mutation { importAnswers(input: { userId: ${NOBODY},
      templates: ["kyc"] }) { ... on ImportAnswersPayload { templates { failed { reason } } } } }`);
    expect(JSON.stringify(body)).toMatch(TOLD['importAnswers.userId'] ?? '');
  });

  it('is looked at in every input, or told as an id of the provider', () => {
    const left = listIds().filter((id) => !exercised.has(id) && EXTERNAL[id] === undefined);
    expect(left).toEqual([]);
  });
});
