import { type RawBuilder, sql } from 'kysely';

/** A key that signs reports, as whoever verifies them later finds it. */
type ReportKey = { kid: string; publicJwk: object };

/** The part `known_key` of a statement that keeps what the key has signed: the key itself, once. */
export function knownReportKey({ kid, publicJwk }: ReportKey): RawBuilder<unknown> {
  return sql`known_key as (
      insert into report_keys (kid, public_jwk) values (${kid}, ${JSON.stringify(publicJwk)})
      on conflict do nothing
    )`;
}
