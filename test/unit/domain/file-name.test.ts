import { describe, expect, it } from 'vitest';
import { normalizeFileName } from '../../../src/domain/files/file-name.ts';
import { withExtension } from '../../../src/domain/files/media-type.ts';

describe('the name of a file', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ana\\acta.pdf', 'acta.pdf'],
    ['acta\u0000\r\n.pdf', 'acta .pdf'],
    ['acta\u202Efdp.exe', 'actafdp.exe'],
    ['  Po\u0301liza   de\tAna.pdf ', 'P\u00f3liza de Ana.pdf'],
    ['Po\u200d\u0301liza.pdf', 'P\u00f3liza.pdf'],
    ['', 'file'],
    ['..', 'file'],
    ['a/', 'file'],
    ['\ud800', '\ufffd'],
  ])('%j is kept as %j', (sent, kept) => {
    expect(normalizeFileName(sent)).toBe(kept);
  });

  it('is cut at 200 characters, between characters and before its ending', () => {
    const name = normalizeFileName(`${'😀'.repeat(300)}.pdf`);
    expect(Array.from(name)).toHaveLength(200);
    expect(name.endsWith('😀.pdf')).toBe(true);
  });

  it.each([
    ['acta.pdf', 'acta.pdf'],
    ['acta.PDF', 'acta.PDF'],
    ['contrato v1.2', 'contrato v1.2.pdf'],
    ['acta.exe', 'acta.exe.pdf'],
    ['.pdf', '.pdf.pdf'],
  ])('%j of a PDF becomes %j', (name, expected) => {
    expect(withExtension(name, 'application/pdf')).toBe(expected);
  });
});
