import { client } from '../made/hey-api/client.gen.js';
import {
  type FiduciaryRequest,
  getAccessToken,
  getBusinessDetail,
  getFile,
  processFiduciaryRequests,
} from '../made/hey-api/index.js';
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

client.setConfig({
  baseUrl: BASE_URL,
  auth: (scheme) => {
    if (scheme.type === 'http') return TOKEN;
    return scheme.name === 'service' ? SERVICE : API_KEY;
  },
});

const { data: token } = await getAccessToken({ body: { email: EMAIL } });

const { data: detail } = await getBusinessDetail({ query: { id: 1 } });
const participants: Story['participants'] = { FIS: [], MOR: [] };
if (detail?.success === true)
  for (const one of detail.data.business.participantes) participants[one.tipo_per].push(one.nombre);

const { data: nothing } = await getBusinessDetail({ query: { id: 999_999 } });
const { error: refusal } = await getBusinessDetail({ query: { id: 0 } });

const request: FiduciaryRequest = {
  id_negocio: BUSINESS_ID,
  cod_negocio: `F/${BUSINESS_ID}`,
  participantes: [{ id_persona: 1, tipo_per: 'FIS', nombre: 'Ana' }],
};
const send = async (body: FiduciaryRequest) =>
  await processFiduciaryRequests({
    headers: { 'Idempotency-Key': `key-${BUSINESS_ID}` },
    body,
  });
const { data: processed } = await send(request);
const { response: again } = await send(request);
const { error: refused } = await send({
  ...request,
  participantes: [{ id_persona: 1, tipo_per: 'MOR', nombre: '' }],
});

const { data: file } = await getFile({ path: { file_id: FILE_ID }, parseAs: 'blob' });

tell({
  tokenType: token?.data.token_type ?? fail(),
  participants,
  nothing: nothing?.message ?? fail(),
  issues:
    refused !== undefined && 'issues' in refused.data
      ? (refused.data.issues ?? []).map(({ path, code }) => ({ path, code }))
      : [],
  created: processed?.data.changes.created ?? [],
  isReplay: again?.headers.get('idempotent-replay') === 'true',
  file: (await file?.text()) ?? '',
  refusal: refusal?.code_message ?? '',
});

function fail(): never {
  throw new Error('The gateway did not answer as it should.');
}
