import { beforeEach, describe, expect, it } from 'vitest';
import { sendV4 } from '../../../../support/clients/v4.ts';
import { makeTemplate } from '../../../../support/data/factories.ts';
import { listTablesHolding } from '../../../../support/database/tables.ts';
import { addTestUser } from '../../../../support/gateway/callers.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';

const gateway = useGateway();
let userId = 0;
let made = 0;

/** A user with nothing stored, for each test. */
beforeEach(async () => {
  const { db, service } = gateway;
  userId = (await addTestUser(db, service.serviceId)).userId;
  if (made > 0) return;
  made = 1;
  const templates = { kyc: ['q1', 'q2', 'q3'], pep: ['q2', 'q4'], source: ['q1', 'q2'], empty: [] };
  for (const [key, questions] of Object.entries(templates))
    await makeTemplate(db, service.serviceId, { key, questions });
});

type Body = {
  user_id?: number;
  templates?: string[];
  combined_from?: string[] | null;
  answers?: { question: string; answer: string }[] | null;
};

async function importAnswers(body: Body) {
  return await sendV4(gateway, '/api/v4/quiz/answers/import/api', {
    body: JSON.stringify({ user_id: userId, templates: ['kyc'], ...body }),
  });
}

function answers(pairs: Record<string, string>) {
  return Object.entries(pairs).map(([question, answer]) => ({ question, answer }));
}

type Lists = { failed: string[] | null; processed: string[] };

/** The whole answer, byte for byte. */
function saved(templates: Lists, combinedFrom: Lists = { failed: null, processed: [] }) {
  return reply({ templates, combinedFrom }, '"Answers saved","success":true');
}

function notImported(templates: Lists, combinedFrom: Lists = { failed: null, processed: [] }) {
  return reply({ templates, combinedFrom }, '"Answers not imported","success":false');
}

function reply({ templates, combinedFrom }: Record<string, Lists | undefined>, rest: string) {
  const lists = (one?: Lists) =>
    `{"failed":${JSON.stringify(one?.failed)},"processed":${JSON.stringify(one?.processed)}}`;
  const data = `{"combined_from":${lists(combinedFrom)},"templates":${lists(templates)}}`;
  return { status: 200, text: `{"data":${data},"message":${rest}}` };
}

/** What the user has stored: `template.question` to answer and source. */
async function listStored(of = userId) {
  const rows = await gateway.db
    .selectFrom('answers')
    .selectAll()
    .where('service_id', '=', gateway.service.serviceId)
    .where('user_id', '=', of)
    .execute();
  return Object.fromEntries(
    rows.map((one) => [
      `${one.template_key}.${one.question_key}`,
      one.combined_from === null ? one.answer : `${one.answer} of ${one.combined_from}`,
    ]),
  );
}

async function ignored(body: Body): Promise<string | null> {
  const sent = { user_id: userId, templates: ['kyc'], ...body };
  const path = '/api/v4/quiz/answers/import/api';
  return (await gateway.request('POST', path, { body: sent })).headers.get('ignored-questions');
}

describe('question keys that no processed questionnaire asks', () => {
  it('200 are named by a header, and the body stays as it is specified', async () => {
    expect(await ignored({ answers: answers({ q1: 'uno' }) })).toBeNull();
    expect(await ignored({ answers: answers({ q1: 'uno', q4: 'x', 'año, 1': 'y' }) })).toBe(
      '2;keys=q4,a%C3%B1o%2C%201',
    );
    // Nothing else is imported, and this says why.
    expect(await ignored({ answers: answers({ none: 'x' }) })).toBe('1;keys=none');
  });

  it('200 are counted, and named as far as a header goes', async () => {
    const keys = Array.from({ length: 3_000 }, (_, at) => `clave-${at}`);
    const header = await ignored({ answers: keys.map((question) => ({ question, answer: 'x' })) });
    expect(header).toMatch(/^3000;keys=clave-0,clave-1,/);
    expect(header?.length).toBeLessThanOrEqual(4_000);
  });
});

describe('POST /api/v4/quiz/answers/import/api', () => {
  it('200 stores the sent answers that the target asks, when combined_from is left out', async () => {
    const sent = answers({ q2: 'dos', q1: 'uno', q4: 'of another', none: 'of nobody' });
    expect(await importAnswers({ answers: sent })).toMatchObject(
      saved({ failed: null, processed: ['kyc'] }),
    );
    expect(await listStored()).toEqual({ 'kyc.q1': 'uno', 'kyc.q2': 'dos' });
  });

  it('200 takes null for combined_from and answers like leaving them out', async () => {
    const nothing = notImported({ failed: null, processed: ['kyc'] });
    expect(await importAnswers({ combined_from: null, answers: null })).toMatchObject(nothing);
    expect(await importAnswers({})).toMatchObject(nothing);
    expect(await importAnswers({ combined_from: [], answers: [] })).toMatchObject(nothing);
  });

  it('200 puts every element in exactly one list, in the order and as often as it was sent', async () => {
    await importAnswers({ templates: ['source'], answers: answers({ q1: 'A' }) });
    const body = {
      templates: ['pep', 'KYC', 'kyc', ' kyc', 'pep', 'kyc', 'KYC'],
      combined_from: ['source', 'pep', 'nope', 'source', 'kyc', 'nope'],
      answers: answers({ q2: 'dos' }),
    };
    expect(await importAnswers(body)).toMatchObject(
      saved(
        { failed: ['KYC', ' kyc', 'KYC'], processed: ['pep', 'kyc', 'pep', 'kyc'] },
        { failed: ['pep', 'nope', 'kyc', 'nope'], processed: ['source', 'source'] },
      ),
    );
  });

  it('200 processes a known target that nothing matched beside one that was filled', async () => {
    const body = { templates: ['kyc', 'empty'], answers: answers({ q1: 'uno' }) };
    expect(await importAnswers(body)).toMatchObject(
      saved({ failed: null, processed: ['kyc', 'empty'] }),
    );
  });

  it('200 combines: sent answers first, then the later-named source, then the earlier', async () => {
    await importAnswers({ templates: ['source'], answers: answers({ q1: 'S1', q2: 'S2' }) });
    await importAnswers({ templates: ['pep'], answers: answers({ q2: 'P2', q4: 'P4' }) });
    const body = { combined_from: ['source', 'pep'], answers: answers({ q3: 'tres' }) };
    expect(await importAnswers(body)).toMatchObject(
      saved({ failed: null, processed: ['kyc'] }, { failed: null, processed: ['source', 'pep'] }),
    );
    expect(await listStored()).toMatchObject({
      'kyc.q1': 'S1 of source',
      'kyc.q2': 'P2 of pep',
      'kyc.q3': 'tres',
    });
    await importAnswers({ combined_from: ['pep', 'source'], answers: answers({ q1: 'uno' }) });
    expect(await listStored()).toMatchObject({ 'kyc.q1': 'uno', 'kyc.q2': 'S2 of source' });
  });

  it('200 lets the last of equal question keys win, and keeps what the import does not name', async () => {
    await importAnswers({ answers: answers({ q1: 'uno', q3: 'tres' }) });
    const twice = [...answers({ q1: 'first' }), ...answers({ q1: 'last' })];
    await importAnswers({ answers: twice });
    expect(await listStored()).toEqual({ 'kyc.q1': 'last', 'kyc.q3': 'tres' });
  });

  it('200 says "Answers saved" again where everything stood there equal already', async () => {
    const body = { answers: answers({ q1: 'uno' }) };
    const first = await importAnswers(body);
    expect(await importAnswers(body)).toMatchObject({ status: 200, text: first.text });
  });

  it('200 keeps an empty answer and any text that JSON holds, as it was sent', async () => {
    const text = 'ñ 😀 \u2028 "\\ \u0001';
    await importAnswers({ answers: answers({ q1: '', q2: text, q3: 'x'.repeat(10_000) }) });
    expect(await listStored()).toEqual({
      'kyc.q1': '',
      'kyc.q2': text,
      'kyc.q3': 'x'.repeat(10_000),
    });
  });

  it('200 says "Answers not imported" for no templates, and for unknown targets only', async () => {
    const sent = answers({ q1: 'uno' });
    expect(await importAnswers({ templates: [], answers: sent })).toMatchObject(
      notImported({ failed: null, processed: [] }),
    );
    expect(await importAnswers({ templates: ['nope'], answers: sent })).toMatchObject(
      notImported({ failed: ['nope'], processed: [] }),
    );
    expect(await listStored()).toEqual({});
  });

  it('200 fails every key of a user that the service does not have, and stores nothing', async () => {
    const user_id = Number.MAX_SAFE_INTEGER;
    const body = { user_id, combined_from: ['source'], answers: answers({ q1: 'uno' }) };
    expect(await importAnswers(body)).toMatchObject(
      notImported({ failed: ['kyc'], processed: [] }, { failed: ['source'], processed: [] }),
    );
    expect(await listStored(user_id)).toEqual({});
  });

  it('200 takes no answers of another user as a source', async () => {
    await importAnswers({ templates: ['source'], answers: answers({ q1: 'theirs' }) });
    const { userId: second } = await addTestUser(gateway.db, gateway.service.serviceId);
    const body = { user_id: second, combined_from: ['source'] };
    expect(await importAnswers(body)).toMatchObject(
      notImported({ failed: null, processed: ['kyc'] }, { failed: ['source'], processed: [] }),
    );
  });

  it('200 stores ten thousand answers in as many statements as one', async () => {
    const { db, service, statements } = gateway;
    const questions = Array.from({ length: 10_000 }, (_, index) => `b${index}`);
    await makeTemplate(db, service.serviceId, { key: 'big', questions });
    const run = async (count: number) => {
      statements.length = 0;
      const sent = questions.slice(0, count).map((question) => ({ question, answer: 'x' }));
      const { text } = await importAnswers({ templates: ['big'], answers: sent });
      expect(text).toContain('"Answers saved"');
      return statements.length;
    };
    const few = await run(1);
    expect(await run(10_000)).toBe(few);
    expect(Object.keys(await listStored())).toHaveLength(10_000);
  });

  it('200 leaves an audit row of ids and counts, and no answer outside the answers', async () => {
    await importAnswers({ answers: answers({ q1: 'canario-51c0' }) });
    expect(await listTablesHolding(gateway.db, 'canario-51c0')).toEqual(['answers']);
    const row = await gateway.db
      .selectFrom('audit_events')
      .select(['action', 'user_id', 'details'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      action: 'answers_imported',
      user_id: gateway.service.userId,
      details: { userId, questionnaires: 1, answersStored: 1 },
    });
  });
});
