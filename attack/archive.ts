import { crc32, deflateRawSync } from 'node:zlib';

/** A workbook whose one sheet unpacks to so many bytes of blanks. */
export function makeWorkbook(unpackedBytes: number): Buffer {
  const sheet = Buffer.alloc(unpackedBytes, ' ');
  sheet.write('<worksheet>');
  return makeArchive([
    ['[Content_Types].xml', Buffer.from('<Types/>')],
    ['xl/workbook.xml', Buffer.from('<workbook/>')],
    ['xl/worksheets/sheet1.xml', sheet],
    // What does not get smaller, for it may not unpack to more than a hundredfold.
    ['xl/media/image1.bin', Buffer.from(noise(unpackedBytes / 90))],
  ]);
}

function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state >>> 16;
  });
}

function makeArchive(parts: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const chunks: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, content] of parts) {
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(22);
    common.writeUInt16LE(8, 2);
    common.writeUInt32LE(crc32(content), 8);
    common.writeUInt32LE(packed.length, 12);
    common.writeUInt32LE(content.length, 16);
    common.writeUInt16LE(name.length, 20);
    const head = [Buffer.from('504b03041400', 'hex'), common, Buffer.alloc(2), Buffer.from(name)];
    const listed = Buffer.alloc(46);
    listed.write('504b010214001400', 'hex');
    common.copy(listed, 8);
    listed.writeUInt32LE(at, 42);
    list.push(listed, Buffer.from(name));
    const entry = Buffer.concat([...head, packed]);
    chunks.push(entry);
    at += entry.length;
  }
  const end = Buffer.alloc(22);
  end.write('504b0506', 'hex');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(list).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...chunks, ...list, end]);
}
