import { useWords } from '../i18n/use-words.tsx';
import type { Paging } from './use-page.ts';

type PageInfo = { hasNextPage: boolean; endCursor: string | null };
type Props = { paging: Paging; pageInfo: PageInfo; label: string };

export function Pager({ paging, pageInfo, label }: Props) {
  const { app } = useWords();
  return (
    <nav className="pager" aria-label={label}>
      <button disabled={paging.number === 1} onClick={paging.previous}>
        {app.previous}
      </button>
      <span className="muted">{app.page(paging.number)}</span>
      <button disabled={!pageInfo.hasNextPage} onClick={() => paging.next(pageInfo.endCursor)}>
        {app.next}
      </button>
    </nav>
  );
}
