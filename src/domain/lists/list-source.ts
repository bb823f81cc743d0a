/** Family of a list, by which matches are grouped and reported. */
export const LIST_FAMILIES = ['ofac', 'un', 'pep', 'sat69', 'sat69b', 'sfp', 'own'] as const;
export type ListFamily = (typeof LIST_FAMILIES)[number];

export type ListSource = {
  title: string;
  authority: string;
  family: ListFamily;
  /**
   * Number of days without a newer snapshot after which responses mark the list as stale: a few times the interval at
   * which the authority publishes.
   */
  staleDays: number;
};

/** Shared lists, by the codes used in commands and responses. */
export const LIST_SOURCES = {
  'ofac-sdn': {
    title: 'Specially Designated Nationals',
    authority: 'OFAC',
    family: 'ofac',
    staleDays: 7,
  },
  'ofac-cons': {
    title: 'Consolidated (non-SDN)',
    authority: 'OFAC',
    family: 'ofac',
    staleDays: 7,
  },
  'un-sc': {
    title: 'Security Council consolidated list',
    authority: 'United Nations',
    family: 'un',
    staleDays: 7,
  },
  'sat69-firmes': sat69('Créditos firmes'),
  'sat69-exigibles': sat69('Créditos exigibles'),
  'sat69-no-localizados': sat69('No localizados'),
  'sat69-cancelados': sat69('Créditos cancelados'),
  'sat69-sentencias': sat69('Sentencias'),
  'sat69-csd': sat69('Certificados de sello digital sin efectos'),
  'sat69-entes': sat69('Entes públicos y de gobierno omisos'),
  sat69b: {
    title: 'Artículo 69-B, listado completo',
    authority: 'SAT',
    family: 'sat69b',
    staleDays: 60,
  },
  'sat69b-bis': {
    title: 'Artículo 69-B Bis, listado completo',
    authority: 'SAT',
    family: 'sat69b',
    staleDays: 60,
  },
  'pep-cia': {
    title: 'World Leaders',
    authority: 'CIA',
    family: 'pep',
    staleDays: 180,
  },
  'pep-mx-congreso': {
    title: 'Congreso de la Unión',
    authority: 'Congreso de la Unión',
    family: 'pep',
    staleDays: 180,
  },
  opensanctions: {
    title: 'OpenSanctions PEPs',
    authority: 'OpenSanctions',
    family: 'pep',
    staleDays: 30,
  },
  sfp: {
    title: 'Proveedores y contratistas sancionados',
    authority: 'SFP',
    family: 'sfp',
    staleDays: 60,
  },
} as const satisfies Record<string, ListSource>;

export type SharedListCode = keyof typeof LIST_SOURCES;

/** List that requires a license; when it was never loaded, it is not reported as missing. */
export const LICENSED_LIST: SharedListCode = 'opensanctions';

/** Service id of the shared lists. */
export const ALL_SERVICES = 0;

/** Lists of article 69, each with its own meaning for a taxpayer. */
export const SAT69_LISTS = [
  'sat69-firmes',
  'sat69-exigibles',
  'sat69-no-localizados',
  'sat69-cancelados',
  'sat69-sentencias',
  'sat69-csd',
  'sat69-entes',
] as const satisfies readonly SharedListCode[];
export type Sat69ListCode = (typeof SAT69_LISTS)[number];

export const SAT69B_LISTS = ['sat69b', 'sat69b-bis'] as const satisfies readonly SharedListCode[];
export type Sat69bListCode = (typeof SAT69B_LISTS)[number];

/** Codes of a service's own lists: `custom:` followed by a name. */
export const OWN_LIST_PATTERN = /^custom:[a-z0-9][a-z0-9-]{0,39}$/;

function sat69(title: string): ListSource {
  return { title: `Artículo 69: ${title}`, authority: 'SAT', family: 'sat69', staleDays: 60 };
}

/** Returns the family of a list; `own` for a service's own list. */
export function getListFamily(code: string): ListFamily {
  return isSharedList(code) ? LIST_SOURCES[code].family : 'own';
}

export function isSharedList(code: string): code is SharedListCode {
  return Object.hasOwn(LIST_SOURCES, code);
}
