import type { Paper, StructureElement } from './paper.ts';
import { encodeQr } from './qr.ts';

/** Width and height of the printed code, in points. */
export const CODE_SIZE = 118;
/** Maximum length of the text of a QR code: the modules of a longer one are too small to scan from paper. */
const QR_LENGTH_MAX = 900;

/**
 * Data to verify a printed report with. `signature` is null for an unsigned draft. `verifyUrl` is the URL of the verify
 * page; null when the operator has set none.
 */
export type Proof = { digest: string; signature: string | null; verifyUrl: string | null };

/**
 * Returns the text of the QR code: the URL of the verify page with the signature as fragment, or the signature alone
 * when there is no URL. When this text is too long, returns the URL alone, or `unsigned` without a URL. Returns
 * `unsigned` for a report without a signature.
 */
export function toCodeText({ signature, verifyUrl }: Proof, unsigned: string): string {
  if (signature === null) return unsigned;
  const text = verifyUrl === null ? signature : `${verifyUrl}#${signature}`;
  if (text.length <= QR_LENGTH_MAX) return text;
  return verifyUrl ?? unsigned;
}

/** Returns the instructions for verifying a document, in Spanish. `document` is its kind, for example `reporte`. */
export function describeVerification({ signature, verifyUrl }: Proof, document: string): string[] {
  const page = verifyUrl ?? 'la página «/verify» de la institución';
  if (signature === null)
    return [`El código QR contiene el folio y el SHA-256 del ${document} en JSON; no lleva firma.`];
  return [
    `El código QR contiene la firma electrónica (JWS) del ${document} en JSON, que incluye su SHA-256. Cualquier persona puede comprobarla en ${page}, junto con el archivo, que no sale de su equipo.`,
    'Este PDF tiene además una firma propia, que se entrega junto con él.',
  ];
}

type Code = { text: string; x: number; y: number; within: StructureElement };

/** Draws a QR code of CODE_SIZE with its upper left corner at x and y. */
export function drawCode(paper: Paper, { text, x, y, within }: Code): void {
  const modules = encodeQr(text);
  const size = CODE_SIZE / modules.length;
  const alt =
    'Código QR para comprobar el documento; el apartado «Autenticidad» describe su contenido.';
  paper.drawDecoration((doc) => doc.rect(x, y, CODE_SIZE, CODE_SIZE).fill('#ffffff'));
  paper.drawFigure({ alt, within }, (doc) => {
    for (const [row, line] of modules.entries())
      for (const [column, isDark] of line.entries())
        if (isDark) doc.rect(x + column * size, y + row * size, size, size);
    doc.fill('#000000');
  });
}
