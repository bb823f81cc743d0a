import type { Bench, Workload } from '../bench.ts';
import { type QuestionCount, questionKeys, templateKey } from '../dataset.ts';
import { findMember } from '../json.ts';
import { createLeanClient } from '../lean-client.ts';
import type { LoadRequest } from '../load/load.ts';
import { openPrivateGateway } from '../private-gateway.ts';
import type { Timing } from '../results.ts';
import { measureMs, openSqlClient } from '../sql-client.ts';
import { measureInTurn, type Rounds, smallWriteRounds, toTiming } from '../timing.ts';

export const importAnswers50: Workload = {
  name: 'import-answers-50',
  runs: 'always',
  run: async (bench) => ({ timings: [await importAnswers(bench, 50, smallWriteRounds(bench))] }),
};

export const importAnswers5000: Workload = {
  name: 'import-answers-5000',
  runs: 'always',
  run: async (bench) => {
    const rounds = bench.isQuick ? { warmUps: 10, times: 10 } : { warmUps: 30, times: 30 };
    return { timings: [await importAnswers(bench, 5000, rounds)] };
  },
};

/** Two users, so that neither waits for the other's row. */
const GATEWAY_USER = 1;
const BARE_USER = 2;

/** Every import changes every answer, on both sides. */
async function importAnswers(bench: Bench, count: QuestionCount, rounds: Rounds): Promise<Timing> {
  await using gateway = await openPrivateGateway(bench, bench.templates.loaded);
  await using sql = await openSqlClient(gateway.databaseUrl);
  const http = await createLeanClient(gateway.server);
  const send = async (user: number, turn: number): Promise<number> => {
    const { ms, body } = await http.send(importRequest({ user, count, turn }, gateway.headers));
    if (findMember(body, 'success') !== true) throw new Error(JSON.stringify(body).slice(0, 300));
    return ms;
  };
  await send(BARE_USER, -1);
  const pairs = await measureInTurn(rounds, {
    gateway: async (turn) => await send(GATEWAY_USER, turn),
    bare: async (turn) => {
      const values = [BARE_USER, templateKey(count), questionKeys(count), answers(count, turn)];
      return await measureMs(async () => await sql.runNamed('upsert', BARE_UPSERT, values));
    },
  });
  http.close();
  const what = { workload: `import-answers-${count}`, bare: 'one multi-row upsert' };
  return toTiming({ ...what, title: `importAnswers of ${count} answers` }, pairs);
}

const BARE_UPSERT = `
  insert into answers (service_id, user_id, template_key, question_key, answer, source)
  select 1, $1, $2, question_key, answer, 'sent'
  from unnest($3::text[], $4::text[]) as sent (question_key, answer)
  on conflict (service_id, user_id, template_key, question_key) do update
  set answer = excluded.answer, source = excluded.source, combined_from = excluded.combined_from`;

function answers(count: QuestionCount, turn: number): string[] {
  return questionKeys(count).map((key) => `Answer ${turn} to ${key}`);
}

type Import = { user: number; count: QuestionCount; turn: number };

/** Creates a v4 request with all answers of a questionnaire. */
export function importRequest(
  { user, count, turn }: Import,
  headers: Record<string, string>,
): LoadRequest {
  const texts = answers(count, turn);
  const sent = questionKeys(count).map((question, at) => ({ question, answer: texts[at] }));
  return {
    method: 'POST',
    path: '/api/v4/quiz/answers/import/api',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ user_id: user, templates: [templateKey(count)], answers: sent }),
  };
}
