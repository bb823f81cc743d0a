import { beforeAll, expect, it } from 'vitest';
import { makeScreening, matchOf } from '../../support/data/make-screening.ts';
import {
  addPerson,
  answerQuestionnaire,
  generateDraft,
  type Person,
  runMutation,
} from '../../support/data/socioeconomic-reports.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' });
let person: Person;
beforeAll(async () => {
  await answerQuestionnaire(gateway);
  person = await addPerson(gateway);
});

async function finalize(reportId: number, acknowledge: readonly string[]): Promise<unknown> {
  return await runMutation(gateway, ['finalizeSocioeconomicReport', { reportId, acknowledge }]);
}

/** Screens the person, as the worker would. */
async function screen(isFound: boolean): Promise<void> {
  const { db, service } = gateway;
  const matches = isFound ? [matchOf('NADIE')] : [];
  const outcome = isFound ? 'alert' : 'clear';
  await makeScreening(db, service.serviceId, {
    participantId: person.participantId,
    outcome,
    matches,
  });
}

it('a draft of before the person was found on a list is not signed as clear', async () => {
  await screen(false);
  const reportId = await generateDraft(gateway, person);
  await screen(true);
  const refused = await finalize(reportId, []);
  expect(refused).toMatchObject({ issues: [{ path: ['acknowledge'], code: 'NOT_ACKNOWLEDGED' }] });
  expect(JSON.stringify(refused)).toContain('STORED_SCREENING');
  expect(await finalize(reportId, ['STORED_SCREENING'])).toMatchObject({
    report: { status: 'FINAL' },
  });
});

it('a draft of before the person got another name is not signed with the former one', async () => {
  const reportId = await generateDraft(gateway, person);
  await gateway.db
    .updateTable('participants')
    .set({ name: 'Berta' })
    .where('service_id', '=', gateway.service.serviceId)
    .where('id', '=', person.participantId)
    .execute();
  expect(JSON.stringify(await finalize(reportId, []))).toContain('STORED_NAME');
});
