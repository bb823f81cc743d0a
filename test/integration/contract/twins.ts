import type { z } from 'zod';
import { issueAccessTokenInput } from '../../../src/resolvers/auth/inputs.ts';
import { completeBusinessInput } from '../../../src/resolvers/business/inputs.ts';
import { resolvePersonMatchesInput } from '../../../src/resolvers/matches/match-inputs.ts';
import { importAnswersInput } from '../../../src/resolvers/questionnaire/inputs.ts';
import { generateReportInput } from '../../../src/resolvers/socioeconomic/inputs.ts';
import { validateRfcInput } from '../../../src/resolvers/tax/inputs.ts';
import { lookUpInput } from '../../../src/resolvers/taxpayers/inputs.ts';
import { upsertBusinessInput } from '../../../src/resolvers/upsert/write-inputs.ts';
import type { OperationId } from '../../../src/rest-compat/route.ts';
import { BUSINESS_WORDS } from '../../../src/v4-words/business-words.ts';

/** An input that both wires take, in the words of each. */
export type Twin = {
  id: OperationId;
  schema: z.ZodType;
  /** The graph's operation, with `$input`. */
  document: string;
  input: object;
  path: string;
  body: object;
  /** v4 word to place in the input; what has none is the graph's own. */
  words: Record<string, string>;
  /** Places of the graph's own members. */
  ownOfGraph: readonly string[];
  /** `place: rule` that holds on one wire only, and why. */
  apart?: Record<string, string>;
  /** Places whose members may be left out, but not of the whole. */
  needed?: readonly string[];
  /** Whether what keeps a rule is done, besides being judged alike. */
  isDone?: boolean;
};

/** What `matterHash` says of an entry. */
const MATTER = '0f'.repeat(32);
const BUSINESS = { externalId: 500, code: 'F/500' };
export const PERSON = { externalPersonId: 501, personType: 'NATURAL_PERSON', name: 'Ana' };
export const PERSONA = { id_persona: 501, tipo_per: 'FIS', nombre: 'Ana' };
const LOOKUP_PLACES = ['business', 'business.id', 'business.externalId', 'business.code'];

function mutation(name: string): string {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return `mutation ($input: ${type}Input!) { ${name}(input: $input) {
    __typename ... on InputValidationError { issues { path message } } } }`;
}

function lookUpTwin(id: OperationId, field: string): Twin {
  return {
    id,
    schema: lookUpInput,
    document: `query ($input: LookUpRfcInput!) { ${field}(input: $input) { rfc } }`,
    input: { rfc: 'EKU9003173C9' },
    path: `/api/v4/blacklist/${field}`,
    body: { rfc: 'EKU9003173C9' },
    words: { rfc: 'rfc', nombre: 'name', tipo_per: 'personType', as_of: 'asOf' },
    ownOfGraph: [],
    needed: ['rfc'],
  };
}

export const TWINS: readonly Twin[] = [
  {
    id: 'processFiduciaryRequests',
    schema: upsertBusinessInput,
    document: mutation('upsertBusiness'),
    input: {
      ...BUSINESS,
      responsibleUser: { givenName: 'Irene', email: 'irene@example.test' },
      participants: [{ ...PERSON, matches: [{ sourceCode: 'OFAC', externalId: 'm-1' }] }],
    },
    path: '/api/v4/fiduciary/requests',
    body: {
      id_negocio: 500,
      cod_negocio: 'F/500',
      responsible_user: { name: 'Irene', email: 'irene@example.test' },
      participantes: [{ ...PERSONA, matches: [{ list: 'OFAC', match_id: 'm-1' }] }],
    },
    words: BUSINESS_WORDS,
    ownOfGraph: [
      'idempotencyKey',
      'missingParticipants',
      'missingDocuments',
      'expectedVersion',
      'acknowledge',
      'acknowledge.*',
      'participants.*.phone',
      'participants.*.personalInformation',
    ],
    apart: {
      'participants.*.personalInformation.birthOrConstitutionDate: may be blank':
        'the graph has a scalar of days',
      'missingParticipants: left out': 'the graph has the default of keeping',
      'missingDocuments: left out': 'the same',
      'participants: left out': 'v4 needs it, the graph has the default of none',
      'participants.*.requestedDocumentTypes: left out': 'the graph has the default of none',
      'participants.*.requestedDocumentTypes: null': 'v4 says none by null',
    },
    needed: ['responsibleUser.email'],
    isDone: true,
  },
  {
    id: 'resolvePersonMatches',
    schema: resolvePersonMatchesInput,
    document: mutation('resolvePersonMatches'),
    input: {
      externalPersonId: 7,
      verdict: 'FALSE_POSITIVE',
      reason: 'HOMONYM',
      matches: [{ externalId: 'm-1', sourceCode: 'OFAC', expectedMatterHash: MATTER }],
    },
    path: '/api/v4/fiduciary/person/matches/resolved',
    body: {
      id_persona: 7,
      resolution: 'FALSE_POSITIVE',
      reason: 'homonym',
      matches: [{ match_id: 'm-1', list: 'OFAC', matter_hash: MATTER }],
    },
    words: {
      id_persona: 'externalPersonId',
      business_id: 'business.databaseId',
      resolution: 'verdict',
      reason: 'reason',
      note: 'note',
      reviewer: 'reviewer',
      'reviewer.name': 'reviewer.name',
      'reviewer.email': 'reviewer.email',
      matches: 'matches',
      'matches.*': 'matches.*',
      'matches.*.match_id': 'matches.*.externalId',
      'matches.*.list': 'matches.*.sourceCode',
      'matches.*.matter_hash': 'matches.*.expectedMatterHash',
      'matches.*.resolution': 'matches.*.verdict',
      'matches.*.reason': 'matches.*.reason',
      'matches.*.note': 'matches.*.note',
      resolved_at: 'resolvedAt',
      reopen: 'reopen',
    },
    ownOfGraph: ['idempotencyKey', ...LOOKUP_PLACES],
    apart: {
      'business.id: is text': 'an ID may be written as a number',
      'business.databaseId: null': 'null names no business in v4, and no field in the graph',
      'business.databaseId: left out': 'the same',
    },
  },
  {
    id: 'validateRfc',
    schema: validateRfcInput,
    document: 'query ($input: ValidateRfcInput!) { validateRfc(input: $input) { valid } }',
    input: { rfc: 'EKU9003173C9' },
    path: '/api/v4/rfc/validate',
    body: { rfc: 'EKU9003173C9' },
    words: {
      rfc: 'rfc',
      tipo_per: 'personType',
      nombre: 'name',
      apellido_paterno: 'paternalSurname',
      apellido_materno: 'maternalSurname',
      fecha_constitucion: 'birthOrConstitutionDate',
      fecha_nacimiento: 'birthOrConstitutionDate',
      curp: 'curp',
      strict: 'strict',
    },
    ownOfGraph: [],
    apart: { 'strict: null': 'the graph has the default of not' },
    isDone: true,
  },
  lookUpTwin('lookUpSat69', 'sat69'),
  lookUpTwin('lookUpSat69b', 'sat69b'),
  {
    id: 'getAccessToken',
    schema: issueAccessTokenInput,
    document: mutation('issueAccessToken'),
    input: { email: 'nobody@example.test' },
    path: '/api/v4/auth/token',
    body: { email: 'nobody@example.test' },
    words: { email: 'email' },
    ownOfGraph: [],
  },
  {
    id: 'importAnswers',
    schema: importAnswersInput,
    document: mutation('importAnswers'),
    input: { userId: 1, templates: ['kyc'], answers: [{ question: 'q1', answer: 'a' }] },
    path: '/api/v4/quiz/answers/import/api',
    body: { user_id: 1, templates: ['kyc'], answers: [{ question: 'q1', answer: 'a' }] },
    words: {
      user_id: 'userId',
      templates: 'templates',
      'templates.*': 'templates.*',
      combined_from: 'combinedFrom',
      'combined_from.*': 'combinedFrom.*',
      answers: 'answers',
      'answers.*': 'answers.*',
      'answers.*.question': 'answers.*.question',
      'answers.*.answer': 'answers.*.answer',
    },
    ownOfGraph: ['idempotencyKey', 'dryRun'],
    apart: { 'answers: null': 'v4 says none by null (decision 15), the graph by the default' },
    isDone: true,
  },
  {
    id: 'completeBusiness',
    schema: completeBusinessInput,
    document: mutation('completeBusiness'),
    // A business of its own, which no other operation here reads.
    input: { business: { databaseId: 2 }, deleteMode: 'WITHOUT_LEGAL_ACT_FOLIO' },
    path: '/api/v4/fiduciary/2/complete',
    body: { delete_mode: '' },
    words: { delete_mode: 'deleteMode' },
    ownOfGraph: [
      ...LOOKUP_PLACES,
      'business.databaseId',
      'idempotencyKey',
      'expectedVersion',
      'acknowledge',
      'acknowledge.*',
    ],
    apart: {
      'business.id: is text': 'an ID may be written as a number',
      'deleteMode: null': 'the v4 document has no null (decision 20)',
    },
  },
  {
    id: 'generateSocioeconomicReport',
    schema: generateReportInput,
    document: mutation('generateSocioeconomicReport'),
    input: { externalPersonId: 7, sections: ['GENERAL'] },
    path: '/api/v4/socioeconomic/report',
    body: { id_persona: 7, sections: ['general'] },
    words: {
      participant_id: 'participant.databaseId',
      id_persona: 'externalPersonId',
      template: 'template',
      sections: 'sections',
      'sections.*': 'sections.*',
      answers_of_user_id: 'answersOfUserId',
      corrects: 'correctsId',
    },
    ownOfGraph: ['participant', 'participant.id', 'idempotencyKey'],
    apart: {
      'participant.databaseId: left out':
        'the graph refuses a lookup by nothing, which v4 cannot say',
      'participant.databaseId: null': 'the same',
    },
    needed: ['externalPersonId'],
  },
];

/** Operations of which no input is sent on both wires as JSON. */
export const WITHOUT_TWIN: Partial<Record<OperationId, string>> = {
  extractDocument: 'the graph names a file and a kind, v4 an id and a code of the provider',
  generateOfacReport: 'the graph screens first and asks for the report of it then',
  generatePepsReport: 'the same',
  uploadFile: 'the graph announces a file, v4 sends it',
  processFiduciaryBatch: 'each of its requests is judged by the schema of a single one',
  verifyReport: 'v4 has the report as an object, the graph as text',
};
