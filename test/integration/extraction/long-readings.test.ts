import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { at, dataOf, errorOf } from '../../support/clients/graphql.ts';
import { CERTIFICATE } from '../../support/data/documents.ts';
import { extractAndWait } from '../../support/data/extractions.ts';
import { uploadAndGetId } from '../../support/data/files.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();

it('reads what several documents say up to 8 MiB of it, and records no reading that is refused', async () => {
  const read = async (): Promise<number> => {
    const { body } = await extractAndWait(
      gateway,
      await uploadAndGetId(gateway, { bytes: CERTIFICATE }),
    );
    return Number(at(body, 'data', 'extraction_id'));
  };
  const [short, long] = [await read(), await read()];
  await sql`update extractions set sealed = convert_to(repeat('x', 8 * 1024 * 1024), 'UTF8')
    where id = ${long}`.execute(gateway.db);
  const ask = async (ids: number[]) =>
    await gateway.graphql(
      `{ ${ids.map((id) => `x${id}: extraction(databaseId: ${id}) { fields { found { name } } }`).join(' ')} }`,
    );
  const countReadings = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from audit_events where action = 'extraction_read'
    `.execute(gateway.db);
    return rows[0]?.count ?? 0;
  };
  const before = await countReadings();
  expect(errorOf(await ask([short, long]))).toMatchObject({
    code: 'LIMIT_EXCEEDED',
    message: 'The result exceeds 8388608 bytes of readings. Request fewer at once.',
  });
  expect(await countReadings()).toBe(before);
  expect(at(dataOf(await ask([short])), `x${short}`, 'fields', 'found', 0)).toHaveProperty('name');
  expect(await countReadings()).toBe(before + 1);
});
