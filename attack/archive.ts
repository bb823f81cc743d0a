import { makeArchive } from '../test/support/data/archive.ts';

/** A workbook whose one sheet unpacks to so many bytes of blanks. */
export function makeWorkbook(unpackedBytes: number): Buffer {
  const sheet = Buffer.alloc(unpackedBytes, ' ');
  sheet.write('<worksheet>');
  return makeArchive([
    { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
    { name: 'xl/workbook.xml', content: Buffer.from('<workbook/>') },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    // What does not get smaller, for it may not unpack to more than a hundredfold.
    { name: 'xl/media/image1.bin', content: Buffer.from(noise(unpackedBytes / 90)) },
  ]);
}

function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state >>> 16;
  });
}
