import type { RuleInput } from '../kind-rules.ts';

/** Words of the act that founds a company. */
const INCORPORATION =
  /CONSTITUCION DE (?:LA |UNA )?(?:SOCIEDAD|PERSONA MORAL|EMPRESA|ASOCIACION)|ACTA CONSTITUTIVA|ESCRITURA CONSTITUTIVA|CONTRATO (?:DE SOCIEDAD|SOCIAL|CONSTITUTIVO)|\bCONSTITUYEN?\b|CONSTITUIR (?:UNA|LA) SOCIEDAD|QUEDA CONSTITUIDA/;
/** Words of other acts, which quote the founding of a company. */
const OTHER_ACTS =
  /ARRENDA(?:MIENTO|DORA?|TARI[OA])|COMPRAVENTA|PODER(?:ES)? (?:GENERAL|ESPECIAL|NOTARIAL|AMPLIO)|CARTA PODER|OTORGAMIENTO DE PODER|PODERDANTE|MANDATO|PROTOCOLIZACION|ASAMBLEA (?:GENERAL|ORDINARIA|EXTRAORDINARIA)|TESTAMENTO|MUTUO|FIDEICOMISO|DONACION|HIPOTECA|ACTA DE (?:NACIMIENTO|MATRIMONIO|DEFUNCION)|CONVENIO|RATIFICACION|FE DE HECHOS|COTEJO|COMODATO|PRESTACION DE SERVICIOS|CONFIDENCIALIDAD|CREDITO/;
/** Content of articles of incorporation. */
const BYLAWS: readonly RegExp[] = [
  /(?:ESCRITURA|INSTRUMENTO|POLIZA|ACTA)(?: PUBLIC[AO])? (?:NUMERO|N[O0]\.?|NUM\.)/,
  /NOTARI[OA] (?:PUBLIC[OA]|NUMERO)|CORREDOR PUBLICO/,
  /DENOMINA(?:CION|D[OA]|RA)?\b/,
  /CAPITAL (?:SOCIAL|FIJO|MINIMO|VARIABLE)/,
  /\b(?:POR|DE) OBJETO\b|OBJETO (?:SOCIAL|DE LA SOCIEDAD)|\bOBJETO\s*:/,
  /DURACION DE LA SOCIEDAD|LA DURACION\b/,
  /\bSOCI[OA]S\b|ACCIONISTAS|ACCIONES (?:NOMINATIVAS|ORDINARIAS)|PARTES SOCIALES/,
  /ESTATUTOS|CLAUSULAS?\b|ARTICULO (?:PRIMERO|1)/,
  /DOMICILIO (?:SOCIAL|DE LA SOCIEDAD)/,
];

/**
 * Returns the number of provisions of articles of incorporation, or 0 when the document is not the act of founding a
 * company: the act that a deed names first is its own.
 */
export function countBylaws({ folded }: RuleInput): number {
  const text = folded.replace(/\s+/g, ' ');
  const start = text.search(INCORPORATION);
  const otherStart = text.search(OTHER_ACTS);
  if (start === -1 || (otherStart !== -1 && otherStart < start)) return 0;
  return BYLAWS.filter((pattern) => pattern.test(text)).length;
}
