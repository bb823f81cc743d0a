import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createScanner } from '../../../src/adapters/files/scanner.ts';
import { at } from '../../support/clients/graphql.ts';
import { makePdf } from '../../support/data/files.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { type Clamd, EICAR, hasClamd, startClamd } from '../../support/processes/clamd.ts';

/** What stands in clamd's place, and what it does with who comes. */
const SCANNERS: Record<string, ((socket: Socket) => void) | undefined> = {
  'is not there': undefined,
  'takes nothing and says nothing': (socket) => void socket.pause(),
  'takes all and says nothing': (socket) => void socket.resume(),
  'hangs up': (socket) => void socket.destroy(),
  'says what is no verdict': (socket) => void socket.end('stream: OK and more\0'),
};

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let count = 0; count < 100; count += 1) yield await Promise.resolve(Buffer.alloc(65_536));
}

describe('a scanner that has no verdict', () => {
  async function scanWith(kind: string, scan: 'required' | 'optional') {
    const clamdSocket = join(tmpdir(), `no-clamd-${randomUUID()}.sock`);
    const answer = SCANNERS[kind];
    if (answer !== undefined) {
      const server = createServer(answer).listen(clamdSocket);
      await once(server, 'listening');
      onTestFinished(() => void server.close());
    }
    const faults: unknown[] = [];
    const onFault = (error: unknown) => void faults.push(error);
    const scanner = createScanner({ clamdSocket, scan, timeoutMs: 200, onFault });
    return { faults, verdict: scanner.scan(chunks()) };
  }

  it.each(Object.keys(SCANNERS))(
    'refuses the file where every file must be scanned: %s',
    async (kind) => {
      const { verdict, faults } = await scanWith(kind, 'required');
      await expect(verdict).rejects.toMatchObject({ code: 'files_unavailable' });
      expect(faults).toHaveLength(1);
    },
  );

  it.each(Object.keys(SCANNERS))(
    'lets it pass unscanned where that is allowed, and tells: %s',
    async (kind) => {
      const { verdict, faults } = await scanWith(kind, 'optional');
      expect(await verdict).toBe('unscanned');
      expect(faults).toHaveLength(1);
    },
  );
});

describe.skipIf(!hasClamd)('clamd', () => {
  const database = useDatabase();
  let clamd: Clamd;
  let gateway: OpenGateway;

  beforeAll(async () => {
    clamd = await startClamd();
    gateway = await openGateway(database.url, { CLAMD_SOCKET: clamd.socket });
  });
  afterAll(async () => {
    await gateway.close();
    await clamd.stop();
  });

  async function send(bytes: Buffer, filename: string) {
    const content_base64 = bytes.toString('base64');
    return await gateway.request('POST', '/api/v4/file/upload', { filename, content_base64 });
  }

  async function statusOf(body: unknown): Promise<number> {
    const path = `${gateway.url}/api/v4/file/${String(at(body, 'data', 'file_id'))}`;
    return (await fetch(path, { headers: gateway.service.headers })).status;
  }

  it('passes a clean file', async () => {
    const { status, body } = await send(makePdf(200_000), 'a.pdf');
    expect([status, at(body, 'data', 'status')]).toEqual([200, 'clean']);
    expect(await statusOf(body)).toBe(200);
  });

  it('finds what is infected, which is neither kept nor downloaded', async () => {
    const { status, body } = await send(Buffer.from(`a,b\n${EICAR}\n`), 'a.csv');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: { status: 'infected' },
      message: 'File infected',
      success: false,
    });
    expect(await statusOf(body)).toBe(409);
    const row = gateway.db
      .selectFrom('files')
      .select('storage_key')
      .where('state', '=', 'infected')
      .executeTakeFirstOrThrow();
    expect(await row).toEqual({ storage_key: null });
  });

  it('503 for a file that it does not take, and 200 again for the next', async () => {
    const { status, body } = await send(makePdf(2_000_000), 'a.pdf');
    expect([status, at(body, 'code_message')]).toEqual([503, 'files_unavailable']);
    expect((await send(makePdf(), 'a.pdf')).status).toBe(200);
  });
});
