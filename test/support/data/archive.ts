import { crc32, deflateRawSync } from 'node:zlib';

/** Part of an archive. `statedSize` is the uncompressed size that the directory states, by default the true one. */
export type ArchivePart = {
  name: string;
  content: Buffer;
  statedSize?: number;
  method?: 0 | 8;
  localName?: string;
};

/** Creates a ZIP archive of these parts. `change` modifies the end record. */
export function makeArchive(
  parts: readonly ArchivePart[],
  change: (end: Buffer) => void = () => undefined,
): Buffer {
  const chunks: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const {
    name,
    content,
    statedSize = content.length,
    method = 8,
    localName = name,
  } of parts) {
    const data = method === 8 ? deflateRawSync(content) : content;
    const common = Buffer.alloc(22);
    common.writeUInt16LE(method, 2);
    common.writeUInt32LE(crc32(content), 8);
    common.writeUInt32LE(data.length, 12);
    common.writeUInt32LE(statedSize, 16);
    common.writeUInt16LE(name.length, 20);
    const head = Buffer.concat([
      Buffer.from('504b03041400', 'hex'),
      common.subarray(0, 22),
      Buffer.alloc(2),
    ]);
    const listed = Buffer.alloc(46);
    listed.write('504b010214001400', 'hex');
    common.copy(listed, 8);
    listed.writeUInt32LE(at, 42);
    list.push(listed, Buffer.from(name));
    chunks.push(head, Buffer.from(localName), data);
    at += head.length + localName.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.write('504b0506', 'hex');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(list).length, 12);
  end.writeUInt32LE(at, 16);
  change(end);
  return Buffer.concat([...chunks, ...list, end]);
}
