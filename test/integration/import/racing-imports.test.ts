import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TokenIssuer } from '../../../src/auth/tokens.ts';
import { createRequestContext } from '../../../src/context.ts';
import { importFiles } from '../../../src/import/import-files.ts';
import { createLogger } from '../../../src/log.ts';
import { completeBusiness } from '../../../src/resolvers/completion/complete-business.ts';
import { importAnswers } from '../../../src/resolvers/questionnaire/import-answers.ts';
import { businessLine, participant, writeLines } from '../../support/data/imports.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';

const BUSINESSES = 60;
const PERSONS = 25;

const database = useDatabase();
let service: TestService;
let tokens: TokenIssuer;

beforeAll(async () => {
  tokens = await createTestTokens(database.db);
  service = await createTestService(database.db, tokens);
});

/** The persons of a business in one run: few persons for many businesses, others in every run. */
function personsOf(business: number, run: number): number[] {
  return [0, 5, 10].map((step) => ((business * 7 + step + run) % PERSONS) + 1);
}

const BUSINESS_IDS = Array.from({ length: BUSINESSES }, (_, index) => index + 1);

function makeBusinesses(run: number) {
  return BUSINESS_IDS.map((id) =>
    businessLine({
      id,
      id_negocio: 1_000 + id,
      participantes: personsOf(id, run).map((person, place) =>
        participant({
          id_persona: person,
          tipo_doctos: [{ cod_tipo_docto: 'A', id_descarga: ((person + run) % PERSONS) + 1 }],
          juridical_folio: place === 0 ? 'F' : null,
        }),
      ),
    }),
  );
}

function makeLines(run: number): object[] {
  const businesses = makeBusinesses(run);
  const answers = [{ question: 'q', answer: `run ${run}` }];
  return [
    { type: 'template', key: 't', title: 'T', questions: [{ key: 'q', text: 'Q?' }] },
    { type: 'answers', user_id: service.userId, template: 't', answers },
    ...(run % 2 === 0 ? businesses : businesses.toReversed()),
  ];
}

async function runImport(run: number): Promise<unknown> {
  const files = [await writeLines(makeLines(run), `run-${run}.ndjson`)];
  return await importFiles({ pool: database.pool, serviceName: service.service, files });
}

function openRequestContext() {
  const log = createLogger('silent');
  return createRequestContext({
    db: database.db,
    log,
    tokens,
    caller: service.caller,
    requestId: 'race',
  });
}

describe('imports of one service that race', () => {
  it('with each other, with completions and with answers all succeed and leave no loose row', async () => {
    await runImport(0);
    const modes = ['without_folio', 'with_folio', 'all'] as const;
    const completions = BUSINESS_IDS.toReversed().map(async (id) => {
      const deleteMode = modes[id % modes.length] ?? 'all';
      return await completeBusiness(openRequestContext(), {
        business: { databaseId: id },
        deleteMode,
      });
    });
    const answers = Array.from(
      { length: 10 },
      async (_, index) =>
        await importAnswers(openRequestContext(), {
          userId: service.userId,
          templates: ['t'],
          answers: [{ question: 'q', answer: `wire ${index}` }],
        }),
    );
    const imports = [1, 2, 3].map(runImport);
    await Promise.all([...imports, ...completions, ...answers]);
    expect(await countLooseRows()).toEqual({ persons: 0, files: 0, documents: 0 });
  });

  it('end as the last of them says', async () => {
    await Promise.all([runImport(1), runImport(2)]);
    await runImport(3);
    const rows = await database.db
      .selectFrom('participants')
      .innerJoin('persons', (join) =>
        join
          .onRef('persons.service_id', '=', 'participants.service_id')
          .onRef('persons.id', '=', 'participants.person_id'),
      )
      .select(['business_id', 'external_id'])
      .where('participants.service_id', '=', service.serviceId)
      .execute();
    const listed = BUSINESS_IDS.flatMap((id) =>
      personsOf(id, 3).map((person) => `${id} ${person}`),
    );
    const stored = rows.map((row) => `${row.business_id} ${row.external_id}`);
    expect(stored.toSorted()).toEqual(listed.toSorted());
  });
});

async function countLooseRows() {
  const { rows } = await sql`
    select
      (select count(*) from persons n where not exists (
        select from participants p where p.service_id = n.service_id and p.person_id = n.id
      )) as persons,
      (select count(*) from files f where not exists (
        select from documents d where d.service_id = f.service_id and d.file_id = f.id
      )) as files,
      (select count(*) from documents d where not exists (
        select from participants p where p.service_id = d.service_id and p.id = d.participant_id
      )) as documents
  `.execute(database.db);
  return rows[0];
}
