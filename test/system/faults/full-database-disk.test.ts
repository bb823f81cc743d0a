import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useGateway } from '../../support/gateway/gateway.ts';

const MAY_MOUNT = process.platform === 'linux' && process.getuid?.() === 0;
if (!MAY_MOUNT) console.log('Only root may mount a small disk: no disk of the database was full.');

const folder = mkdtempSync(join(tmpdir(), 'small-database-'));
const tablespace = sql.id(basename(folder).replaceAll('-', '_').toLowerCase());
const filler = join(folder, 'filler');
const HALF_MIB = 512 * 1024;

function mount(options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
}

describe.skipIf(!MAY_MOUNT)('a disk of the database', () => {
  const gateway = useGateway({ WORKER: 'off' });
  let externalId = 0;

  async function upsert(): Promise<{ status: number; retryAfter: string | null }> {
    externalId += 1;
    const body = { id_negocio: externalId, cod_negocio: `F-${externalId}`, participantes: [] };
    const { status, headers } = await gateway.request('POST', '/api/v4/fiduciary/requests', {
      body,
    });
    return { status, retryAfter: headers.get('retry-after') };
  }

  beforeAll(async () => {
    const { rows } = await sql<{ path: string }>`
      select current_setting('data_directory') as path`.execute(gateway.db);
    const { uid, gid } = statSync(rows[0]?.path ?? '');
    mount(`size=1m,uid=${uid},gid=${gid},mode=700`);
    await sql`create tablespace ${tablespace} location ${sql.lit(folder)}`.execute(gateway.db);
    await sql`alter table audit_events set tablespace ${tablespace}`.execute(gateway.db);
  });
  afterAll(async () => {
    await sql`alter table audit_events set tablespace pg_default`.execute(gateway.db);
    await sql`drop tablespace ${tablespace}`.execute(gateway.db);
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });

  it('that is full is 503 for writes and lets reads through, until there is room', async () => {
    expect(await upsert()).toEqual({ status: 200, retryAfter: null });
    expect(() => {
      writeFileSync(filler, Buffer.alloc(HALF_MIB * 3));
    }).toThrow('ENOSPC');
    // The pages that the table has already take some more rows.
    let reply = await upsert();
    for (let time = 0; time < 200 && reply.status === 200; time += 1) reply = await upsert();
    expect(reply).toEqual({ status: 503, retryAfter: '2' });
    const read = await gateway.request('GET', '/api/v4/business/detail?id=1');
    expect(read.status).toBe(200);
    rmSync(filler);
    expect(await upsert()).toEqual({ status: 200, retryAfter: null });
  });
});
