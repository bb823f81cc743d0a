import { isSharedList, type SharedListCode } from '../lists/list-source.ts';

const SAT69 = 'SAT, artículo 69';

const TITLES: Record<SharedListCode, string> = {
  'ofac-sdn': 'OFAC (EE. UU.): personas especialmente designadas (SDN)',
  'ofac-cons': 'OFAC (EE. UU.): lista consolidada, sin SDN',
  'un-sc': 'ONU: lista consolidada del Consejo de Seguridad',
  'sat69-firmes': `${SAT69}: créditos firmes`,
  'sat69-exigibles': `${SAT69}: créditos exigibles`,
  'sat69-no-localizados': `${SAT69}: no localizados`,
  'sat69-cancelados': `${SAT69}: créditos cancelados`,
  'sat69-sentencias': `${SAT69}: sentencias condenatorias por delito fiscal`,
  'sat69-csd': `${SAT69}: certificados de sello digital sin efectos`,
  'sat69-entes': `${SAT69}: entes públicos y de gobierno omisos`,
  sat69b: 'SAT, artículo 69-B: operaciones inexistentes',
  'sat69b-bis': 'SAT, artículo 69-B Bis: transmisión indebida de pérdidas fiscales',
  'pep-cia': 'CIA (EE. UU.): líderes mundiales',
  'pep-mx-congreso': 'Congreso de la Unión: legisladores',
  opensanctions: 'OpenSanctions: personas políticamente expuestas',
  sfp: 'SFP: proveedores y contratistas sancionados',
};

/** Returns the title of a list in Spanish; the code of a service's own list. */
export function toSpanishTitle(code: string): string {
  return isSharedList(code) ? TITLES[code] : code;
}
