import { type FragmentOf, graphql, readFragment } from '../graphql.ts';
import { describeField, describeKind, SOURCES } from './document-words.ts';

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

/** Where document and stored information differ, with where each of the two came from. */
export function DocumentConflicts({ conflicts }: Props) {
  const rows = readFragment(documentConflict, conflicts);
  if (rows.length === 0) return <p className="notice">The document agrees with the stored data.</p>;
  return (
    <section className="card" aria-label="Conflicts">
      <div className="heading">
        <h2>Conflicts</h2>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Stored</th>
            <th scope="col">Document</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.name}>
              <th scope="row">{describeField(one.name)}</th>
              <td>
                {one.stored}
                <span className="muted">
                  {one.storedFrom === null
                    ? 'from the provider, or typed in'
                    : `from reading ${one.storedFrom.databaseId}: ${describeKind(one.storedFrom.kind)}`}
                </span>
              </td>
              <td>
                {one.extracted.value}
                <span className="muted">
                  {describeKind(one.extraction?.kind ?? null)}, {SOURCES[one.extracted.source]}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
