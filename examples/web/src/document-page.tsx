import { DocumentReading, documentReading, readParticipant } from './document-reading.tsx';
import { fullName, toWords } from './format.ts';
import { graphql, type ResultOf } from './graphql.ts';
import { Problem } from './problem.tsx';
import { useFreshQuery } from './use-fresh-query.ts';

const DOCUMENT = graphql(
  `
    query Document($id: ID!, $participantId: ID!) {
      node(id: $id) {
        __typename
        id
        ... on RequestedDocument {
          typeCode
          file {
            id
            name
          }
          ...DocumentReading
        }
      }
      participant(by: { id: $participantId }) {
        id
        name
        paternalSurname
        maternalSurname
        ...ReadParticipant
      }
    }
  `,
  [documentReading, readParticipant],
);

export type OpenDocument = { id: string; participantId: string };
type Props = { document: OpenDocument; revision: string | undefined; onClose: () => void };

/** A document beside what it was found to say, and where that differs from what is stored. */
export function DocumentPage({ document, revision, onClose }: Props) {
  const asked = { query: DOCUMENT, variables: document };
  const { data, error, fetching } = useFreshQuery(asked, revision);
  if (fetching && data === undefined) return <p className="empty">Loading…</p>;
  return (
    <article className="desk">
      <div className="closing">
        <button className="quiet" onClick={onClose}>
          Close the document
        </button>
      </div>
      <Problem error={error} />
      {data && <Document {...data} />}
    </article>
  );
}

function Document({ node, participant }: ResultOf<typeof DOCUMENT>) {
  if (node?.__typename !== 'RequestedDocument' || participant === null)
    return <p className="empty">This document has been deleted.</p>;
  return (
    <>
      <header>
        <h2>{toWords(node.typeCode)}</h2>
        <p className="muted">
          {[fullName(participant), node.file?.name].filter(Boolean).join(' · ')}
        </p>
      </header>
      {node.file === null ? (
        <p className="notice">Its file is not with the gateway.</p>
      ) : (
        <DocumentReading document={node} participant={participant} />
      )}
    </>
  );
}
