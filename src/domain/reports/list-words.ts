import { getStaleDays, type ListSummary } from '../lists/list-summary.ts';
import { formatSpanishDate } from './format-spanish-date.ts';
import { toSpanishTitle } from './list-titles.ts';

type ListDates = Pick<ListSummary, 'code' | 'asOfOrigin' | 'ageDays' | 'isStale'>;

/**
 * Describes in Spanish how current a loaded list is, and by which evidence: its own date or the last fetch. `seenOn` is
 * the day of that fetch, `YYYY-MM-DD`, null when there was none.
 */
export function describeListAge(list: ListDates, seenOn: string | null): string {
  const age = describeAge(list);
  const lastFetch =
    seenOn === null
      ? null
      : `sin versión más reciente en su fuente al ${formatSpanishDate(seenOn)}`;
  if (list.isStale !== false) {
    if (age === null) return lastFetch === null ? UNKNOWN_AGE : `Antigua: ${NO_DAY}, ${lastFetch}`;
    return `Antigua: ${age}${lastFetch === null ? '' : `, ${lastFetch}`}`;
  }
  const isRecent = list.ageDays !== null && list.ageDays <= getStaleDays(list.code);
  if (isRecent) return `Vigente: ${age}`;
  return `Sin versión más reciente en su fuente al ${formatSpanishDate(seenOn ?? '')}; ${age ?? NO_DAY}`;
}

/** Describes in Spanish a searched list in one line: title, date and age. */
export function describeCheckedList(list: ListSummary): string {
  const title = toSpanishTitle(list.code);
  if (!list.isLoaded) return `${title} (no cargada: no se consultó)`;
  const day = list.asOf === null ? NO_DAY : `fecha de corte ${formatSpanishDate(list.asOf)}`;
  const days = list.ageDays === null ? '' : `, ${formatDays(list.ageDays)}`;
  return `${title} (${day}${days}${list.isStale === false ? '' : ': antigua'})`;
}

/** Describes in Spanish how many lists were searched, and how many of them are stale or not loaded. */
export function describeListCounts(lists: readonly ListSummary[]): string {
  const missingCount = lists.filter(({ isLoaded }) => !isLoaded).length;
  const staleCount = lists.filter(({ isLoaded, isStale }) => isLoaded && isStale !== false).length;
  const parts = [
    ...(staleCount === 0 ? [] : [staleCount === 1 ? '1 antigua' : `${staleCount} antiguas`]),
    ...(missingCount === 0
      ? []
      : [missingCount === 1 ? '1 no cargada' : `${missingCount} no cargadas`]),
  ];
  const listCount = lists.length === 1 ? '1 lista' : `${lists.length} listas`;
  return parts.length === 0 ? `${listCount}, ninguna antigua` : `${listCount}: ${parts.join(', ')}`;
}

const NO_DAY = 'su fecha de corte no consta en el archivo';
const UNKNOWN_AGE = `Antigua: ${NO_DAY} ni hay constancia de que esté vigente`;

function describeAge({ ageDays, asOfOrigin }: ListDates): string | null {
  if (ageDays === null) return null;
  const origin = asOfOrigin === 'operator' ? ', según quien la cargó' : '';
  return `${formatDays(ageDays)} desde su fecha de corte${origin}`;
}

function formatDays(days: number): string {
  return days === 1 ? '1 día' : `${days} días`;
}
