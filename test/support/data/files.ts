import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { at } from '../clients/graphql.ts';
import type { Gateway } from '../gateway/gateway.ts';

/** Creates an accepted file of any size from 20 bytes. */
export function makePdf(size = 1000, mark = 'uno'): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size, `%${mark}\n`);
  bytes.write('%PDF-1.7\n');
  return bytes;
}

/** Creates a PNG header, followed by the given bytes. */
export function makePng(size = 1000): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size, 7);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  return bytes;
}

export type SentFile = {
  bytes: Buffer<ArrayBuffer>;
  name?: string;
  type?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
};

/** A gateway, wherever it runs, and the service that uploads to it. */
type Receiver = Pick<Gateway, 'url' | 'service'>;

export type FileReply = { status: number; headers: Headers; body: unknown };

/** Uploads a file with a form, as a browser does. */
export async function upload(gateway: Receiver, sent: SentFile): Promise<FileReply> {
  const { bytes, name = 'acta.pdf', type = 'application/pdf', fields = {} } = sent;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new File([bytes], name, { type }));
  const response = await fetch(`${gateway.url}/api/v4/file/upload`, {
    method: 'POST',
    headers: { ...gateway.service.headers, ...sent.headers },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Uploads a file and returns its id. Fails when it is rejected. */
export async function uploadAndGetId(gateway: Receiver, sent: SentFile): Promise<number> {
  const { body } = await upload(gateway, sent);
  return Number(at(body, 'data', 'file_id'));
}

export type Download = { status: number; headers: Headers; bytes: Buffer };

export async function download(
  gateway: Gateway,
  path: string,
  headers: Record<string, string> = {},
): Promise<Download> {
  const response = await fetch(`${gateway.url}${path}`, {
    headers: { ...gateway.service.headers, ...headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** Returns the paths of all files in the store, and of temporary files of uploads. */
export async function listStored(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
}

/** True when a file of the store contains these bytes. */
export async function isInStore(folder: string, bytes: Buffer): Promise<boolean> {
  for (const path of await listStored(folder))
    if ((await readFile(path)).includes(bytes)) return true;
  return false;
}
