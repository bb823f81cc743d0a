import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();

const INSTANTS = [
  '2026-11-21 09:22:16.123456+00',
  '2026-11-21 09:22:16+00',
  '2026-11-21 09:22:16.5+00',
  '2026-11-21 09:22:16.999999+00',
  '1969-12-31 23:59:59.999+00',
  '0001-01-01 00:00:00+00',
  '0099-06-01 00:00:00+00',
  '9999-12-31 23:59:59.999+00',
  '12026-01-01 00:00:00+00',
  '0044-03-15 12:00:00+00 BC',
];
const ZONES = ['UTC', 'America/Mexico_City', 'Asia/Kathmandu', 'Africa/Monrovia'];

const rowSchema = z.object({ instant: z.date(), seconds: z.number() });

describe('an instant', () => {
  it.each(ZONES)(
    'is read to the millisecond, whatever its form, in a session of zone %s',
    async (zone) => {
      const client = await database.pool.connect();
      try {
        await client.query(`set time zone '${zone}'`);
        for (const text of INSTANTS) {
          const { rows } = await client.query(
            'select $1::timestamptz as instant, extract(epoch from $1::timestamptz)::float8 as seconds',
            [text],
          );
          const { instant, seconds } = rowSchema.parse(rows[0]);
          expect({ text, ms: instant.getTime() }).toEqual({ text, ms: Math.floor(seconds * 1000) });
        }
        const { rows } = await client.query('select $1::timestamptz as instant', ['infinity']);
        expect(rows).toEqual([{ instant: Number.POSITIVE_INFINITY }]);
      } finally {
        client.release(true);
      }
    },
  );
});
