import type { EntryDetails } from '../../domain/lists/list-entry.ts';
import type { Links, Occupancy } from './ftm-links.ts';

/**
 * The offices of a person: `office`, `from` and `to` of the one held now or last, and all in `offices`; empty where there is
 * none.
 */
export function officesOf(id: string, { occupancies, positions }: Links): EntryDetails {
  const [last, ...before] = (occupancies.get(id) ?? [])
    .toSorted(byTime)
    .map(({ post, from, to, status }): Record<string, string> => {
      const said = { office: positions.get(post) ?? '', from, to, status };
      return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''));
    });
  if (last === undefined) return {};
  const { status: _status, ...told } = last;
  return { ...told, offices: [last, ...before] };
}

/** What has no end is held now, unless the list says otherwise; else what ended, or began, last. */
function byTime(one: Occupancy, other: Occupancy): number {
  if (isHeld(one) !== isHeld(other)) return isHeld(one) ? -1 : 1;
  const [a, b] = [`${one.to} ${one.from}`, `${other.to} ${other.from}`];
  if (a === b) return one.post < other.post ? -1 : 1;
  return a > b ? -1 : 1;
}

function isHeld({ to, status }: Occupancy): boolean {
  return to === '' && (status === '' || status === 'current');
}
