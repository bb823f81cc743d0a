import type { EntryDetails } from '../../domain/lists/list-entry.ts';

/** Spanish words for the details that readers of lists give an entry. */
const WORDS: ReadonlyMap<string, string> = new Map([
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

/** Words of the lists that mean the same everywhere. */
const VALUES: ReadonlyMap<string, string> = new Map([
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

/** Details whose values are words of the list's own format. */
const CODED = new Set(['schema', 'topics', 'status', 'gender', 'stage']);

/** The details of an entry in Spanish, without those that stand elsewhere. */
export function detailFacts(
  details: EntryDetails,
  elsewhere: ReadonlySet<string>,
): [string, string][] {
  return Object.entries(details)
    .filter(([name]) => !elsewhere.has(name))
    .map(([name, value]) => [wordOf(name), detailText(name, value)]);
}

/** A column that no reader knows stands by its own header. */
function wordOf(name: string): string {
  return WORDS.get(name) ?? name;
}

function detailText(name: string, value: EntryDetails[string]): string {
  if (typeof value === 'string') return CODED.has(name) ? (VALUES.get(value) ?? value) : value;
  return value
    .map((item: string | EntryDetails) =>
      typeof item === 'string' ? detailText(name, item) : partText(item),
    )
    .join('; ');
}

function partText(part: EntryDetails): string {
  return Object.entries(part)
    .filter(([, inner]) => inner.length > 0)
    .map(([name, inner]) => `${wordOf(name)}: ${detailText(name, inner)}`)
    .join(', ');
}
