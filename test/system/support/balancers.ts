import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../src/embedded-postgres/free-port.ts';

/** Debian puts them beside what administrators run. */
const PATH = `${process.env['PATH']}:/usr/sbin`;

/** `log` is what it has said of faults. */
export type Balancer = { url: string; log: () => Promise<string>; stop: () => Promise<void> };

export const hasHaproxy: boolean = spawnSync('haproxy', ['-v'], { env: { PATH } }).status === 0;
export const hasNginx: boolean = spawnSync('nginx', ['-v'], { env: { PATH } }).status === 0;

/** HAProxy as Debian sets it up, that asks whether the gateways are ready and changes nothing else. */
export async function startHaproxy(ports: readonly number[]): Promise<Balancer> {
  const servers = ports.map((port, at) => `  server gateway${at} 127.0.0.1:${port} check`);
  return await start(
    (port) => `defaults
  mode http
  timeout connect 5000
  timeout client 50000
  timeout server 50000
frontend gateway
  bind 127.0.0.1:${port}
  default_backend gateways
backend gateways
  option httpchk GET /health/ready
${servers.join('\n')}
`,
    (file) => ['haproxy', '-db', '-f', file],
  );
}

/** nginx that tries each gateway whatever came before, as docs/operate/operations.md has it, and nothing else set but folders. */
export async function startNginx(ports: readonly number[]): Promise<Balancer> {
  const servers = ports.map((port) => `    server 127.0.0.1:${port} max_fails=0;`);
  const account = process.getuid?.() === 0 ? 'user root;' : '';
  return await start(
    (port, folder) => `${account}
worker_processes auto;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
${TEMPORARY.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
  upstream gateways {
${servers.join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://gateways;
    }
  }
}
`,
    (file, folder) => ['nginx', '-e', join(folder, 'error.log'), '-p', folder, '-c', file],
  );
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

async function start(
  settingsOf: (port: number, folder: string) => string,
  commandOf: (file: string, folder: string) => string[],
): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'participant-gateway-balancer-'));
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const file = join(folder, 'settings');
  await writeFile(file, settingsOf(port, folder));
  const [command = '', ...args] = commandOf(file, folder);
  const child = spawn(command, args, { env: { PATH }, cwd: folder });
  const ended = once(child, 'exit');
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  while (!(await accepts(port)))
    if (child.exitCode !== null) throw new Error(`${command} did not start:\n${said}`);
  return {
    url: `http://127.0.0.1:${port}`,
    log: async () => said + (await readFile(join(folder, 'error.log'), 'utf8').catch(() => '')),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const [event] = await Promise.race([
    once(socket, 'connect').then(() => [true]),
    once(socket, 'close').then(() => [false]),
  ]).catch(() => [false]);
  socket.destroy();
  return event === true;
}
