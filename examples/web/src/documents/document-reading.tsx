import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { describeCode } from '../shared/format.ts';
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

/** Latest reading of the file of a document, beside the file. */
export function DocumentReading({ document, participant }: Props) {
  const { documents: words, formats } = useWords();
  const { file, extractions } = readFragment(documentReading, document);
  const [newest] = extractions;
  if (file === null) return null;
  return (
    <>
      <section className="card" aria-label={words.reading}>
        <div className="heading">
          <h2>{words.reading}</h2>
          {newest && (
            <span className="muted">{words.requested(formats.time(newest.createdAt))}</span>
          )}
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
          <Findings extraction={newest} participant={participant} />
        </div>
      )}
    </>
  );
}

type Extraction = ResultOf<typeof documentReading>['extractions'][number];

function Status({ extraction }: { extraction: Extraction | undefined }) {
  const words = useWords().documents;
  if (extraction === undefined) return <p className="empty">{words.notRead}</p>;
  if (extraction.status === 'QUEUED') return <p className="empty">{words.beingRead}</p>;
  if (extraction.status === 'DONE') return null;
  return (
    <p role="alert">
      {words.failed(describeCode(words.failures, extraction.failure ?? 'UNKNOWN'))}
    </p>
  );
}

type FindingsProps = { extraction: Extraction; participant: Props['participant'] };

function Findings({ extraction, participant }: FindingsProps) {
  const owner = readFragment(readParticipant, participant);
  const conflicts =
    owner.conflicts?.filter(({ extraction: source }) => source?.id === extraction.id) ?? [];
  return (
    <div className="desk">
      <DocumentConflicts conflicts={conflicts} />
      <DocumentFields
        key={extraction.id}
        extraction={extraction}
        extractionId={extraction.databaseId}
        participant={owner}
      />
    </div>
  );
}
