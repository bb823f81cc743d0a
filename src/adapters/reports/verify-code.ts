import type { Paper, Part } from './paper.ts';
import { qrOf } from './qr.ts';

/** Width and height of the printed code, in points. */
export const CODE_SIZE = 118;
/** Maximum length of a QR code: the squares of a longer one are too small to scan from paper. */
const QR_LENGTH_MAX = 900;

/** Facts that a printed report is verified by; `verifyAt` is the address of the page, null where the operator has set none. */
export type Proof = { digest: string; signature: string | null; verifyAt: string | null };

/** Text of a code: the page with the signature, the signature alone, or without one what `unsigned` states. */
export function codeText({ signature, verifyAt }: Proof, unsigned: string): string {
  if (signature === null) return unsigned;
  const address = verifyAt === null ? signature : `${verifyAt}#${signature}`;
  if (address.length <= QR_LENGTH_MAX) return address;
  return verifyAt ?? unsigned;
}

/** Returns the instructions for verifying the report. */
export function verifyWords({ signature, verifyAt }: Proof, document: string): string[] {
  const page = verifyAt ?? 'la página «/verify» de la institución';
  if (signature === null)
    return [`El código QR contiene el folio y el SHA-256 del ${document} en JSON; no lleva firma.`];
  return [
    `El código QR contiene la firma electrónica (JWS) del ${document} en JSON, que incluye su SHA-256. Cualquier persona puede comprobarla en ${page}, junto con el archivo, que no sale de su equipo.`,
    'Este PDF tiene además una firma propia, que se entrega junto con él.',
  ];
}

type Code = { text: string; x: number; y: number; within: Part };

/** Draws a QR code of CODE_SIZE with its upper left corner at that point. */
export function drawCode(paper: Paper, { text, x, y, within }: Code): void {
  const squares = qrOf(text);
  const size = CODE_SIZE / squares.length;
  const alt =
    'Código QR para comprobar el documento; el apartado «Autenticidad» describe su contenido.';
  paper.adorn((doc) => doc.rect(x, y, CODE_SIZE, CODE_SIZE).fill('#ffffff'));
  paper.picture({ alt, within }, (doc) => {
    for (const [row, line] of squares.entries())
      for (const [column, isDark] of line.entries())
        if (isDark) doc.rect(x + column * size, y + row * size, size, size);
    doc.fill('#000000');
  });
}
