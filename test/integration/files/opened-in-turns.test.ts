import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createFileVault, type FileVault } from '../../../src/adapters/files/file-vault.ts';
import { loadConfig } from '../../../src/config/config.ts';
import type { RequestContext } from '../../../src/context.ts';
import { decryptFields } from '../../../src/resolvers/extraction/visible-fields.ts';
import { findFile } from '../../../src/resolvers/files/find-file.ts';
import {
  getSocioeconomicReport,
  readReport,
} from '../../../src/resolvers/socioeconomic/find-report.ts';
import { at } from '../../support/clients/graphql.ts';
import { CERTIFICATE } from '../../support/data/documents.ts';
import { extractAndWait } from '../../support/data/extractions.ts';
import { uploadAndGetId } from '../../support/data/files.ts';
import {
  addPerson,
  answerQuestionnaire,
  generateDraft,
} from '../../support/data/socioeconomic-reports.ts';
import { createTestContext } from '../../support/gateway/context.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway({}, { isServicePerTest: true });
const COPIES = 8;
/** Longer than a slice, on whatever machine. */
const UNSEALED_IN_MS = 6;

/** The gateway's own keys, with which to unseal anything takes a whole slice; counts what is unsealed in one turn of the loop. */
async function openSlowly(): Promise<{ ctx: RequestContext; mostInATurn: () => number }> {
  const { files: options } = loadConfig(nameFileFolder().env);
  const real = await createFileVault({ options, onFault: () => undefined });
  let inThisTurn = 0;
  let most = 0;
  // It was there first, so that it is the first in each turn.
  const countTurn = (): void => {
    inThisTurn = 0;
    counting = setImmediate(countTurn);
  };
  let counting = setImmediate(countTurn);
  const unseal: FileVault['unseal'] = (...sealed) => {
    inThisTurn += 1;
    most = Math.max(most, inThisTurn);
    const until = performance.now() + UNSEALED_IN_MS;
    while (performance.now() < until);
    return real.unseal(...sealed);
  };
  const ctx = await createTestContext(gateway.db, gateway.service);
  const mostInATurn = (): number => {
    clearImmediate(counting);
    return most;
  };
  return { ctx: { ...ctx, files: { vault: { ...real, unseal } } }, mostInATurn };
}

/** The same row so many times more, each under an id of its own; answers all ids. */
async function multiply(table: string, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} overriding system value
    select (jsonb_populate_record(one, jsonb_build_object('id', one.id + n))).*
    from ${sql.table(table)} one, generate_series(1, ${COPIES - 1}) n
    where one.service_id = ${gateway.service.serviceId} and one.id = ${id}
    returning id
  `.execute(gateway.db);
  return [id, ...rows.map((row) => row.id)];
}

async function makeFile(): Promise<number> {
  const { businessId } = await addPerson(gateway);
  const fields = { business_id: String(businessId) };
  return await uploadAndGetId(gateway, { bytes: CERTIFICATE, fields });
}

it('opens the names of many files in as many turns of the loop', async () => {
  const ids = await multiply('files', await makeFile());
  const { ctx, mostInATurn } = await openSlowly();
  const found = await Promise.all(
    ids.map(async (databaseId) => await findFile(ctx, { databaseId })),
  );
  expect(found.map((file) => file?.name)).toEqual(ids.map(() => 'acta.pdf'));
  // The file's own key, and its name.
  expect(mostInATurn()).toBe(2);
});

it('opens what many documents say in as many turns of the loop', async () => {
  const { body } = await extractAndWait(gateway, await makeFile());
  const ids = await multiply('extractions', Number(at(body, 'data', 'extraction_id')));
  const { ctx, mostInATurn } = await openSlowly();
  const opened = await Promise.all(ids.map(async (id) => await decryptFields(ctx, id)));
  expect(opened.map(({ fields }) => fields.length > 0)).toEqual(ids.map(() => true));
  expect(mostInATurn()).toBe(2);
});

it('opens many reports in as many turns of the loop', async () => {
  await answerQuestionnaire(gateway);
  const ids = await multiply(
    'socioeconomic_reports',
    await generateDraft(gateway, await addPerson(gateway)),
  );
  const { ctx, mostInATurn } = await openSlowly();
  const shown = await Promise.all(
    ids.map(async (id) => await readReport(ctx, await getSocioeconomicReport(ctx, id))),
  );
  expect(new Set(shown.map(({ sha256 }) => sha256)).size).toBe(COPIES);
  expect(mostInATurn()).toBe(1);
});
