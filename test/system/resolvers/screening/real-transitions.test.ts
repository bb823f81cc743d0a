import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { describeWithLists } from '../../../support/data/lists-data.ts';
import { screenAll, switchOn } from '../../../support/data/living-screening.ts';
import { loadSatList } from '../../../support/data/sat-lists.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';

const database = useDatabase();
const FOLDER = process.env['LISTS_DATA'] ?? '';
let service: TestService;

async function load(file: string): Promise<void> {
  const list = { path: join(FOLDER, 'sat69b', file) };
  await loadSatList(database.url, { code: 'sat69b', list });
}

/** A participant for every fourth taxpayer that 69-B lists on the first day, by RFC and name. */
async function takeEverybody(): Promise<void> {
  await sql`
    with everybody as (
      select row_number() over (order by entry_key) as n, entry_key as rfc, name, party_type
      from list_entries
      where source = 'sat69b' and valid_to is null and entry_key not like '%/%'
    ), listed as (
      select * from everybody where n % 4 = 0
    ), business as (
      insert into businesses (service_id, id, external_id, code)
      values (${service.serviceId}, 1, 1, 'A') returning id
    ), people as (
      insert into persons (service_id, id, external_id)
      select ${service.serviceId}, n, n from listed returning id
    )
    insert into participants (service_id, id, business_id, person_id, person_type, name, rfc)
    select ${service.serviceId}, n, business.id, n,
      case party_type when 'natural' then 'natural' else 'legal' end, name, rfc
    from listed, business
  `.execute(database.db);
}

async function count(condition: ReturnType<typeof sql<boolean>>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from participant_matches m
    join match_findings f on f.service_id = m.service_id and f.match_id = m.id
    join participants p on p.service_id = m.service_id and p.id = m.participant_id
    where m.service_id = ${service.serviceId} and ${condition}
  `.execute(database.db);
  return rows[0]?.count ?? 0;
}

describeWithLists('69-B as it was really published in October and December 2018', () => {
  beforeAll(async () => {
    const tokens = await createTestTokens(database.db);
    service = await createTestService(database.db, tokens);
    await switchOn(database.db, service.serviceId, { families: ['sat69b'] });
    await load('hist_art69b_0001.csv');
    await takeEverybody();
  });

  it('raises again exactly what became another matter', async () => {
    const { db } = database;
    await screenAll(db, service.serviceId);
    const own = sql<boolean>`m.external_id = p.rfc`;
    const people = await db.selectFrom('participants').select('rfc').execute();
    expect(people).toHaveLength(2211);
    expect(await count(own)).toBe(people.length);
    await sql`update participant_matches set status = 'true_match'`.execute(db);
    await load('hist_art69b_0002.csv');
    await screenAll(db, service.serviceId);
    // What was just loaded has no statistics, and is joined with itself.
    await sql`analyze list_entries`.execute(db);
    const { rows } = await sql<{ key: string }>`
      select now_is.entry_key as key from list_entries now_is
      join list_entries was on was.service_id = 0 and was.source = 'sat69b'
        and was.entry_key = now_is.entry_key and was.valid_to = now_is.valid_from
      where now_is.service_id = 0 and now_is.source = 'sat69b' and now_is.valid_to is null
        and now_is.matter_hash <> was.matter_hash
      order by 1
    `.execute(db);
    const changed = rows.map((one) => one.key);
    expect(changed).toHaveLength(505);
    const raised = await db
      .selectFrom('participant_matches')
      .innerJoin('match_findings', 'match_findings.match_id', 'participant_matches.id')
      .select('external_id as key')
      .distinct()
      .where('raised_because', '=', 'entry_changed')
      .orderBy('external_id')
      .execute();
    const known = new Set(people.map(({ rfc }) => rfc));
    const isPending = sql<boolean>`m.status = 'pending' and f.raised_because = 'entry_changed'`;
    expect(await count(sql`${own} and ${isPending}`)).toBe(
      changed.filter((key) => known.has(key)).length,
    );
    expect(new Set(raised.map((one) => one.key))).toEqual(
      new Set(changed.filter((key) => raised.some((one) => one.key === key))),
    );
  }, 300_000);
});
