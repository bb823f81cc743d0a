/** Creates a PDF with one page for each text, in Helvetica. */
export function makeTextPdf(...pages: readonly string[]): Buffer<ArrayBuffer> {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, place) => `${4 + place * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((text, place) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + place * 2} 0 R >>`,
      stream(text),
    ]),
  ];
  return assemblePdf(objects);
}

/** Assembles a PDF from these objects, numbered from 1. The first one is the catalog. */
export function assemblePdf(objects: readonly string[], trailer = ''): Buffer<ArrayBuffer> {
  let body = '%PDF-1.7\n';
  const offsets = objects.map((object, place) => {
    const at = body.length;
    body += `${place + 1} 0 obj\n${object}\nendobj\n`;
    return String(at).padStart(10, '0');
  });
  const start = body.length;
  const size = objects.length + 1;
  const rows = offsets.map((offset) => `${offset} 00000 n \n`).join('');
  body += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

function stream(text: string): string {
  const lines = text.split('\n').map((line) => `(${line.trim().replace(/[\\()]/g, '\\$&')}) Tj T*`);
  const content = `BT /F1 9 Tf 40 800 Td 12 TL ${lines.join(' ')} ET`;
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** Creates a fictitious invoice (CFDI 4.0) between two companies with test RFCs of the tax authority. */
export function makeInvoice({ head = '', total = '116.00' } = {}): Buffer<ArrayBuffer> {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${head}
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0" Serie="A" Folio="7"
  Fecha="2024-05-03T10:11:12" Sello="U2VsbG8=" NoCertificado="30001000000500003416" SubTotal="100.00"
  Moneda="MXN" Total="${total}" TipoDeComprobante="I" LugarExpedicion="03100" Exportacion="01">
  <cfdi:Emisor Rfc="EKU9003173C9" Nombre="ESCUELA KEMPER URGATE" RegimenFiscal="601"/>
  <cfdi:Receptor Rfc="URE180429TM6" Nombre="UNIVERSIDAD ROBOTICA ESPAÑOLA" DomicilioFiscalReceptor="86991" RegimenFiscalReceptor="601" UsoCFDI="G03"/>
  <cfdi:Impuestos TotalImpuestosTrasladados="16.00"/>
  <cfdi:Complemento>
    <tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1"
      UUID="6f1f4d3a-0a3c-4b7e-9c41-0123456789ab" FechaTimbrado="2024-05-03T10:11:13" SelloCFD="U2VsbG8="/>
  </cfdi:Complemento>
</cfdi:Comprobante>`);
}

/** First lines of a certificate of the tax register. */
export const CERTIFICATE: Buffer<ArrayBuffer> = makeTextPdf(`CONSTANCIA DE SITUACI\u00d3N FISCAL
  RFC: EKU9003173C9
  idCIF: 10203040506
  Denominaci\u00f3n/Raz\u00f3n Social: ESCUELA KEMPER URGATE
  C\u00f3digo Postal: 03100
  Nombre de Vialidad: DE LOS INSURGENTES`);
