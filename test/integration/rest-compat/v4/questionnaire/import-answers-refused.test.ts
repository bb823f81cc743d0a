import { beforeAll, describe, expect, it } from 'vitest';
import {
  INVALID_REQUEST,
  NOT_AN_OBJECT,
  PAYLOAD_TOO_LARGE,
  sendV4,
} from '../../../../support/clients/v4.ts';
import { makeTemplate } from '../../../../support/data/factories.ts';
import { dumpTables } from '../../../../support/database/tables.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';

const PATH = '/api/v4/quiz/answers/import/api';
const gateway = useGateway();

beforeAll(async () => {
  const { db, service } = gateway;
  await makeTemplate(db, service.serviceId, { key: 'kyc', questions: ['q1'] });
});

/** A good request for the gateway's user, as JSON text, with members put in place of its own. */
function request(members: Record<string, string | undefined>): string {
  const good = {
    user_id: String(gateway.service.userId),
    templates: '["kyc"]',
    combined_from: '[]',
    answers: '[{"question":"q1","answer":"uno"}]',
  };
  const entries = Object.entries<string | undefined>({ ...good, ...members });
  const present = entries.filter(([, value]) => value !== undefined);
  return `{${present.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
}

async function expectRefused(body: string | Uint8Array<ArrayBuffer>) {
  const before = await dumpTables(gateway.db);
  expect(await sendV4(gateway, PATH, { body })).toMatchObject(INVALID_REQUEST);
  expect(await dumpTables(gateway.db)).toEqual(before);
}

function answer(text: string): string {
  return `{"question":"q1","answer":"${text}"}`;
}

function repeat(element: string, count: number): string {
  return `[${Array.from({ length: count }, () => element).join(',')}]`;
}

describe('POST /api/v4/quiz/answers/import/api, refused', () => {
  it('200 takes the request that the refusals below differ from', async () => {
    const reply = await sendV4(gateway, PATH, { body: request({}) });
    expect(reply.text).toContain('"Answers saved"');
  });

  it.each([
    undefined,
    'null',
    '"1"',
    '1.5',
    'true',
    '0',
    '-1',
    '9007199254740992',
    '1e400',
    '[1]',
    '{}',
    '""',
  ])('400 refuses the user_id %s', async (user_id) => {
    await expectRefused(request({ user_id }));
  });

  it.each([
    undefined,
    'null',
    '"kyc"',
    '{}',
    '["kyc",7]',
    '["kyc",null]',
    '[["kyc"]]',
    '[""]',
    '["a\\u0000"]',
    '["\\udc00"]',
    `["${'k'.repeat(201)}"]`,
    repeat('"kyc"', 101),
  ])('400 refuses the templates %s', async (templates) => {
    await expectRefused(request({ templates }));
  });

  it.each(['"source"', '{}', 'true', '[7]', '[""]', '["\\ud800\\ud800"]', repeat('"s"', 101)])(
    '400 refuses the combined_from %s',
    async (combined_from) => {
      await expectRefused(request({ combined_from }));
    },
  );

  it.each([
    '"q1"',
    '{"question":"q1","answer":"uno"}',
    '[null]',
    '["q1"]',
    '[{"answer":"uno"}]',
    '[{"question":"q1"}]',
    '[{"question":"q1","answer":null}]',
    '[{"question":"q1","answer":7}]',
    '[{"question":"q1","answer":true}]',
    '[{"question":"q1","answer":["uno"]}]',
    '[{"question":null,"answer":"uno"}]',
    '[{"question":7,"answer":"uno"}]',
    '[{"question":"","answer":"uno"}]',
    '[{"question":"q1","answer":"a\\u0000b"}]',
    '[{"question":"q\\u0000","answer":"uno"}]',
    '[{"question":"q1","answer":"\\ud83d"}]',
    '[{"question":"q1","answer":"\\ude00\\ud83d"}]',
    '[{"question":"q1","answer":"uno"},{"question":"q1"}]',
  ])('400 refuses the answers %s', async (answers) => {
    await expectRefused(request({ answers }));
  });

  it('400 refuses an answer of 10,001 characters and 10,001 answers', async () => {
    await expectRefused(request({ answers: `[${answer('x'.repeat(10_001))}]` }));
    await expectRefused(request({ answers: repeat(answer(''), 10_001) }));
  });

  it.each(NOT_AN_OBJECT)('400 refuses a body that is %s', async (_name, body) => {
    await expectRefused(body);
  });

  it('400 refuses a request without a body', async () => {
    expect(await sendV4(gateway, PATH)).toMatchObject(INVALID_REQUEST);
  });

  it('413 refuses a body of more than 1 MiB and stores nothing, and takes one of exactly that', async () => {
    const body = request({});
    const exact = body + ' '.repeat(1024 * 1024 - body.length);
    expect((await sendV4(gateway, PATH, { body: exact })).status).toBe(200);
    const before = await dumpTables(gateway.db);
    expect(await sendV4(gateway, PATH, { body: `${exact} ` })).toMatchObject(PAYLOAD_TOO_LARGE);
    expect(await dumpTables(gateway.db)).toEqual(before);
  });
});
