import createClient from 'openapi-fetch';
import type { components, paths } from '../made/openapi-typescript.js';
import {
  API_KEY,
  BASE_URL,
  BUSINESS_ID,
  EMAIL,
  FILE_ID,
  SERVICE,
  type Story,
  TOKEN,
  tell,
} from './story.js';

const keyHeaders = { 'x-api-key': API_KEY, service: SERVICE };
const headers = { ...keyHeaders, authorization: `Bearer ${TOKEN}` };
const client = createClient<paths>({ baseUrl: BASE_URL, headers });

// A caller that shows a token gets no other.
const signIn = createClient<paths>({ baseUrl: BASE_URL, headers: keyHeaders });
const { data: token } = await signIn.POST('/api/v4/auth/token', { body: { email: EMAIL } });
const getDetail = async (id: number) =>
  await client.GET('/api/v4/business/detail', { params: { query: { id } } });

const { data: detail } = await getDetail(1);
const participants: Story['participants'] = { FIS: [], MOR: [] };
if (detail?.success === true)
  for (const one of detail.data.business.participantes) participants[one.tipo_per].push(one.nombre);

const { data: nothing } = await getDetail(999_999);
const { error: refusal } = await client.GET('/api/v4/business/detail', {
  params: { query: { id: 0 } },
});

const request: components['schemas']['FiduciaryRequest'] = {
  id_negocio: BUSINESS_ID,
  cod_negocio: `F/${BUSINESS_ID}`,
  participantes: [{ id_persona: 1, tipo_per: 'FIS', nombre: 'Ana' }],
};
const send = async (body: typeof request) =>
  await client.POST('/api/v4/fiduciary/requests', {
    params: { header: { 'Idempotency-Key': `key-${BUSINESS_ID}` } },
    body,
  });
const { data: processed } = await send(request);
const { response: again } = await send(request);
const { error: refused } = await send({
  ...request,
  participantes: [{ id_persona: 1, tipo_per: 'MOR', nombre: '' }],
});

const { data: file } = await client.GET('/api/v4/file/{file_id}', {
  params: { path: { file_id: FILE_ID } },
  parseAs: 'text',
});

tell({
  tokenType: token?.data.token_type ?? fail(),
  participants,
  nothing: nothing?.message ?? fail(),
  issues:
    refused !== undefined && 'issues' in refused.data
      ? (refused.data.issues ?? []).map(({ path, code }) => ({ path, code }))
      : [],
  created: processed?.data.changes.created ?? [],
  isReplay: again.headers.get('idempotent-replay') === 'true',
  file: file ?? '',
  refusal: refusal?.code_message ?? '',
});

function fail(): never {
  throw new Error('The gateway did not answer as it should.');
}
