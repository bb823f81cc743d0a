import { useWords } from '../i18n/use-words.tsx';

type ScreenedList = {
  code: string;
  isLoaded: boolean;
  isStale: boolean | null;
  ageDays: number | null;
  comparison: 'WHOLE' | 'PART' | 'NOTHING' | null;
};

/** Number of screened lists, and the codes of those whose result is limited. */
export function ScreenedLists({ lists }: { lists: readonly ScreenedList[] }) {
  const { app, formats, lists: listWords, screening: words } = useWords();
  const loaded = lists.filter((list) => list.isLoaded);
  const missing = lists.filter((list) => !list.isLoaded);
  const stale = loaded.filter((list) => list.isStale === true);
  const notCompared = loaded.filter((list) => list.comparison === 'NOTHING');
  const isPart = loaded.some((list) => list.comparison === 'PART');
  const describeAge = ({ code, ageDays }: ScreenedList): string =>
    `${code} (${ageDays === null ? listWords.dayUnknown : app.countDays(ageDays)})`;
  const joinCodes = (screened: readonly ScreenedList[]): string =>
    formats.list(screened.map(({ code }) => code));
  const limits = [
    stale.length > 0 && words.old(formats.list(stale.map(describeAge))),
    notCompared.length > 0 && words.notCompared(joinCodes(notCompared)),
    isPart && words.partCompared,
    missing.length > 0 && words.notLoaded(joinCodes(missing)),
  ].filter((text) => text !== false);
  return (
    <>
      {app.countLists(loaded.length)}
      {limits.map((text) => (
        <span key={text} className="muted lines">
          {text}
        </span>
      ))}
    </>
  );
}
