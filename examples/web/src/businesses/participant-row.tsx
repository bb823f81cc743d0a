import { type FragmentOf, graphql, readFragment } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { describeCode, fullName } from '../shared/format.ts';

/** Fields of a row, spread in the query of the table. */
export const participantRow = graphql(`
  fragment ParticipantRow on Participant {
    personType
    name
    paternalSurname
    maternalSurname
    email
    roles
    legalActFolio
    hasPendingMatches
    documents {
      id
      typeCode
      isAvailable
      isExternal
    }
  }
`);

type Props = {
  participant: FragmentOf<typeof participantRow>;
  onOpenDocument: (documentId: string) => void;
  onOpenReports: () => void;
};

export function ParticipantRow({ participant, onOpenDocument, onOpenReports }: Props) {
  const { businesses: words, codes } = useWords();
  const row = readFragment(participantRow, participant);
  return (
    <tr>
      <td>
        <strong>{fullName(row)}</strong>
        <span className="muted lines">
          {words.personTypes[row.personType]}
          {row.email !== null && `\n${row.email}`}
        </span>
      </td>
      <td>{row.roles.map((role) => describeCode(codes.roles, role)).join(', ')}</td>
      <td className="fixed">
        {row.legalActFolio ?? <span className="muted">{words.noFolio}</span>}
      </td>
      <td>
        {row.documents.map((document) =>
          document.isAvailable ? (
            <button
              key={document.id}
              className="tag good"
              onClick={() => onOpenDocument(document.id)}
            >
              {describeCode(codes.documentTypes, document.typeCode)}
            </button>
          ) : (
            <span
              key={document.id}
              className="tag"
              title={document.isExternal ? words.storedByProvider : words.requested}
            >
              {describeCode(codes.documentTypes, document.typeCode)}
              {document.isExternal && ' ↗'}
            </span>
          ),
        )}
      </td>
      <td>{row.hasPendingMatches && <span className="tag warn">{words.pending}</span>}</td>
      <td>
        {row.personType === 'NATURAL_PERSON' && (
          <button className="quiet" onClick={onOpenReports}>
            {words.socioeconomic}
          </button>
        )}
      </td>
    </tr>
  );
}
