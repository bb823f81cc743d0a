import { type RawBuilder, sql } from 'kysely';

/** Public key that verifies signatures of reports. */
type ReportKey = { kid: string; publicJwk: object };

/**
 * Returns the common table expression `report_key`, which stores the key of a signature unless it is stored already.
 */
export function insertReportKeyCte({ kid, publicJwk }: ReportKey): RawBuilder<unknown> {
  return sql`report_key as (
      insert into report_keys (kid, public_jwk) values (${kid}, ${JSON.stringify(publicJwk)})
      on conflict do nothing
    )`;
}
