import { graphql, type ResultOf } from '../graphql.ts';
import { fullName, toWords } from '../shared/format.ts';
import { Problem } from '../shared/problem.tsx';
import { useFreshQuery } from '../shared/use-fresh-query.ts';
import { DocumentReading, documentReading, readParticipant } from './document-reading.tsx';

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
      <header className="business">
        {data && <Title {...data} />}
        <button className="quiet" onClick={onClose}>
          Close the document
        </button>
      </header>
      <Problem error={error} />
      {data && <Document {...data} />}
    </article>
  );
}

type Answer = ResultOf<typeof DOCUMENT>;

function Title({ node, participant }: Answer) {
  if (node?.__typename !== 'RequestedDocument') return <h2>Document</h2>;
  const parts = [participant && fullName(participant), node.file?.name];
  return (
    <div>
      <h2>{toWords(node.typeCode)}</h2>
      <p className="muted">{parts.filter(Boolean).join(' · ')}</p>
    </div>
  );
}

function Document({ node, participant }: Answer) {
  if (node?.__typename !== 'RequestedDocument' || participant === null)
    return <p className="empty">This document has been deleted.</p>;
  if (node.file === null) return <p className="notice">The gateway does not have the file.</p>;
  return <DocumentReading document={node} participant={participant} />;
}
