import { type Kysely, sql } from 'kysely';

/** Rate-limit points that services have consumed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
}

const TABLES = `
-- Points that all processes together have claimed in the window under way. Unlogged, for nothing is lost with it:
-- after a crash of the database a window begins anew.
create unlogged table rate_limits (
  service_id integer not null references services (id),
  budget text not null,
  points bigint not null,
  resets_at timestamptz(3) not null,
  primary key (service_id, budget)
) with (fillfactor = 50);
`;
