import { describe, expect, it } from 'vitest';
import { ANY_TEXT } from '../../support/clients/graphql.ts';
import { sendV4 } from '../../support/clients/v4.ts';
import { DECISION, FIDUCIARY_REQUEST } from '../../support/clients/v4-bodies.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
const REQUESTS = '/api/v4/fiduciary/requests';
const PERSON = { id_persona: 2, tipo_per: 'FIS', nombre: 'Ana' };

/** The whole refusal of a request, with what `data` holds. */
function refusal(data: object) {
  const body = {
    data,
    message: 'Invalid request',
    success: false,
    code_message: 'invalid_request',
  };
  return { status: 400, body };
}

async function send(path: string, body: unknown, method = 'POST') {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const { status, text, headers } = await sendV4(gateway, path, { method, ...content });
  const answer: unknown = JSON.parse(text);
  return { status, body: answer, requestId: headers.get('x-request-id') ?? '' };
}

async function expectReasons(path: string, body: unknown, issues: object[]): Promise<void> {
  const { status, body: answer } = await send(path, body, body === undefined ? 'GET' : 'POST');
  expect({ status, body: answer }).toEqual(refusal({ issues }));
}

describe('a 400 of a path that is ours', () => {
  it('400 tells every fault of a body, in the names that were sent', async () => {
    const { nombre: _, ...nameless } = PERSON;
    const participantes = [
      { ...PERSON, email: 'canary', folio: 'canary' },
      { ...nameless, id_persona: 3 },
    ];
    await expectReasons(REQUESTS, { ...FIDUCIARY_REQUEST, id_negocio: '1', participantes }, [
      { path: ['id_negocio'], code: 'wrong_type', message: 'Must be a number' },
      {
        path: ['participantes', '0', 'email'],
        code: 'wrong_format',
        message: 'Must be an e-mail address',
      },
      {
        path: ['participantes', '0', 'folio'],
        code: 'unknown_field',
        message: 'Is not a known member',
      },
      { path: ['participantes', '1', 'nombre'], code: 'required', message: 'Is required' },
    ]);
  });

  it('400 tells what only the operation finds in the names that were sent too', async () => {
    const twice = { personExternalId: 7 };
    const { externalId } = await makeBusiness(gateway.db, gateway.service.serviceId, {
      participants: [twice, twice],
    });
    const body = {
      id_negocio: externalId,
      cod_negocio: 'F/9',
      participantes: [{ ...PERSON, id_persona: 7 }],
    };
    await expectReasons(REQUESTS, body, [
      {
        path: ['participantes', '0', 'id_persona'],
        code: 'ambiguous',
        message:
          'The business has this person more than once, so that the participant is ambiguous',
      },
    ]);
    await expectReasons(REQUESTS, { ...body, participantes: [PERSON, PERSON] }, [
      {
        path: ['participantes', '1', 'id_persona'],
        code: 'duplicate',
        message: 'Must not occur twice: another participant of the input has the same id',
      },
    ]);
  });

  it('400 tells an unknown person, an id that is none and a body that is no JSON', async () => {
    const RESOLVED = '/api/v4/fiduciary/person/matches/resolved';
    await expectReasons(RESOLVED, { ...DECISION, id_persona: 987_654 }, [
      { path: [], code: 'not_found', message: ANY_TEXT },
    ]);
    const detail = '/api/v4/fiduciary/participant/detail';
    await expectReasons(detail, undefined, [
      { path: ['id'], code: 'required', message: 'Is required' },
    ]);
    await expectReasons('/api/v4/file/1e3/detail', undefined, [
      {
        path: ['file_id'],
        code: 'wrong_format',
        message: 'Must be decimal digits, from 1 to 9007199254740991',
      },
    ]);
    const latin1 = Uint8Array.from(Buffer.from('{"cod_negocio":"Muñoz"}', 'latin1'));
    const bodies: [string | Uint8Array<ArrayBuffer>, string][] = [
      ['{canary', 'The request body is not valid JSON'],
      [latin1, 'The request body is not valid UTF-8'],
      ['['.repeat(200), 'The body has too many levels of lists and objects: at most 64'],
    ];
    for (const [body, message] of bodies) {
      const { status, text } = await sendV4(gateway, REQUESTS, { body });
      expect([status, JSON.parse(text)]).toEqual([
        400,
        refusal({ issues: [{ path: [], code: 'wrong_format', message }] }).body,
      ]);
    }
  });
});

describe('a 400 of a form', () => {
  const PDF = new Blob(['%PDF-1.7\n'], { type: 'application/pdf' });

  async function sendForm(path: string, texts: [string, string][]): Promise<unknown> {
    const form = new FormData();
    for (const [name, text] of texts) form.append(name, text);
    form.append('file', PDF, 'acta.pdf');
    const { headers } = gateway.service;
    const response = await fetch(`${gateway.url}${path}`, { method: 'POST', headers, body: form });
    const body: unknown = await response.json();
    return { status: response.status, body };
  }

  it.each(['/api/v4/file/upload', '/api/v4/document/extract'])(
    '400 names the member for a participant of another business, and one that comes twice: %s',
    async (path) => {
      const { db, service } = gateway;
      const one = await makeBusiness(db, service.serviceId, { participants: [{}] });
      const other = await makeBusiness(db, service.serviceId, {});
      const place: [string, string][] = [
        ['business_id', `${other.id}`],
        ['participant_id', `${one.participantIds[0]}`],
      ];
      const message = 'Must be a participant of the same business';
      expect(await sendForm(path, place)).toEqual(
        refusal({ issues: [{ path: ['participant_id'], code: 'contradicts', message }] }),
      );
      const twice: [string, string][] = [...place, ['business_id', `${one.id}`]];
      expect(await sendForm(path, twice)).toEqual(
        refusal({
          issues: [{ path: ['business_id'], code: 'duplicate', message: 'Must be given once' }],
        }),
      );
    },
  );
});

describe('a 400 of the three operations that the document specifies', () => {
  it.each<[string, string, unknown, object]>([
    [
      'POST',
      '/api/v4/quiz/answers/import/api',
      { user_id: 1, templates: ['canary'], answers: [{ question: '', answer: 7, canary: 1 }] },
      [
        { path: 'answers.0.question', code: 'too_short' },
        { path: 'answers.0.answer', code: 'wrong_type' },
      ],
    ],
    ['GET', '/api/v4/business/detail?id=canary', undefined, [{ path: 'id', code: 'wrong_format' }]],
    [
      'POST',
      '/api/v4/fiduciary/1/complete',
      { delete_mode: 'canary' },
      [{ path: 'delete_mode', code: 'not_allowed' }],
    ],
  ])(
    '400 keeps its data empty and tells the log why: %s %s',
    async (...[method, path, body, issues]) => {
      const reply = await send(path, body, method);
      expect({ status: reply.status, body: reply.body }).toEqual(refusal({}));
      const lines = gateway.logs.split('\n').filter((line) => line.includes(reply.requestId));
      const refused = lines.map((line): unknown => JSON.parse(line)).find(hasIssues);
      expect(refused).toMatchObject({ level: 40, msg: 'a v4 request was refused', issues });
      expect(lines.join('\n')).not.toMatch(/canary/i);
    },
  );
});

function hasIssues(line: unknown): boolean {
  return typeof line === 'object' && line !== null && 'issues' in line;
}
