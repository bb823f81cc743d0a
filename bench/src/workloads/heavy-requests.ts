import { graphqlRequest } from '../contender.ts';
import type { Headers } from '../gateway.ts';
import type { HttpClient } from '../http-client.ts';
import type { LoadRequest } from '../load/load.ts';
import { BUSINESS_DETAIL, BUSINESS_LIST, UPSERT_BUSINESS } from '../operations.ts';
import { completeRequest } from './complete.ts';
import { importRequest } from './import-answers.ts';
import { restDetailRequest } from './reads.ts';

/** Large but permitted operation, done once per round. `prepare` runs before and is not measured. */
export type Heavy = {
  name: string;
  prepare?: (turn: number) => Promise<unknown>;
  run: (turn: number) => Promise<unknown>;
};

export type Asking = {
  http: HttpClient;
  headers: Headers;
  /** The business of the first, or of the second, size, of which there is one for each turn. */
  businessOf: (size: 'of 1,000' | 'of 4,000', turn: number) => number;
};

/** Large reads and changes of businesses, participants and answers. */
export function heavyRequests({ http, headers, businessOf }: Asking): Heavy[] {
  const send = (make: (turn: number) => LoadRequest): Heavy['run'] => {
    return async (turn) => await http.send(make(turn));
  };
  return [
    {
      name: 'page of 1,000 participants',
      run: send((turn) => pageOf(businessOf('of 1,000', turn), headers)),
    },
    {
      name: 'v4 detail of 1,000',
      run: send((turn) => restDetailRequest(businessOf('of 1,000', turn), headers)),
    },
    {
      name: 'v4 detail of 4,000',
      run: send((turn) => restDetailRequest(businessOf('of 4,000', turn), headers)),
    },
    {
      name: 'list of 100 businesses',
      run: send(() => graphqlRequest(BUSINESS_LIST, { first: 100 }, headers)),
    },
    {
      name: 'importAnswers of 5,000',
      run: send((turn) => importRequest({ user: 1, count: 5000, turn }, headers)),
    },
    ...heavyUpserts(send, headers),
    {
      name: 'completeBusiness of 1,000',
      run: send((turn) => completeRequest(businessOf('of 1,000', turn), headers)),
    },
    {
      name: 'completeBusiness of 4,000',
      run: send((turn) => completeRequest(businessOf('of 4,000', turn), headers)),
    },
  ];
}

function heavyUpserts(
  send: (make: (turn: number) => LoadRequest) => Heavy['run'],
  headers: Headers,
): Heavy[] {
  return [
    {
      name: 'upsertBusiness of 1,000 participants',
      run: send((turn) => upsertOf(1000, turn, headers)),
    },
    {
      name: 'upsertBusiness of 5,000',
      run: send((turn) => upsertOf(5000, APART + turn, headers)),
    },
    {
      name: 'v4 requests of 5,000',
      run: send((turn) => fiduciaryRequestOf(5000, 2 * APART + turn, headers)),
    },
    {
      name: 'upsertBusinesses: 100 of 50',
      run: send((turn) => upsertsOf(50, 3 * APART + turn, headers)),
    },
  ];
}

function pageOf(databaseId: number, headers: Headers): LoadRequest {
  const document = BUSINESS_DETAIL.replace('participants(first: 20)', 'participants(first: 1000)');
  return graphqlRequest(document, { databaseId }, headers);
}

const NEW_ID = 70_000_000;

/** So far apart are the numbers of what other operations add. */
const APART = 100_000;

/** Creates a business with this number of natural persons. */
export function upsertOf(count: number, turn: number, headers: Headers): LoadRequest {
  return graphqlRequest(UPSERT_BUSINESS, { input: newBusiness(count, turn) }, headers);
}

function newBusiness(count: number, turn: number) {
  const participants = Array.from({ length: count }, (_, at) => ({
    externalPersonId: NEW_ID + turn * count + at,
    personType: 'NATURAL_PERSON',
    name: 'Citlali',
    roles: ['FIDEICOMITENTE'],
    requestedDocumentTypes: ['INE', 'CURP'],
  }));
  return { externalId: NEW_ID + turn, code: `LARGA-${turn}`, participants };
}

/** The same by v4. */
function fiduciaryRequestOf(count: number, turn: number, headers: Headers): LoadRequest {
  const { externalId, code, participants } = newBusiness(count, turn);
  const body = {
    id_negocio: externalId,
    cod_negocio: code,
    participantes: participants.map((one) => ({
      id_persona: one.externalPersonId,
      tipo_per: 'FIS',
      nombre: one.name,
      roles: one.roles,
      tipo_doctos: one.requestedDocumentTypes,
    })),
  };
  return {
    method: 'POST',
    path: '/api/v4/fiduciary/requests',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

const UPSERT_BUSINESSES = `mutation ($input: UpsertBusinessesInput!) {
  upsertBusinesses(input: $input) { __typename }
}`;

/** A hundred new businesses with so many natural persons each. */
function upsertsOf(each: number, turn: number, headers: Headers): LoadRequest {
  const businesses = Array.from({ length: 100 }, (_, at) => newBusiness(each, turn * 100 + at));
  return graphqlRequest(UPSERT_BUSINESSES, { input: { businesses } }, headers);
}
