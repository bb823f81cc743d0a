import { EventEmitter } from 'node:events';
import type { BusboyInstance } from '@fastify/busboy';

/**
 * Lets the extended file name of a part, `filename*` with its encoding, take precedence over `filename`, in which
 * clients send the encoded word of a mail. busboy takes the last of both, and gives access to headers by events of
 * its inner parser only.
 */
export function preferExtendedNames(parser: BusboyInstance): void {
  const multipart: unknown = Reflect.get(parser, '_parser');
  const dicer: unknown = multipart instanceof Object ? Reflect.get(multipart, 'parser') : undefined;
  if (!(dicer instanceof EventEmitter)) return;
  dicer.on('part', (part: unknown) => {
    if (!(part instanceof EventEmitter)) return;
    part.prependListener('header', (header: Record<string, string[]>) => {
      const [disposition, ...furtherValues] = header['content-disposition'] ?? [];
      if (disposition !== undefined)
        header['content-disposition'] = [dropPlainName(disposition), ...furtherValues];
    });
  });
}

/** Parameter of a header value: `; filename="acta.pdf"`, `; filename*=UTF-8''acta.pdf`. */
const PARAMETER = /;\s*([^=;\s]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g;

/** Removes `filename` from a disposition that has `filename*`. */
function dropPlainName(disposition: string): string {
  const names = [...disposition.matchAll(PARAMETER)].map(([, name = '']) => name.toLowerCase());
  if (!names.includes('filename*')) return disposition;
  return disposition.replace(PARAMETER, (parameter, name: string) =>
    name.toLowerCase() === 'filename' ? '' : parameter,
  );
}
