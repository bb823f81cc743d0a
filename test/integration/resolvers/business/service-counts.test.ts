import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { readCounts } from '../../../../src/db/queries/records/service-counts.ts';
import { DELETE_MODES } from '../../../../src/domain/business/completion.ts';
import { ZERO_DELTA } from '../../../../src/domain/business/service-counts.ts';
import { MATCH_STATES, MATCH_VERDICTS } from '../../../../src/domain/matches/match.ts';
import { AppError } from '../../../../src/errors.ts';
import { completeBusiness } from '../../../../src/resolvers/completion/complete-business.ts';
import { attachDocument } from '../../../../src/resolvers/files/attach-document.ts';
import { resolveParticipantMatches } from '../../../../src/resolvers/matches/resolve-participant-matches.ts';
import { resolvePersonMatches } from '../../../../src/resolvers/matches/resolve-person-matches.ts';
import { importAnswers } from '../../../../src/resolvers/questionnaire/import-answers.ts';
import { upsertBusiness } from '../../../../src/resolvers/upsert/upsert-business.ts';
import { businessLine, importLines, participant } from '../../../support/data/imports.ts';
import { type Random, repeatRandomly } from '../../../support/data/random.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';
import { countAnew } from '../../../support/probes/service-counts.ts';

const database = useDatabase();
let service: TestService;
let other: TestService;

beforeEach(async () => {
  const tokens = await createTestTokens(database.db);
  service = await createTestService(database.db, tokens);
  other = await createTestService(database.db, tokens);
});

type Work = (service: TestService, random: Random) => Promise<unknown>;

/** Few of each, so that most of what is done is done to what is there, by several at once. */
const BUSINESSES = 4;
const PERSONS = 6;
const TYPES: [string, ...string[]] = ['INE', 'CSF', 'RFC'];

const some = <T>(random: Random, make: () => T): T[] =>
  Array.from({ length: random.below(4) }, make);

/** Each person once, for one that stands twice is refused. */
function persons(random: Random): number[] {
  return [...new Set(some(random, () => 1 + random.below(PERSONS)))];
}

const upsert: Work = async (of, random) =>
  await upsertBusiness(await createTestContext(database.db, of), {
    externalId: 1 + random.below(BUSINESSES),
    code: random.pick(['A', 'B']),
    participants: persons(random).map((externalPersonId) => ({
      externalPersonId,
      personType: random.pick(['natural', 'legal']),
      name: 'Ana',
      legalActFolio: random.pick([null, 'F-1']),
      matches: some(random, () => ({
        sourceCode: 'OFAC',
        externalId: String(random.below(5)),
        state: random.pick(MATCH_STATES),
      })),
      requestedDocumentTypes: some(random, () => random.pick(TYPES)),
    })),
    missingParticipants: random.pick(['keep', 'keep', 'delete']),
    missingDocuments: random.pick(['keep', 'delete']),
  });

async function pickId(of: TestService, table: string, random: Random): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where service_id = ${of.serviceId} order by id
  `.execute(database.db);
  return rows[random.below(rows.length)]?.id ?? 1;
}

const attach: Work = async (of, random) =>
  await attachDocument(await createTestContext(database.db, of), {
    participant: { databaseId: await pickId(of, 'participants', random) },
    typeCode: random.pick(TYPES),
    downloadId: 1 + random.below(9),
  });

const resolve: Work = async (of, random) =>
  await resolveParticipantMatches(await createTestContext(database.db, of), {
    participant: { databaseId: await pickId(of, 'participants', random) },
    ...random.pick([{}, { verdict: random.pick(MATCH_VERDICTS), reason: 'homonym' as const }]),
    reopen: random.pick([true, false]),
  });

const resolvePerson: Work = async (of, random) =>
  await resolvePersonMatches(await createTestContext(database.db, of), {
    externalPersonId: 1 + random.below(PERSONS),
    verdict: random.pick(MATCH_VERDICTS),
    reason: 'homonym',
    reopen: random.pick([true, false]),
  });

const complete: Work = async (of, random) =>
  await completeBusiness(await createTestContext(database.db, of), {
    business: { databaseId: await pickId(of, 'businesses', random) },
    deleteMode: random.pick(DELETE_MODES),
  });

const load: Work = async (of, random) => {
  const numbers = new Set(some(random, () => 1 + random.below(BUSINESSES)));
  const lines = [...numbers].map((id_negocio) =>
    businessLine({
      id_negocio,
      participantes: persons(random).map((id_persona) =>
        participant({
          id_persona,
          tipo_per: random.pick(['FIS', 'MOR']),
          apellido_paterno: '',
          match_resolution_pending: random.pick([true, false]),
          matches: some(random, () => ({ list: 'OFAC', match_id: String(random.below(5)) })),
          tipo_doctos: some(random, () => ({
            cod_tipo_docto: random.pick(TYPES),
            id_descarga: random.pick([null, 1 + random.below(9)]),
          })),
        }),
      ),
    }),
  );
  await importLines(database, { name: of.service, serviceId: of.serviceId }, lines);
};

const answer: Work = async (of, random) =>
  await importAnswers(await createTestContext(database.db, of), {
    userId: of.userId,
    templates: ['kyc'],
    answers: some(random, () => ({
      question: random.pick(QUESTIONS),
      answer: random.pick(['a', 'b']),
    })),
  });

const loadAnswers: Work = async (of, random) => {
  const answers = some(random, () => ({ question: random.pick(QUESTIONS), answer: 'c' }));
  const distinct = new Map(answers.map((one) => [one.question, one]));
  await importLines(database, { name: of.service, serviceId: of.serviceId }, [
    { type: 'template', key: 'kyc', title: 'KYC', questions: QUESTIONS.map(toQuestion) },
    { type: 'answers', user_id: of.userId, template: 'kyc', answers: [...distinct.values()] },
  ]);
};

const QUESTIONS: [string, ...string[]] = ['one', 'two', 'three', 'four'];
const toQuestion = (key: string) => ({ key, text: `${key}?` });

const WORK: [Work, ...Work[]] = [
  answer,
  loadAnswers,
  upsert,
  upsert,
  upsert,
  attach,
  attach,
  resolve,
  resolvePerson,
  complete,
  load,
];

/** What is refused, as in the midst of others it may be, must not count for anything. */
async function dare(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

async function expectRight(of: TestService) {
  const counts = await readCounts(database.db, of.serviceId);
  expect(counts).toEqual(await countAnew(database.db, of.serviceId));
  return counts;
}

describe('the counts of a service', () => {
  it('are 0 where there is nothing', async () => {
    expect(await readCounts(database.db, service.serviceId)).toEqual(ZERO_DELTA);
  });

  it('are those of its rows after whatever was done, by many at once', async () => {
    // Counts that were above 0. Bytes of files are tested in test/integration/files/file-quota.test.ts.
    const seen = new Set(['fileBytes']);
    const round = async (random: Random) => {
      const work = Array.from({ length: 16 }, () => ({
        of: random.pick([service, service, other]),
        run: random.pick(WORK),
      }));
      await Promise.all(work.map(async ({ of, run }) => await dare(run(of, random))));
      const counts = await expectRight(service);
      await expectRight(other);
      for (const [name, count] of Object.entries(counts)) if (count > 0) seen.add(name);
    };
    const names = Object.keys(ZERO_DELTA);
    await repeatRandomly(round, () => names.every((name) => seen.has(name)));
    expect(names.filter((name) => !seen.has(name))).toEqual([]);
  });

  it('are right after every single thing that was done', async () => {
    await repeatRandomly(async (random) => {
      for (let step = 0; step < 3; step += 1) await dare(upsert(service, random));
      for (const run of new Set(WORK)) {
        await dare(run(service, random));
        await expectRight(service);
      }
    });
  });

  it('stay as they are where the transaction is undone', async () => {
    const input = { externalId: 9, code: 'N', participants: [] };
    const keep = { missingParticipants: 'keep', missingDocuments: 'keep' } as const;
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`.execute(database.db);
    await sql`create constraint trigger refuse after insert on businesses
      deferrable initially deferred for each row execute function refuse()`.execute(database.db);
    const failing = upsertBusiness(await createTestContext(database.db, service), {
      ...input,
      ...keep,
    });
    await expect(failing).rejects.toThrow('refused');
    await sql`drop trigger refuse on businesses`.execute(database.db);
    expect(await expectRight(service)).toEqual(ZERO_DELTA);
  });

  it('are read of few rows, however many writers there were', async () => {
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const keep = { missingParticipants: 'keep', missingDocuments: 'keep' } as const;
        const input = { externalId: 100 + index, code: 'N', participants: [], ...keep };
        await upsertBusiness(await createTestContext(database.db, service), input);
      }),
    );
    expect(await expectRight(service)).toEqual({ ...ZERO_DELTA, businesses: 60 });
    const rows =
      await sql`select from service_counts where service_id = ${service.serviceId}`.execute(
        database.db,
      );
    expect(rows.rows.length).toBeLessThanOrEqual(16);
  });
});
