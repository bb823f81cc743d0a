import { staleDaysOf, type ToldList } from '../lists/list-on-day.ts';
import { spanishTitleOf } from './list-titles.ts';
import { spanishDay } from './spanish-day.ts';

type Dates = Pick<ToldList, 'code' | 'asOfOrigin' | 'ageDays' | 'isStale'>;

/**
 * Describes in Spanish how current a loaded list is, and what shows it: its own day or the last fetch. `seenOn` is the day of that fetch,
 * `YYYY-MM-DD`, null when there was none.
 */
export function describeListAge(list: Dates, seenOn: string | null): string {
  const age = ageOf(list);
  const seen = seenOn === null ? null : `sin otra más nueva en su fuente al ${spanishDay(seenOn)}`;
  if (list.isStale !== false) {
    if (age === null) return seen === null ? UNKNOWN : `Antigua: ${NO_DAY}, ${seen}`;
    return `Antigua: ${age}${seen === null ? '' : `, ${seen}`}`;
  }
  const isOwn = list.ageDays !== null && list.ageDays <= staleDaysOf(list.code);
  if (isOwn) return `Vigente: ${age}`;
  return `Sin otra más nueva en su fuente al ${spanishDay(seenOn ?? '')}; ${age ?? NO_DAY}`;
}

/** Describes in Spanish a list that was searched, in one line: its title, its day and how old it is. */
export function describeCheckedList(list: ToldList): string {
  const title = spanishTitleOf(list.code);
  if (!list.isLoaded) return `${title} (no cargada: no se consultó)`;
  const day = list.asOf === null ? NO_DAY : `fecha de corte ${spanishDay(list.asOf)}`;
  const days = list.ageDays === null ? '' : `, ${daysOf(list.ageDays)}`;
  return `${title} (${day}${days}${list.isStale === false ? '' : ': antigua'})`;
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

const NO_DAY = 'su fecha de corte no consta en el archivo';
const UNKNOWN = `Antigua: ${NO_DAY}, ni que esté vigente`;

function ageOf({ ageDays, asOfOrigin }: Dates): string | null {
  if (ageDays === null) return null;
  const origin = asOfOrigin === 'operator' ? ', según quien la cargó' : '';
  return `${daysOf(ageDays)} desde su fecha de corte${origin}`;
}

function daysOf(days: number): string {
  return days === 1 ? '1 día' : `${days} días`;
}
