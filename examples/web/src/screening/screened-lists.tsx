import { formatCount } from '../shared/format.ts';

type Checked = {
  code: string;
  isLoaded: boolean;
  isStale: boolean | null;
  ageDays: number | null;
  comparison: 'WHOLE' | 'PART' | 'NOTHING' | null;
};

function ageOf({ ageDays }: Checked): string {
  return ageDays === null ? 'day unknown' : formatCount(ageDays, 'day');
}

/** How many lists were looked at, and by name those that say less than they should. */
export function ScreenedLists({ lists }: { lists: readonly Checked[] }) {
  const loaded = lists.filter((one) => one.isLoaded);
  const missing = lists.filter((one) => !one.isLoaded);
  const stale = loaded.filter((one) => one.isStale === true);
  const uncompared = loaded.filter((one) => one.comparison === 'NOTHING');
  const isPart = loaded.some((one) => one.comparison === 'PART');
  return (
    <>
      {formatCount(loaded.length, 'list')}
      {stale.length > 0 && (
        <span className="muted lines">
          old: {stale.map((one) => `${one.code} (${ageOf(one)})`).join(', ')}
        </span>
      )}
      {uncompared.length > 0 && (
        <span className="muted lines">
          nothing to compare: {uncompared.map((one) => one.code).join(', ')}
        </span>
      )}
      {isPart && <span className="muted lines">only the beginning of the name was compared</span>}
      {missing.length > 0 && (
        <span className="muted lines">not loaded: {missing.map((one) => one.code).join(', ')}</span>
      )}
    </>
  );
}
