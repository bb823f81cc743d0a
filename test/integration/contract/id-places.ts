import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ArgumentNode,
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
import { root } from '../../support/probes/source-files.ts';
import type { Target } from './samples.ts';

const schema = buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8'));

/** Ids that name no row which has to exist, with the reason. */
export const EXTERNAL: Record<string, string> = {
  'attachDocument.downloadId': 'Of a file here, or of one that the provider stores: isExternal.',
  'upsertBusiness.externalId': 'The provider assigns it.',
  'upsertBusiness.externalPersonId': 'The provider assigns it.',
  'upsertBusinesses.externalId': 'The provider assigns it.',
  'upsertBusinesses.externalPersonId': 'The provider assigns it.',
};

const UPLOAD = 'fileName: "a.csv", mediaType: "text/csv", byteCount: 8';
const participantOf = ({ participantId }: Target): string =>
  `participant: { databaseId: ${participantId} }`;

/** Inputs with ids that the samples leave out; `id` stands in the place of that id. */
export const MORE_INPUTS: Record<string, (target: Target, id: number) => string> = {
  'createFileUpload.business': (_target, id) => `${UPLOAD}, business: { databaseId: ${id} }`,
  'createFileUpload.participant': (_target, id) => `${UPLOAD}, participant: { databaseId: ${id} }`,
  'generateSocioeconomicReport.answersOfUserId': (target, id) =>
    `${participantOf(target)}, answersOfUserId: ${id}`,
  'generateSocioeconomicReport.correctsId': (target, id) =>
    `${participantOf(target)}, correctsId: ${id}`,
  'generateSocioeconomicReport.externalPersonId': (_target, id) => `externalPersonId: ${id}`,
  'recordConsent.evidenceFileId': (target, id) =>
    `${participantOf(target)}, purpose: SOCIOECONOMIC_REPORT, textVersion: "1", evidenceFileId: ${id}`,
  'resolvePersonMatches.business': ({ personId }, id) =>
    `externalPersonId: ${personId}, business: { databaseId: ${id} }, verdict: FALSE_POSITIVE, reason: HOMONYM`,
  'screen.participant': (_target, id) => `participant: { databaseId: ${id} }`,
};

/** Filters with ids, which the samples leave out. */
export const FILTERS: Record<string, (id: number) => string> = {
  'auditEvents.userId': (id) => `auditEvents(filter: { userId: ${id} }) { totalCount }`,
  'businesses.databaseIdIn': (id) => `businesses(filter: { databaseIdIn: [${id}] }) { totalCount }`,
  'businesses.externalIdIn': (id) => `businesses(filter: { externalIdIn: [${id}] }) { totalCount }`,
  'businesses.databaseId': (id) =>
    `businesses(filter: { responsibleUser: { databaseId: ${id} } }) { totalCount }`,
  'deletionReceipts.businessDatabaseId': (id) =>
    `deletionReceipts(filter: { businessDatabaseId: ${id} }) { totalCount }`,
  'deletionReceipts.completedByUserId': (id) =>
    `deletionReceipts(filter: { completedByUserId: ${id} }) { totalCount }`,
  'files.businessDatabaseId': (id) => `files(filter: { businessDatabaseId: ${id} }) { totalCount }`,
  'participants.databaseIdIn': (id) =>
    `participants(filter: { databaseIdIn: [${id}] }) { totalCount }`,
  'participants.externalPersonIdIn': (id) =>
    `participants(filter: { externalPersonIdIn: [${id}] }) { totalCount }`,
  'screenings.participantDatabaseId': (id) =>
    `screenings(filter: { participantDatabaseId: ${id} }) { totalCount }`,
};

export type RootKind = 'query' | 'mutation';

/** Lists `field.name` of each id in the inputs of a root type, once for all members of a lookup. */
export function listIds(kind: RootKind = 'mutation'): string[] {
  const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  const ids = Object.values(type?.getFields() ?? {}).flatMap(({ name, args }) =>
    args.flatMap((argument) => idsIn(argument).map((id) => `${name}.${id}`)),
  );
  return [...new Set(ids)];
}

type Input = { name: string; type: GraphQLInputType };

function idsIn({ name, type }: Input): string[] {
  const named = getNamedType(type);
  if (named.name.endsWith('Lookup')) return [name];
  if (isInputObjectType(named))
    return (
      Object.values(named.getFields())
        // A filter in a filter has the same places again.
        .filter((field) => getNamedType(field.type) !== named)
        .flatMap(idsIn)
    );
  return isId(name, named.name) ? [name] : [];
}

function isId(name: string, type: string): boolean {
  return ['SafeInt', 'ID'].includes(type) && /(?:^id|Id)(?:In|s)?$/.test(name);
}

type Replaced = { id: string; query: string };
type ValueNode = ArgumentNode | ObjectFieldNode;

/** Returns the sample once for each of its ids, with that id replaced by another. */
export function replaceIds(
  { field, kind = 'mutation' }: { field: string; kind?: RootKind },
  document: string,
  by: number,
): Replaced[] {
  const ids = new Set(listIds(kind));
  const replaced: Replaced[] = [];
  const tree = parse(document);
  const within: string[] = [];
  const enter = (node: ValueNode): void => {
    const names = [node.name.value, within.at(-1)];
    within.push(node.name.value);
    const id = names.map((name) => `${field}.${name}`).find((name) => ids.has(name));
    if (id !== undefined && node.value.kind !== Kind.OBJECT)
      replaced.push({ id, query: replaceId(tree, node, by) });
  };
  const leave = (): void => {
    within.pop();
  };
  visit(tree, { ObjectField: { enter, leave }, Argument: { enter, leave } });
  return replaced;
}

function replaceId(tree: DocumentNode, place: ValueNode, by: number): string {
  const value = { kind: Kind.INT, value: String(by) } as const;
  const replace = (node: ValueNode) => (node === place ? { ...node, value } : undefined);
  return print(visit(tree, { ObjectField: replace, Argument: replace }));
}
