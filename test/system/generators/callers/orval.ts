import {
  type FiduciaryRequest,
  getAccessToken,
  getBusinessDetail,
  getFile,
  processFiduciaryRequests,
} from '../made/orval.js';
import { API_KEY, BUSINESS_ID, EMAIL, FILE_ID, SERVICE, type Story, TOKEN, tell } from './story.js';

const keyHeaders = { 'x-api-key': API_KEY, service: SERVICE };
const headers = { ...keyHeaders, authorization: `Bearer ${TOKEN}` };

// A caller that shows a token gets no other.
const token = await getAccessToken({ email: EMAIL }, { headers: keyHeaders });
const detail = await getBusinessDetail({ id: 1 }, { headers });
const participants: Story['participants'] = { FIS: [], MOR: [] };
if (detail.status === 200 && detail.data.success)
  for (const one of detail.data.data.business.participantes)
    participants[one.tipo_per].push(one.nombre);

const nothing = await getBusinessDetail({ id: 999_999 }, { headers });
const refusal = await getBusinessDetail({ id: 0 }, { headers });

const request: FiduciaryRequest = {
  id_negocio: BUSINESS_ID,
  cod_negocio: `F/${BUSINESS_ID}`,
  participantes: [{ id_persona: 1, tipo_per: 'FIS', nombre: 'Ana' }],
};
const send = async (body: FiduciaryRequest) => {
  const key = { 'Idempotency-Key': `key-${BUSINESS_ID}` };
  return await processFiduciaryRequests(body, { headers: { ...headers, ...key } });
};
const processed = await send(request);
const again = await send(request);
const refused = await send({
  ...request,
  participantes: [{ id_persona: 1, tipo_per: 'MOR', nombre: '' }],
});

const file = await getFile(FILE_ID, { headers });

tell({
  tokenType: token.status === 200 ? token.data.data.token_type : fail(),
  participants,
  nothing: nothing.data.message,
  issues:
    refused.status === 400
      ? (refused.data.data.issues ?? []).map(({ path, code }) => ({ path, code }))
      : [],
  created: processed.status === 200 ? processed.data.data.changes.created : [],
  isReplay: again.headers.get('idempotent-replay') === 'true',
  file: file.status === 200 ? await file.data.text() : '',
  refusal: refusal.status === 400 ? refusal.data.code_message : '',
});

function fail(): never {
  throw new Error('The gateway did not answer as it should.');
}
