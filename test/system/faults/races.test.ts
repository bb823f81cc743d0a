import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allocateIds } from '../../../src/db/queries/records/id-counters.ts';
import { makeBusiness, type ParticipantSample } from '../../support/data/factories.ts';
import { importLines } from '../../support/data/imports.ts';
import { type Random, repeatRandomly } from '../../support/data/random.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  type JsonReply,
  type OpenGateway,
  openGateway,
} from '../../support/gateway/open-gateway.ts';

const MODES = ['', 'juridical_only', 'all'] as const;

const database = useDatabase();
let gateway: OpenGateway;

beforeAll(async () => {
  // A deadlock is to be found out in the time of a test, and to be found at all.
  await database.pool.query(
    `do $$ begin execute format('alter database %I set deadlock_timeout = ''20ms''', current_database()); end $$`,
  );
  gateway = await openGateway(database.url, { DATABASE_POOL_SIZE: '10' });
});
afterAll(async () => {
  await gateway.close();
});

async function complete(businessId: number, mode: string): Promise<JsonReply> {
  return await gateway.request('POST', `/api/v4/fiduciary/${businessId}/complete`, {
    delete_mode: mode,
  });
}

/** Rows that nothing refers to any more. */
async function listOrphans(): Promise<unknown[]> {
  const { rows } = await sql`
    select 'person' as kind, s.id from persons s where not exists (
      select from participants p where p.service_id = s.service_id and p.person_id = s.id)
    union all
    select 'file', f.id from files f where not exists (
      select from documents d where d.service_id = f.service_id and d.file_id = f.id)
  `.execute(database.db);
  return rows;
}

async function countParticipants(businessId: number): Promise<{ without: number; with: number }> {
  const { rows } = await sql<{ without: number; with: number }>`
    select count(*) filter (where legal_act_folio is null) as without,
           count(*) filter (where legal_act_folio is not null) as with
    from participants
    where service_id = ${gateway.service.serviceId} and business_id = ${businessId}
  `.execute(database.db);
  return rows[0] ?? { without: 0, with: 0 };
}

/** A few persons and files, so that most are shared. */
function sample(random: Random): ParticipantSample {
  const documents = Array.from({ length: random.below(3) }, (): [string, number | null] => [
    random.pick(['INE', 'CSF']),
    random.pick([null, 101, 102, 103, 104]),
  ]);
  return {
    personExternalId: 1 + random.below(6),
    legalActFolio: random.pick([null, 'F-1']),
    documents,
  };
}

function samples(random: Random, max: number): ParticipantSample[] {
  return Array.from({ length: 1 + random.below(max) }, () => sample(random));
}

describe('completions of one business at once', () => {
  it('200 answers all twenty, and exactly what their modes name is gone', async () => {
    await repeatRandomly(async (random) => {
      const { id } = await makeBusiness(gateway.db, gateway.service.serviceId, {
        participants: samples(random, 8),
      });
      const before = await countParticipants(id);
      const modeSet = random.pick<readonly [string, ...string[]]>([
        MODES,
        ['', 'juridical_only'],
        [''],
      ]);
      const modes = Array.from({ length: 20 }, () => random.pick<string>(modeSet));
      const replies = await Promise.all(modes.map(async (mode) => await complete(id, mode)));
      expect(replies.map((one) => one.status)).toEqual(modes.map(() => 200));
      const isAll = modes.includes('all');
      expect(await countParticipants(id)).toEqual({
        without: isAll || modes.includes('') ? 0 : before.without,
        with: isAll || modes.includes('juridical_only') ? 0 : before.with,
      });
      const businesses = await sql`select from businesses where id = ${id}`.execute(database.db);
      expect(businesses.rows).toHaveLength(isAll ? 0 : 1);
      const receipts = await sql<{ deleted: number; whole: number }>`
        select sum(deleted_participant_count) as deleted,
               count(*) filter (where business_deleted) as whole
        from deletion_receipts where business_id = ${id}`.execute(database.db);
      const after = await countParticipants(id);
      const gone = before.with + before.without - after.with - after.without;
      expect(receipts.rows).toEqual([{ deleted: gone, whole: isAll ? 1 : 0 }]);
      await complete(id, 'all');
      expect(await listOrphans()).toEqual([]);
    });
  });
});

describe('completions of businesses that share persons and files', () => {
  it('200 answers them, reads and imports beside them, and no row is orphaned or lost', async () => {
    const { serviceId, service } = gateway.service;
    await repeatRandomly(async (random) => {
      const made: number[] = [];
      while (made.length < 4) made.push((await makeOne(random)).id);
      const kept = await makeOne(random);
      const keptBefore = await gateway.request('GET', `/api/v4/business/detail?id=${kept.id}`);
      const imported = [
        [1, 2, 3],
        [3, 1],
      ].map((ids) => ids.map((n) => line(n, samples(random, 4))));
      const replies = await Promise.all([
        ...made.map(async (id) => await complete(id, random.pick(MODES))),
        ...made.map(async (id) => await complete(id, random.pick(MODES))),
        ...made.map(async (id) => await gateway.request('GET', `/api/v4/business/detail?id=${id}`)),
        gateway.graphql(READ),
        gateway.graphql(READ),
        ...made.map(async (id) => await addParticipant(id, random)),
        ...imported.map(async (lines) => {
          await importLines(database, { name: service, serviceId }, lines);
          return OK;
        }),
      ]);
      for (const reply of replies) {
        expect(reply.status).toBe(200);
        expect(JSON.stringify(reply.body)).not.toContain('"errors"');
      }
      const keptAfter = await gateway.request('GET', `/api/v4/business/detail?id=${kept.id}`);
      expect(keptAfter.body).toEqual(keptBefore.body);
      expect(await listOrphans()).toEqual([]);
      for (const id of [...made, kept.id]) await complete(id, 'all');
      expect(await listOrphans()).toEqual([]);
    });
  });

  it('a deadlock with a foreign transaction is not seen by who completes', async () => {
    await repeatRandomly(async (random) => {
      const people = [{ personExternalId: 1 }, { personExternalId: 2 }];
      const { serviceId } = gateway.service;
      const first = await makeBusiness(gateway.db, serviceId, { participants: people });
      const other = await makeBusiness(gateway.db, serviceId, { participants: people });
      const replies = await Promise.all([
        complete(first.id, 'all'),
        touchBackwards([2, 1]),
        touchBackwards([2, 1]),
        complete(other.id, random.pick(MODES)),
      ]);
      expect(replies[0].status).toBe(200);
      expect(replies[3].status).toBe(200);
      await complete(other.id, 'all');
      expect(await listOrphans()).toEqual([]);
    });
  });
});

const OK: JsonReply = { status: 200, headers: new Headers(), body: {} };
const READ = `{ businesses(first: 20) { edges { node { name participants(first: 20) {
  edges { node { name documents { typeCode downloadId } } } } } } } }`;

async function makeOne(random: Random) {
  return await makeBusiness(gateway.db, gateway.service.serviceId, {
    participants: samples(random, 5),
  });
}

/** An import's line names a person once. */
function uniqueByPerson(participants: ParticipantSample[]): ParticipantSample[] {
  return [...new Map(participants.map((one) => [one.personExternalId, one])).values()];
}

/** A line of an import file for one of a few businesses that each import names again. */
function line(n: number, participants: ParticipantSample[]): object {
  return {
    type: 'business',
    id_negocio: n,
    cod_negocio: `I-${n}`,
    business_name: 'Importado',
    participantes: uniqueByPerson(participants).map((one) => ({
      id_persona: one.personExternalId,
      tipo_per: 'FIS',
      nombre: 'Una persona',
      juridical_folio: one.legalActFolio,
      tipo_doctos: one.documents?.map(([code, file]) => ({
        cod_tipo_docto: code,
        id_descarga: file,
      })),
    })),
  };
}

/** Adds a participant by plain SQL, as another program would; gives up where the business is gone. */
async function addParticipant(businessId: number, random: Random): Promise<JsonReply> {
  const externalId = 1 + random.below(6);
  const { serviceId } = gateway.service;
  for (let attempt = 1; attempt < 20; attempt += 1) {
    try {
      await database.db.transaction().execute(async (tx) => {
        // In the order that upserts and imports keep: the other one deadlocks with them.
        const id = await allocateIds(tx, { serviceId, kind: 'participant', count: 1 });
        const personId = await allocateIds(tx, { serviceId, kind: 'person', count: 1 });
        await sql`insert into persons (service_id, id, external_id)
          values (${serviceId}, ${personId}, ${externalId}) on conflict do nothing`.execute(tx);
        await sql`insert into participants
            (service_id, id, business_id, person_id, person_type, name)
          select service_id, ${id}, ${businessId}, id, 'natural', 'Otra persona' from persons
          where service_id = ${serviceId} and external_id = ${externalId}`.execute(tx);
      });
      return OK;
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== '23503') throw error;
      if (error.constraint?.startsWith('participants_service_id_business_id_fkey') === true)
        return OK;
    }
  }
  throw new Error('The participant could not be added.');
}

/** Holds persons in an order that no code of ours keeps. */
async function touchBackwards(externalIds: number[]): Promise<JsonReply> {
  const { serviceId } = gateway.service;
  await database.db
    .transaction()
    .execute(async (tx) => {
      for (const externalId of externalIds)
        await sql`select from persons
          where service_id = ${serviceId} and external_id = ${externalId} for update`.execute(tx);
    })
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseError) || error.code !== '40P01') throw error;
    });
  return OK;
}
