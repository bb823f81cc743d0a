import { staleDaysOf, type ToldList } from '../lists/list-status.ts';

type Dates = Pick<
  ToldList,
  'code' | 'asOf' | 'asOfOrigin' | 'sourceSeenAt' | 'ageDays' | 'isStale'
>;

/** Describes in Spanish how current a loaded list is, and what shows it: its own day or the last fetch. */
export function describeListAge(list: Dates): string {
  const age = ageOf(list);
  const seen = seenOn(list.sourceSeenAt);
  if (list.isStale !== false) {
    if (age === null)
      return seen === null ? UNKNOWN : `Antigua: fecha de corte desconocida, ${seen}`;
    return `Antigua: ${age}${seen === null ? '' : `, ${seen}`}`;
  }
  const isOwn = list.ageDays !== null && list.ageDays <= staleDaysOf(list.code);
  if (isOwn) return `Vigente: ${age}`;
  return `Sin otra más nueva en su fuente al ${dayOf(list.sourceSeenAt)}; ${age ?? 'fecha de corte desconocida'}`;
}

/** Describes in Spanish a list that was searched, in one line: its title, its day and how old it is. */
export function describeCheckedList(list: ToldList): string {
  if (!list.isLoaded) return `${list.title} (no cargada: no se consultó)`;
  const day = list.asOf === null ? 'fecha de corte desconocida' : `fecha de corte ${list.asOf}`;
  const days = list.ageDays === null ? '' : `, ${daysOf(list.ageDays)}`;
  return `${list.title} (${day}${days}${list.isStale === false ? '' : ': antigua'})`;
}

/** Describes in Spanish how many lists were searched, and how many of them are old or were not there. */
export function countCheckedLists(lists: readonly ToldList[]): string {
  const missing = lists.filter(({ isLoaded }) => !isLoaded).length;
  const stale = lists.filter(({ isLoaded, isStale }) => isLoaded && isStale !== false).length;
  const parts = [
    ...(stale === 0 ? [] : [stale === 1 ? '1 antigua' : `${stale} antiguas`]),
    ...(missing === 0 ? [] : [missing === 1 ? '1 no cargada' : `${missing} no cargadas`]),
  ];
  const all = lists.length === 1 ? '1 lista' : `${lists.length} listas`;
  return parts.length === 0 ? `${all}, ninguna antigua` : `${all}: ${parts.join(', ')}`;
}

const UNKNOWN = 'Antigua: fecha de corte desconocida; no consta que esté vigente';

function ageOf({ ageDays, asOfOrigin }: Dates): string | null {
  if (ageDays === null) return null;
  const origin = asOfOrigin === 'operator' ? ', según quien la cargó' : '';
  return `${daysOf(ageDays)} desde su fecha de corte${origin}`;
}

function seenOn(sourceSeenAt: string | null): string | null {
  return sourceSeenAt === null ? null : `sin otra más nueva en su fuente al ${dayOf(sourceSeenAt)}`;
}

function dayOf(time: string | null): string {
  return time?.slice(0, 10) ?? '';
}

function daysOf(days: number): string {
  return days === 1 ? '1 día' : `${days} días`;
}
