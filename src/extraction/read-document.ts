import type { ReadDocument } from '../domain/extraction/read-document.ts';
import { readCertificate } from './read-certificate.ts';
import { readPdf } from './read-pdf.ts';
import { readXml } from './read-xml.ts';

/** The bytes of a document, which are of the type that they are said to be of. */
export type DocumentBytes = { mediaType: string; bytes: Uint8Array };

/** Reads what a document says, whatever it may mean. Throws UnreadableDocument for broken bytes. */
export async function readDocument({ mediaType, bytes }: DocumentBytes): Promise<ReadDocument> {
  if (mediaType === 'application/pdf') return await readPdf(bytes);
  const nothing: ReadDocument = { ...NOTHING, mediaType };
  if (mediaType !== 'application/xml') return { ...nothing, notes: ['not_read'] };
  const xml = readXml(bytes);
  const certificate = readCertificate(xml.attributes['Certificado'] ?? '');
  return { ...nothing, pageCount: 1, xml, certificate };
}

const NOTHING = {
  pageCount: 0,
  pages: [],
  codes: [],
  mrz: null,
  xml: null,
  certificate: null,
  notes: [],
};
