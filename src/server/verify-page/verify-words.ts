/** Texts of the page for verifying reports; `{name}` is replaced by the value of that name. */
const SPANISH = {
  title: 'Comprobar un reporte',
  intro:
    'Compruebe que un reporte de búsqueda en listas o un estudio socioeconómico fue emitido aquí y no se ha alterado.',
  privacy:
    'El archivo no sale de su equipo: su navegador calcula la huella (SHA-256) y comprueba la firma. Esta página sólo obtiene las claves públicas.',
  drop: 'Suelte aquí el archivo (PDF o JSON) o elíjalo',
  signature: 'Firma (JWS)',
  signatureHint:
    'La del código QR ya está aquí si llegó por él. La de un PDF se entrega junto con el archivo; la de un JSON viene dentro. También puede soltar un archivo con la firma.',
  results: 'Resultado',
  nothing: 'Elija un archivo o pegue una firma.',
  working: 'Comprobando…',
  language: 'English',
  valid: 'Auténtico y sin alteraciones',
  validText: '«{file}» es exactamente lo que se firmó.',
  altered: 'Alterado, o la firma es de otro documento',
  alteredText: 'La firma es auténtica, pero no corresponde al contenido de «{file}».',
  other: 'La firma es del reporte en JSON, no de este PDF',
  otherText:
    'Para comprobar «{file}» hace falta la firma del PDF, que se entrega junto con él. Lo que la firma presente acredita está abajo.',
  unsigned: 'Falta la firma',
  unsignedText: 'Para comprobar «{file}» pegue su firma o suelte el archivo que la contiene.',
  foreign: 'No se reconoce la firma',
  foreignText: 'Ninguna clave de esta institución hizo esta firma. No acredita nada.',
  revoked: 'La clave de la firma fue revocada',
  revokedText: 'La firma ya no acredita nada por sí misma. Pregunte a la institución.',
  signed: 'Firma auténtica',
  signedText:
    'Se firmó un documento con estos datos. Compare el SHA-256 con el que aparece al pie de cada página, o suelte el archivo.',
  tooLarge: '«{file}» es demasiado grande para ser un reporte.',
  insecure: 'El navegador sólo comprueba firmas en páginas con https.',
  unsupported: 'Este navegador no puede comprobar la firma. Actualícelo o use otro.',
  noKeys: 'No se pudieron obtener las claves públicas. Inténtelo más tarde.',
  kind: 'Documento',
  screening: 'Reporte de búsqueda en listas',
  socioeconomic: 'Estudio socioeconómico',
  report: 'Folio',
  service: 'Institución',
  format: 'Formato',
  sha256: 'SHA-256',
  key: 'Clave',
};

const ENGLISH: typeof SPANISH = {
  title: 'Verify a report',
  intro:
    'Verify that a screening report or a socio-economic report was issued here and is unchanged.',
  privacy:
    'The file does not leave your device: your browser computes its digest (SHA-256) and verifies the signature. This page only downloads the public keys.',
  drop: 'Drop the file here (PDF or JSON), or choose it',
  signature: 'Signature (JWS)',
  signatureHint:
    'The signature of the QR code is here already if you came by it. That of a PDF is delivered with the file; that of a JSON file is inside. You can also drop a file with the signature.',
  results: 'Result',
  nothing: 'Choose a file or paste a signature.',
  working: 'Verifying…',
  language: 'Español',
  valid: 'Authentic and unchanged',
  validText: '“{file}” is exactly what was signed.',
  altered: 'Changed, or the signature belongs to another document',
  alteredText: 'The signature is authentic, but does not match the content of “{file}”.',
  other: 'The signature is of the report as JSON, not of this PDF',
  otherText:
    'To verify “{file}”, the signature of the PDF is required, which is delivered with it. What the present signature proves is below.',
  unsigned: 'The signature is missing',
  unsignedText: 'To verify “{file}”, paste its signature or drop the file that contains it.',
  foreign: 'Unknown signature',
  foreignText: 'No key of this institution made this signature. It proves nothing.',
  revoked: 'The key of the signature is revoked',
  revokedText: 'The signature proves nothing by itself any more. Ask the institution.',
  signed: 'Authentic signature',
  signedText:
    'A document with these data was signed. Compare the SHA-256 with the one at the foot of each page, or drop the file.',
  tooLarge: '“{file}” is too large to be a report.',
  insecure: 'Browsers verify signatures on pages with https only.',
  unsupported: 'This browser cannot verify the signature. Update it or use another one.',
  noKeys: 'The public keys could not be downloaded. Try again later.',
  kind: 'Document',
  screening: 'Screening report',
  socioeconomic: 'Socio-economic report',
  report: 'Number',
  service: 'Institution',
  format: 'Format',
  sha256: 'SHA-256',
  key: 'Key',
};

export const VERIFY_WORDS = { es: SPANISH, en: ENGLISH };
