import { type RawBuilder, sql } from 'kysely';

/** Public key of report signatures. */
type ReportKey = { kid: string; publicJwk: object };

/** The part `known_key` of a statement that keeps what the key has signed: the key itself, once. */
export function knownReportKey({ kid, publicJwk }: ReportKey): RawBuilder<unknown> {
  return sql`known_key as (
      insert into report_keys (kid, public_jwk) values (${kid}, ${JSON.stringify(publicJwk)})
      on conflict do nothing
    )`;
}
