import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { at, dataOf, errorOf } from '../../support/clients/graphql.ts';
import {
  addPerson,
  answerQuestionnaire,
  generateDraft,
} from '../../support/data/socioeconomic-reports.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();

it('reads what several reports say up to 8 MiB of it', async () => {
  await answerQuestionnaire(gateway);
  const person = await addPerson(gateway);
  const [short, long] = [
    await generateDraft(gateway, person),
    await generateDraft(gateway, person),
  ];
  await sql`update socioeconomic_reports set sealed = convert_to(repeat('x', 8 * 1024 * 1024), 'UTF8')
    where id = ${long}`.execute(gateway.db);
  const ask = async (ids: number[]) =>
    await gateway.graphql(
      `{ ${ids.map((id) => `r${id}: socioeconomicReport(id: ${id}) { content { title } }`).join(' ')} }`,
    );
  expect(errorOf(await ask([short, long]))).toMatchObject({
    code: 'LIMIT_EXCEEDED',
    message: 'The result exceeds 8388608 bytes of reports. Request fewer at once.',
  });
  expect(at(dataOf(await ask([short])), `r${short}`, 'content')).toHaveProperty('title');
});
