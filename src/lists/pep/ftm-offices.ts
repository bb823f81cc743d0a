import type { EntryDetails } from '../../domain/lists/list-entry.ts';
import type { Links, Occupancy } from './ftm-links.ts';

/**
 * Returns the offices of a person: `office`, `from` and `to` of the current or last one, and all in `offices`. Empty
 * when there are none.
 */
export function toOfficeDetails(id: string, { occupancies, positions }: Links): EntryDetails {
  const [latest, ...earlierOffices] = (occupancies.get(id) ?? [])
    .toSorted(compareByTime)
    .map(({ post, from, to, status }): Record<string, string> => {
      const fields = { office: positions.get(post) ?? '', from, to, status };
      return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
    });
  if (latest === undefined) return {};
  const { status: _status, ...current } = latest;
  return { ...current, offices: [latest, ...earlierOffices] };
}

/**
 * Orders occupancies: current ones first (no end date, unless the status contradicts), then by the latest end, start
 * and post.
 */
function compareByTime(first: Occupancy, second: Occupancy): number {
  if (isCurrent(first) !== isCurrent(second)) return isCurrent(first) ? -1 : 1;
  const [a, b] = [`${first.to} ${first.from}`, `${second.to} ${second.from}`];
  if (a === b) return first.post < second.post ? -1 : 1;
  return a > b ? -1 : 1;
}

function isCurrent({ to, status }: Occupancy): boolean {
  return to === '' && (status === '' || status === 'current');
}
