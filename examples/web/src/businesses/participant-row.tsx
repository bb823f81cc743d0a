import { type FragmentOf, graphql, readFragment } from '../graphql.ts';
import { fullName, toWords } from '../shared/format.ts';

/** What a row shows; the query above it spreads this and need not know more. */
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
  const one = readFragment(participantRow, participant);
  return (
    <tr>
      <td>
        <strong>{fullName(one)}</strong>
        <span className="muted lines">
          {one.personType === 'LEGAL_ENTITY' ? 'Legal entity' : 'Natural person'}
          {one.email !== null && `\n${one.email}`}
        </span>
      </td>
      <td>{one.roles.map(toWords).join(', ')}</td>
      <td className="fixed">{one.legalActFolio ?? <span className="muted">none</span>}</td>
      <td>
        {one.documents.map((document) =>
          document.isAvailable ? (
            <button
              key={document.id}
              className="tag good"
              onClick={() => onOpenDocument(document.id)}
            >
              {toWords(document.typeCode)}
            </button>
          ) : (
            <span
              key={document.id}
              className="tag"
              title={document.isExternal ? 'The provider stores this file' : 'Requested'}
            >
              {toWords(document.typeCode)}
              {document.isExternal && ' ↗'}
            </span>
          ),
        )}
      </td>
      <td>{one.hasPendingMatches && <span className="tag warn">pending</span>}</td>
      <td>
        {one.personType === 'NATURAL_PERSON' && (
          <button className="quiet" onClick={onOpenReports}>
            Socioeconomic
          </button>
        )}
      </td>
    </tr>
  );
}
