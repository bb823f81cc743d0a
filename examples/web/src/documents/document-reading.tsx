import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import { formatTime, toWords } from '../shared/format.ts';
import { DocumentConflicts, documentConflict } from './document-conflicts.tsx';
import { DocumentFields, documentFields } from './document-fields.tsx';
import { DocumentPicture } from './document-picture.tsx';
import { ReadDocument } from './read-document.tsx';

export const documentReading = graphql(
  `
    fragment DocumentReading on RequestedDocument {
      file {
        id
        databaseId
        name
        mediaType
        downloadUrl
      }
      extractions {
        id
        databaseId
        status
        failure
        createdAt
        ...DocumentFields
      }
    }
  `,
  [documentFields],
);

export const readParticipant = graphql(
  `
    fragment ReadParticipant on Participant {
      id
      business {
        id
        version
      }
      conflicts {
        extraction {
          id
        }
        ...DocumentConflict
      }
    }
  `,
  [documentConflict],
);

type Props = {
  document: FragmentOf<typeof documentReading>;
  participant: FragmentOf<typeof readParticipant>;
};

/** The newest reading of a document's file, beside the file. */
export function DocumentReading({ document, participant }: Props) {
  const { file, extractions } = readFragment(documentReading, document);
  const [newest] = extractions;
  if (file === null) return null;
  return (
    <>
      <section className="card" aria-label="Reading">
        <div className="heading">
          <h2>Reading</h2>
          {newest && <span className="muted">asked for {formatTime(newest.createdAt)}</span>}
          <ReadDocument
            fileId={file.databaseId}
            isBusy={newest?.status === 'QUEUED'}
            isAgain={newest !== undefined}
          />
        </div>
        <Status extraction={newest} />
      </section>
      {newest?.status === 'DONE' && (
        <div className="beside">
          <DocumentPicture key={file.id} file={file} extraction={newest} />
          <Said extraction={newest} participant={participant} />
        </div>
      )}
    </>
  );
}

type Extraction = ResultOf<typeof documentReading>['extractions'][number];

function Status({ extraction }: { extraction: Extraction | undefined }) {
  if (extraction === undefined) return <p className="empty">The document has not been read yet.</p>;
  if (extraction.status === 'QUEUED') return <p className="empty">The document is being read.</p>;
  if (extraction.status === 'DONE') return null;
  return <p role="alert">It could not be read: {toWords(extraction.failure ?? 'UNKNOWN')}.</p>;
}

type SaidProps = { extraction: Extraction; participant: Props['participant'] };

function Said({ extraction, participant }: SaidProps) {
  const one = readFragment(readParticipant, participant);
  const conflicts = one.conflicts?.filter(({ extraction: of }) => of?.id === extraction.id) ?? [];
  return (
    <div className="desk">
      <DocumentConflicts conflicts={conflicts} />
      <DocumentFields
        key={extraction.id}
        extraction={extraction}
        extractionId={extraction.databaseId}
        participant={one}
      />
    </div>
  );
}
