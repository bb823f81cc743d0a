import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../../src/domain/extraction/extracted.ts';
import { interpretDocument } from '../../../../src/domain/extraction/interpret-document.ts';
import { readText } from '../../../support/data/read-text.ts';

const TODAY = '2026-11-22';
const CURP = 'PEAA850307MDFXNL09';

/** Documents that name others, with the kind that they must not be taken for. All are invented. */
const FOREIGN: readonly (readonly [string, DocumentKind, string])[] = [
  [
    'a letter that names a card',
    'ine_front',
    `Ciudad de México, a 3 de marzo de 2026
     A quien corresponda:
     Por medio de la presente hago constar que ALICIA PEÑALOZA ANGELES se identificó con su
     credencial para votar expedida por el Instituto Nacional Electoral, con
     clave de elector PNANAL85030709M300
     vigencia 2031 y sección 1234, cuya copia se agrega con el año de registro 2004.
     ATENTAMENTE`,
  ],
  [
    'a form of a bank',
    'ine_front',
    `SOLICITUD DE APERTURA DE CUENTA
     Nombre: ALICIA PEÑALOZA ANGELES
     Domicilio: C UNO 5, COL CENTRO
     Clave de elector: PNANAL85030709M300
     CURP: ${CURP}
     Año de registro: 2004 Sección: 1234 Vigencia: 2031
     Credencial para votar`,
  ],
  [
    'a certificate of birth',
    'curp',
    `ESTADOS UNIDOS MEXICANOS
     ACTA DE NACIMIENTO
     Identificador electrónico 10900100120260000001
     Clave Única de Registro de Población
     ${CURP}
     Entidad de Registro Municipio de Registro
     CIUDAD DE MÉXICO CUAUHTÉMOC
     Oficialía Fecha de Registro Libro Número de Acta
     0001 20/03/1985 2 312
     Registro Nacional de Población
     Datos de la Persona Registrada`,
  ],
  [
    'a letter that names the sheet',
    'curp',
    `Se anexa la constancia de la Clave Única de Registro de Población del solicitante, con
     CURP ${CURP}
     y la del Registro Nacional de Población que expidió la Entidad de registro.`,
  ],
  [
    'a lease',
    'articles_of_incorporation',
    `CONTRATO DE ARRENDAMIENTO
     que celebran por una parte el arrendador, según la escritura pública número 4,512 otorgada ante
     el notario público número 12, en la que se constituyó la sociedad, con un capital social de
     $50,000.00, y el arrendatario, al tenor de las siguientes
     CLÁUSULAS
     PRIMERA. OBJETO: un inmueble. Constituyen domicilio. Folio mercantil 12345`,
  ],
  [
    'a power of attorney',
    'articles_of_incorporation',
    `INSTRUMENTO NÚMERO 8,120. EL PODER GENERAL PARA PLEITOS Y COBRANZAS que otorga
     LA SOCIEDAD DENOMINADA "VELTRA", SOCIEDAD ANÓNIMA. NOTARÍA PÚBLICA NÚMERO 7.
     Personalidad: por acta constitutiva se hizo la constitución de la sociedad, con capital social
     de $50,000.00, estatutos sociales, accionistas, objeto social, folio mercantil 4512.`,
  ],
  [
    'a lease that names a bill',
    'proof_of_address',
    `CONTRATO DE ARRENDAMIENTO
     El arrendatario pagará el servicio de la Comisión Federal de Electricidad
     NÚMERO DE SERVICIO: 123456789012
     TOTAL A PAGAR: $5,000.00
     FECHA DE VENCIMIENTO: 5 DE MAYO DE 2026
     PERIODO: 2026`,
  ],
  [
    'a statement of a credit card',
    'proof_of_address',
    `ESTADO DE CUENTA
     Número de cuenta: 4512000012
     Periodo: 01/05/2026 al 31/05/2026
     Fecha límite de pago: 20/06/2026
     Pago mínimo $500.00 Pago para no generar intereses $5,000.00
     12 MAY CFE SUMINISTRADOR DE SERVICIOS BASICOS $512.00
     TOTAL A PAGAR: $5,000.00`,
  ],
  [
    'a letter that asks for a certificate',
    'tax_status_certificate',
    `Estimado proveedor:
     Le pedimos la constancia de situación fiscal con estatus en el padrón activo para que su
     factura se haga con los datos de identificación del contribuyente y la Cédula de Identificación Fiscal.
     RFC: EKU9003173C9
     ATENTAMENTE`,
  ],
  [
    'an opinion of compliance',
    'tax_status_certificate',
    `OPINIÓN DEL CUMPLIMIENTO DE OBLIGACIONES FISCALES
     RFC: EKU9003173C9
     Folio 26NA1234567
     Consulte la Constancia de Situación Fiscal y el estatus en el padrón que le corresponde.
     POSITIVO`,
  ],
  [
    'an application for a visa',
    'passport',
    `ESTADOS UNIDOS MEXICANOS
     SOLICITUD DE VISA
     Pasaporte No: N12345678
     Apellidos: PEÑALOZA ANGELES
     Nombres: ALICIA
     Nacionalidad: MEXICANA
     Passport No: N12345678`,
  ],
  [
    'a certificate of birth of a consulate',
    'passport',
    `ESTADOS UNIDOS MEXICANOS
     ACTA DE NACIMIENTO
     Lugar de nacimiento
     PARÍS
     Se identificó con pasaporte.`,
  ],
];

describe('a kind needs its own fields, not words about it', () => {
  it.each(FOREIGN)('%s is not taken for %s', (_name, kind, text) => {
    const read = interpretDocument(readText(text), null, TODAY);
    expect(read.kind).toBe('unknown');
    const asScan = readText(text, { source: 'ocr', confidence: 0.95 });
    expect(interpretDocument(asScan, null, TODAY).kind).toBe('unknown');
    expect(read.kind).not.toBe(kind);
  });

  it.each(FOREIGN)('%s is unknown or for review where it is said to be %s', (_name, kind, text) => {
    const { checks, needsReview } = interpretDocument(readText(text), kind, TODAY);
    expect(needsReview).toBe(true);
    expect(checks[0]).toMatchObject({ code: 'claimed_type' });
  });

  it('the founding of a company is one also where it quotes other acts afterwards', () => {
    const text = `INSTRUMENTO NÚMERO 12,345
      CONSTITUCIÓN DE SOCIEDAD denominada "VELTRA", ante el NOTARIO PÚBLICO NÚMERO 7
      CLÁUSULAS. El objeto social es el arrendamiento de inmuebles.
      CAPITAL SOCIAL de $50,000.00. Los accionistas otorgan poder general a su administrador.
      ESTATUTOS SOCIALES. FOLIO MERCANTIL N-2019012345`;
    expect(interpretDocument(readText(text), null, TODAY).kind).toBe('articles_of_incorporation');
  });
});
