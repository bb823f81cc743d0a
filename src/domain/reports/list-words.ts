import { getStaleDays, type ListSummary } from '../lists/list-summary.ts';

type ListDates = Pick<
  ListSummary,
  'code' | 'asOf' | 'asOfOrigin' | 'sourceSeenAt' | 'ageDays' | 'isStale'
>;

/** Describes in Spanish how current a loaded list is, and by which evidence: its own date or the last fetch. */
export function describeListAge(list: ListDates): string {
  const age = describeAge(list);
  const lastFetch = describeLastFetch(list.sourceSeenAt);
  if (list.isStale !== false) {
    if (age === null)
      return lastFetch === null ? UNKNOWN_AGE : `Antigua: fecha de corte desconocida, ${lastFetch}`;
    return `Antigua: ${age}${lastFetch === null ? '' : `, ${lastFetch}`}`;
  }
  const isOwn = list.ageDays !== null && list.ageDays <= getStaleDays(list.code);
  if (isOwn) return `Vigente: ${age}`;
  return `Sin otra más nueva en su fuente al ${toDay(list.sourceSeenAt)}; ${age ?? 'fecha de corte desconocida'}`;
}

/** Describes in Spanish a searched list in one line: title, date and age. */
export function describeCheckedList(list: ListSummary): string {
  if (!list.isLoaded) return `${list.title} (no cargada: no se consultó)`;
  const day = list.asOf === null ? 'fecha de corte desconocida' : `fecha de corte ${list.asOf}`;
  const days = list.ageDays === null ? '' : `, ${formatDays(list.ageDays)}`;
  return `${list.title} (${day}${days}${list.isStale === false ? '' : ': antigua'})`;
}

/** Describes in Spanish how many lists were searched, and how many of them are stale or not loaded. */
export function countCheckedLists(lists: readonly ListSummary[]): string {
  const missing = lists.filter(({ isLoaded }) => !isLoaded).length;
  const stale = lists.filter(({ isLoaded, isStale }) => isLoaded && isStale !== false).length;
  const parts = [
    ...(stale === 0 ? [] : [stale === 1 ? '1 antigua' : `${stale} antiguas`]),
    ...(missing === 0 ? [] : [missing === 1 ? '1 no cargada' : `${missing} no cargadas`]),
  ];
  const all = lists.length === 1 ? '1 lista' : `${lists.length} listas`;
  return parts.length === 0 ? `${all}, ninguna antigua` : `${all}: ${parts.join(', ')}`;
}

const UNKNOWN_AGE = 'Antigua: fecha de corte desconocida; no consta que esté vigente';

function describeAge({ ageDays, asOfOrigin }: ListDates): string | null {
  if (ageDays === null) return null;
  const origin = asOfOrigin === 'operator' ? ', según quien la cargó' : '';
  return `${formatDays(ageDays)} desde su fecha de corte${origin}`;
}

function describeLastFetch(sourceSeenAt: string | null): string | null {
  return sourceSeenAt === null ? null : `sin otra más nueva en su fuente al ${toDay(sourceSeenAt)}`;
}

function toDay(time: string | null): string {
  return time?.slice(0, 10) ?? '';
}

function formatDays(days: number): string {
  return days === 1 ? '1 día' : `${days} días`;
}
