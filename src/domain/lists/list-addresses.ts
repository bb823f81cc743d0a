import type { SharedListCode } from './list-source.ts';

const OFAC = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';
const SAT = 'https://wu1agsprosta001.blob.core.windows.net/agsc-publicaciones/Datos_abiertos';

/**
 * Addresses at which the authorities publish their lists. Lists without a fixed address (a workbook on a page that
 * changes, files made of several pages) or with a license are missing.
 */
export const LIST_ADDRESSES: Partial<Record<SharedListCode, readonly string[]>> = {
  'ofac-sdn': ['SDN', 'ADD', 'ALT', 'SDN_COMMENTS'].map((part) => `${OFAC}/${part}.CSV`),
  'ofac-cons': ['CONS_PRIM', 'CONS_ADD', 'CONS_ALT', 'CONS_COMMENTS'].map(
    (part) => `${OFAC}/${part}.CSV`,
  ),
  'un-sc': ['https://scsanctions.un.org/resources/xml/en/consolidated.xml'],
  'sat69-firmes': [`${SAT}/Documents_AGR/Firmes.csv`],
  'sat69-exigibles': [`${SAT}/Documents_AGR/Exigibles.csv`],
  'sat69-no-localizados': [`${SAT}/Documents_AGR/No_localizados.csv`],
  'sat69-cancelados': [`${SAT}/Documents_AGR/Cancelados.csv`],
  'sat69-sentencias': [`${SAT}/Documents_AGR/Sentencias.csv`],
  'sat69-csd': [`${SAT}/Documents_AGR/CSDsinefectos.csv`],
  'sat69-entes': [`${SAT}/Documents_AGR/EntespublicosydeGobiernoomisos.csv`],
  sat69b: [`${SAT}/Documents_AGAFF/Listado_completo_69-B.csv`],
  'sat69b-bis': [`${SAT}/Documents_AGGC/Listado_69_B_Bis_Completo.csv`],
};
