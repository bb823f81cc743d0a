import type { EntryDetails } from '../../domain/lists/list-entry.ts';

/** Spanish labels of the details of list entries, by name of the detail. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['address', 'Domicilio'],
  ['addresses', 'Domicilios'],
  ['amount', 'Monto'],
  ['authority', 'Autoridad'],
  ['birthPlaces', 'Lugares de nacimiento'],
  ['callSign', 'Distintivo de llamada'],
  ['cancelledOn', 'Fecha de cancelación'],
  ['channel', 'Medio'],
  ['city', 'Ciudad'],
  ['country', 'País'],
  ['dataset', 'Conjunto de datos'],
  ['dates', 'Fechas de publicación'],
  ['designations', 'Cargos que le atribuye la lista'],
  ['file', 'Expediente'],
  ['fine', 'Multa'],
  ['firstSeen', 'En el conjunto desde'],
  ['fiscalYear', 'Ejercicio'],
  ['flag', 'Bandera'],
  ['from', 'Desde'],
  ['gender', 'Sexo'],
  ['grossTonnage', 'Tonelaje bruto'],
  ['institution', 'Institución'],
  ['law', 'Ley infringida'],
  ['legislature', 'Legislatura'],
  ['listedOn', 'Incluida el'],
  ['note', 'Nota'],
  ['notes', 'Notas'],
  ['notices', 'Publicaciones'],
  ['office', 'Cargo'],
  ['offices', 'Cargos'],
  ['owner', 'Propietario'],
  ['period', 'Periodo'],
  ['positions', 'Cargos'],
  ['procedure', 'Procedimiento'],
  ['published', 'Publicación'],
  ['publishedOn', 'Fecha de publicación'],
  ['remarks', 'Observaciones'],
  ['schema', 'Tipo de registro'],
  ['stage', 'Etapa'],
  ['state', 'Entidad'],
  ['status', 'Situación'],
  ['title', 'Título'],
  ['titles', 'Títulos'],
  ['to', 'Hasta'],
  ['tonnage', 'Tonelaje'],
  ['topics', 'Temas'],
  ['until', 'Hasta'],
  ['updatedOn', 'Actualizada el'],
  ['vesselType', 'Tipo de embarcación'],
]);

/** Spanish words for the coded values of the lists. */
const VALUE_WORDS: ReadonlyMap<string, string> = new Map([
  ['Person', 'Persona'],
  ['Company', 'Empresa'],
  ['Organization', 'Organización'],
  ['PublicBody', 'Organismo público'],
  ['LegalEntity', 'Persona o entidad'],
  ['Vessel', 'Embarcación'],
  ['Airplane', 'Aeronave'],
  ['role.pep', 'persona políticamente expuesta'],
  ['role.rca', 'familiar o persona cercana'],
  ['sanction', 'sancionada'],
  ['crime', 'delito'],
  ['current', 'vigente'],
  ['ended', 'concluido'],
  ['unknown', 'sin dato de vigencia'],
  ['male', 'masculino'],
  ['female', 'femenino'],
  ['Male', 'masculino'],
  ['Female', 'femenino'],
  ['PRESUNTO', 'presunto'],
  ['DESVIRTUADO', 'desvirtuado'],
  ['DEFINITIVO', 'definitivo'],
  ['SENTENCIA_FAVORABLE', 'sentencia favorable'],
]);

/** Details whose values are codes of the format of the list, to be translated. */
const CODED_DETAILS = new Set(['schema', 'topics', 'status', 'gender', 'stage']);

/** Returns the details of an entry in Spanish as label and text, without the details named in `excluded`. */
export function describeDetails(
  details: EntryDetails,
  excluded: ReadonlySet<string>,
): [string, string][] {
  return Object.entries(details)
    .filter(([name]) => !excluded.has(name))
    .map(([name, value]) => [toLabel(name), formatDetail(name, value)]);
}

/** Returns the Spanish label of a detail; an unknown detail keeps its own name. */
function toLabel(name: string): string {
  return LABELS.get(name) ?? name;
}

function formatDetail(name: string, value: EntryDetails[string]): string {
  if (typeof value === 'string')
    return CODED_DETAILS.has(name) ? (VALUE_WORDS.get(value) ?? value) : value;
  return value
    .map((item: string | EntryDetails) =>
      typeof item === 'string' ? formatDetail(name, item) : formatPart(item),
    )
    .join('; ');
}

function formatPart(part: EntryDetails): string {
  return Object.entries(part)
    .filter(([, inner]) => inner.length > 0)
    .map(([name, inner]) => `${toLabel(name)}: ${formatDetail(name, inner)}`)
    .join(', ');
}
