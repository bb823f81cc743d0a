import { APP } from './app.ts';
import { FORMATS } from './formats.ts';

export const DELETION = {
  title: 'Complete the business',
  intro: 'The fiduciary act is complete. Choose the data to delete:',
  modes: {
    WITHOUT_LEGAL_ACT_FOLIO: 'Participants without a legal-act folio',
    WITH_LEGAL_ACT_FOLIO: 'Participants with a legal-act folio',
    ALL: 'Everything: all participants and the business',
  },
  changed: 'The preview shows the current data.',
  summary: (participants: number, documents: number) =>
    `This deletes ${APP.countParticipants(participants)} and ${APP.countDocuments(documents)}. It cannot be undone.`,
  summaryWithBusiness: (participants: number, documents: number) =>
    `This deletes ${APP.countParticipants(participants)}, ${APP.countDocuments(documents)} and the business itself. It cannot be undone.`,
  warnings: {
    PENDING_MATCHES: (count: number) =>
      `${FORMATS.number(count)} of the matches to delete await a decision.`,
    TRUE_MATCHES: (count: number) =>
      `${FORMATS.number(count)} of the matches to delete are true matches.`,
  },
  alsoDeleted: 'Also deleted',
  participants: 'Participants',
  documents: 'Documents',
  matches: 'Matches',
  matchesWithDecisions: 'Matches, with all decisions',
  screenings: 'Screenings',
  reports: 'Reports',
  consents: 'Consents',
  extractions: 'Document readings',
  files: 'Files',
  business: 'Business',
  sure: 'I have seen what will be deleted.',
  confirm: 'Delete permanently',
  cancel: 'Cancel',
  deleted: 'Deleted',
  keepReceipt: 'Keep this receipt. It contains no personal data, and remains after the deletion.',
  notCounted: 'not counted',
  businessDeleted: 'deleted',
  businessKept: 'kept',
  when: 'When',
  receipt: 'Receipt',
  digest: 'Digest',
};
