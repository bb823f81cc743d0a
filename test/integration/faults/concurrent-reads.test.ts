import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeBusiness, makeTemplate } from '../../support/data/factories.ts';
import { repeatRandomly } from '../../support/data/random.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';

const database = useDatabase();
let gateway: OpenGateway;

beforeAll(async () => {
  gateway = await openGateway(database.url);
});
afterAll(async () => {
  await gateway.close();
});
afterEach(() => {
  gateway.afterStatement.run = async () => await Promise.resolve();
});

const detailSchema = z.object({
  data: z.object({
    business: z
      .object({ participantes: z.array(z.object({ tipo_doctos: z.array(z.unknown()) })) })
      .optional(),
  }),
});

async function makeLarge(): Promise<number> {
  const { id } = await makeBusiness(gateway.db, gateway.service.serviceId, {
    participants: Array.from({ length: 8 }, (_, n) => ({
      legalActFolio: n % 2 === 0 ? null : 'F-1',
      documents: [
        ['INE', null],
        ['CSF', null],
      ],
    })),
  });
  return id;
}

async function read(id: number): Promise<string> {
  const reply = await gateway.request('GET', `/api/v4/business/detail?id=${id}`);
  expect(reply.status).toBe(200);
  return describeDetail(reply.body);
}

describe('a read during a deletion', () => {
  it.each([1, 2, 3])('200 shows all or nothing when it comes after statement %i', async (place) => {
    const id = await makeLarge();
    await read(id);
    let seen = 0;
    gateway.afterStatement.run = async () => {
      seen += 1;
      if (seen === place) await deleteElsewhere(id);
    };
    expect(['8 with 2', 'none']).toContain(await read(id));
    await deleteElsewhere(id);
    expect(await read(id)).toBe('none');
  });

  it('200 shows the business as it was before or as it is after, never something between', async () => {
    await repeatRandomly(async (random) => {
      const id = await makeLarge();
      const mode = random.pick(['', 'all', 'juridical_only']);
      const seen = await Promise.all([
        ...Array.from({ length: random.below(4) }, async () => await read(id)),
        gateway
          .request('POST', `/api/v4/fiduciary/${id}/complete`, { delete_mode: mode })
          .then(() => 'completed'),
        ...Array.from({ length: 6 }, async () => await read(id)),
      ]);
      const after = mode === 'all' ? 'none' : '4 with 2';
      for (const one of seen) expect(['8 with 2', after, 'completed']).toContain(one);
      expect(await read(id)).toBe(after);
    });
  });
});

/** Deletes the business as another process would. */
async function deleteElsewhere(id: number): Promise<void> {
  await database.pool.query(`
    begin;
    delete from documents where participant_id in
      (select id from participants where business_id = ${id});
    delete from participants where business_id = ${id};
    delete from businesses where id = ${id};
    commit`);
}

/** How many participants with how many documents each; the latter is one number, or several where they differ. */
function describeDetail(body: unknown): string {
  const { data } = detailSchema.parse(body);
  if (data.business === undefined) return 'none';
  const documents = new Set(data.business.participantes.map((one) => one.tipo_doctos.length));
  return `${data.business.participantes.length} with ${[...documents].join(',')}`;
}

describe('imports of answers for one user at once', () => {
  it('200 answers all, and whoever reads finds the answers of one of them, whole', async () => {
    const { serviceId, userId } = gateway.service;
    const questions = Array.from({ length: 12 }, (_, n) => `q${n}`);
    for (const key of ['one', 'two']) await makeTemplate(gateway.db, serviceId, { key, questions });
    await repeatRandomly(async (random) => {
      const turn = random.below(1_000_000);
      const senders = Array.from({ length: 8 }, (_, n) => `sender ${n} of ${turn}`);
      const replies = await Promise.all(
        senders.map(async (sender) => {
          const body = {
            user_id: userId,
            templates: random.pick([
              ['one', 'two'],
              ['two', 'one'],
            ]),
            combined_from: random.pick([undefined, ['one']]),
            answers: questions.map((question) => ({ question, answer: sender })),
          };
          await expectWhole(userId);
          return await gateway.request('POST', '/api/v4/quiz/answers/import/api', body);
        }),
      );
      for (const reply of replies)
        expect(reply).toMatchObject({ status: 200, body: { message: 'Answers saved' } });
      const [one, two] = await expectWhole(userId);
      expect(senders).toContain(one);
      expect(two).toBe(one);
    });
  });
});

const filledSchema = z.object({
  data: z.object({
    filledQuestionnaires: z.array(z.object({ answers: z.array(z.object({ answer: z.string() })) })),
  }),
});

/** Reads what is filled: every answer of a questionnaire comes from one sender. Answers the senders. */
async function expectWhole(userId: number): Promise<(string | undefined)[]> {
  const reply = await gateway.graphql(
    'query ($userId: SafeInt!) { filledQuestionnaires(userId: $userId) { answers { answer } } }',
    { userId },
  );
  const { data } = filledSchema.parse(reply.body);
  return data.filledQuestionnaires.map(({ answers }) => {
    expect(answers.length === 0 || answers.length === 12).toBe(true);
    const senders = new Set(answers.map((one) => one.answer));
    expect(senders.size).toBeLessThanOrEqual(1);
    return [...senders][0];
  });
}
