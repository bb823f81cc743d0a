import type { Paging } from './use-page.ts';

type PageInfo = { hasNextPage: boolean; endCursor: string | null };
type Props = { paging: Paging; pageInfo: PageInfo; label: string };

export function Pager({ paging, pageInfo, label }: Props) {
  return (
    <nav className="pager" aria-label={label}>
      <button disabled={paging.number === 1} onClick={paging.previous}>
        ← Previous
      </button>
      <span className="muted">Page {paging.number}</span>
      <button disabled={!pageInfo.hasNextPage} onClick={() => paging.next(pageInfo.endCursor)}>
        Next →
      </button>
    </nav>
  );
}
