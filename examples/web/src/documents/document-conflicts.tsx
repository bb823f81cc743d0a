import { type DocumentKind, type FragmentOf, graphql, readFragment } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { describeCode } from '../shared/format.ts';

export const documentConflict = graphql(`
  fragment DocumentConflict on PersonalConflict {
    name
    stored
    extracted {
      value
      source
    }
    extraction {
      kind
    }
    storedFrom {
      databaseId
      kind
    }
  }
`);

type Props = { conflicts: FragmentOf<typeof documentConflict>[] };

/** Differences between document and stored data, with the source of each value. */
export function DocumentConflicts({ conflicts }: Props) {
  const { documents: words, fields, formats } = useWords();
  const describeKind = (kind: DocumentKind | null): string =>
    describeCode(words.kinds, kind ?? 'UNKNOWN');
  const rows = readFragment(documentConflict, conflicts);
  if (rows.length === 0) return <p className="notice">{words.noConflicts}</p>;
  return (
    <section className="card" aria-label={words.conflicts}>
      <div className="heading">
        <h2>{words.conflicts}</h2>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.stored}</th>
            <th scope="col">{words.document}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((conflict) => (
            <tr key={conflict.name}>
              <th scope="row">{describeCode(fields, conflict.name)}</th>
              <td>
                {formats.day(conflict.stored)}
                <span className="muted">
                  {conflict.storedFrom === null
                    ? words.storedByProvider
                    : words.storedFrom(
                        conflict.storedFrom.databaseId,
                        describeKind(conflict.storedFrom.kind),
                      )}
                </span>
              </td>
              <td>
                {conflict.extracted.value === null ? null : formats.day(conflict.extracted.value)}
                <span className="muted">
                  {describeKind(conflict.extraction?.kind ?? null)},{' '}
                  {words.sources[conflict.extracted.source]}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
