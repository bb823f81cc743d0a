import { z } from 'zod';
import type { Gateway } from '../gateway/gateway.ts';

const documentSchema = z.object({
  id: z.string(),
  typeCode: z.string(),
  downloadId: z.number().nullable(),
});

const participantSchema = z.object({
  id: z.string(),
  databaseId: z.number(),
  externalPersonId: z.number(),
  name: z.string(),
  paternalSurname: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.object({ countryCode: z.string().nullable(), number: z.string().nullable() }).nullable(),
  registrationMode: z.string(),
  hasPendingMatches: z.boolean(),
  roles: z.array(z.string()),
  legalActFolio: z.string().nullable(),
  documents: z.array(documentSchema),
});

const PARTICIPANT = `id databaseId externalPersonId name paternalSurname email
  phone { countryCode number } registrationMode hasPendingMatches roles legalActFolio
  documents { id typeCode downloadId }`;

const businessSchema = z.object({
  databaseId: z.number(),
  externalId: z.number(),
  code: z.string(),
  name: z.string().nullable(),
  responsibleUser: z
    .object({
      givenName: z.string(),
      paternalSurname: z.string().nullable(),
      maternalSurname: z.string().nullable(),
      email: z.string(),
    })
    .nullable(),
  version: z.number(),
});

const BUSINESS = `databaseId externalId code name version
  responsibleUser { givenName paternalSurname maternalSurname email }`;

/** Result of a mutation, for any member of its union. */
const resultSchema = z.object({
  __typename: z.string(),
  created: z.boolean().optional(),
  replayed: z.boolean().optional(),
  deletionReceipt: z
    .object({
      id: z.string(),
      deleteMode: z.string(),
      businessDatabaseId: z.number(),
      deletedParticipantCount: z.number(),
      deletedDocumentCount: z.number(),
      businessDeleted: z.boolean(),
      digest: z.string(),
    })
    .nullish(),
  business: businessSchema.nullish(),
  participant: participantSchema.optional(),
  document: documentSchema.optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  issues: z.array(z.object({ path: z.array(z.string()), message: z.string() })).optional(),
  currentVersion: z.number().optional(),
  retryable: z.boolean().optional(),
  requiredScope: z.string().nullish(),
});
export type MutationResult = z.infer<typeof resultSchema>;

const RECEIPT = `deletionReceipt { id deleteMode businessDatabaseId deletedParticipantCount
  deletedDocumentCount businessDeleted digest }`;

const MUTATIONS = {
  upsertBusiness: `... on UpsertBusinessPayload { created replayed ${RECEIPT} business { ${BUSINESS} } }
    ... on VersionConflictError { currentVersion }`,
  resolveParticipantMatches: `... on ResolveParticipantMatchesPayload {
    replayed participant { ${PARTICIPANT} } }`,
  attachDocument: `... on AttachDocumentPayload {
    replayed participant { ${PARTICIPANT} } document { id typeCode downloadId } }`,
  completeBusiness: `... on CompleteBusinessPayload { replayed business { ${BUSINESS} } }
    ... on VersionConflictError { currentVersion }`,
};

type Mutation = keyof typeof MUTATIONS;

/** Sends a mutation over HTTP. `headers` are added to those of the caller, or replace them. */
export async function mutate(
  gateway: Gateway,
  [mutation, input]: [Mutation, object],
  headers: Record<string, string> = {},
): Promise<MutationResult> {
  const inputType = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const document = `mutation ($input: ${inputType}!) { ${mutation}(input: $input) {
    __typename ${MUTATIONS[mutation]}
    ... on UserError { code message } ... on InputValidationError { issues { path message } }
    ... on IdempotencyError { retryable } ... on NotAuthorizedError { requiredScope } } }`;
  const all = { ...gateway.service.headers, ...headers };
  const { body } = await gateway.graphql(document, { input }, all);
  const answer = z.object({ data: z.record(z.string(), resultSchema) }).safeParse(body);
  const result = answer.data?.data[mutation];
  if (result === undefined) throw new Error(`No result: ${JSON.stringify(body)}`);
  return result;
}

export type BusinessView = z.infer<typeof businessSchema> & {
  participants: z.infer<typeof participantSchema>[];
};

const viewSchema = z.object({
  data: z.object({
    business: businessSchema.extend({
      participants: z.object({ nodes: z.array(participantSchema) }),
    }),
  }),
});

/** Reads a business through GraphQL, with all participants and documents. */
export async function readBusiness(gateway: Gateway, externalId: number): Promise<BusinessView> {
  const { body } = await gateway.graphql(
    `query ($externalId: SafeInt!) { business(by: { externalId: $externalId }) { ${BUSINESS}
      participants(first: 100) { nodes { ${PARTICIPANT} } } } }`,
    { externalId },
  );
  const { business } = viewSchema.parse(body).data;
  return { ...business, participants: business.participants.nodes };
}

/** Returns the business of an upsert payload. Fails for any other payload. */
export function businessOf(result: MutationResult): z.infer<typeof businessSchema> {
  if (result.business) return result.business;
  throw new Error(`No business: ${JSON.stringify(result)}`);
}
