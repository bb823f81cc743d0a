import { graphql, type ResultOf } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { describeCode, fullName } from '../shared/format.ts';
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

/** Document with its extracted fields, and their differences from the stored data. */
export function DocumentPage({ document, revision, onClose }: Props) {
  const { app, documents: words } = useWords();
  const args = { query: DOCUMENT, variables: document };
  const { data, error, fetching } = useFreshQuery(args, revision);
  if (fetching && data === undefined) return <p className="empty">{app.loading}</p>;
  return (
    <article className="desk">
      <header className="business">
        {data && <Title {...data} />}
        <button className="quiet" onClick={onClose}>
          {words.close}
        </button>
      </header>
      <Problem error={error} />
      {data && <Document {...data} />}
    </article>
  );
}

type Data = ResultOf<typeof DOCUMENT>;

function Title({ node, participant }: Data) {
  const { codes, documents: words } = useWords();
  if (node?.__typename !== 'RequestedDocument') return <h2>{words.title}</h2>;
  const parts = [participant && fullName(participant), node.file?.name];
  return (
    <div>
      <h2>{describeCode(codes.documentTypes, node.typeCode)}</h2>
      <p className="muted">{parts.filter(Boolean).join(' · ')}</p>
    </div>
  );
}

function Document({ node, participant }: Data) {
  const words = useWords().documents;
  if (node?.__typename !== 'RequestedDocument' || participant === null)
    return <p className="empty">{words.deleted}</p>;
  if (node.file === null) return <p className="notice">{words.noFile}</p>;
  return <DocumentReading document={node} participant={participant} />;
}
