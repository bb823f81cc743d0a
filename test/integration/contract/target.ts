/** What of the gateway's own service the samples are about. */
export type Target = {
  businessId: number;
  /** One with a document of the type INE. */
  participantId: number;
  /** The provider's id of the person that the participant is. */
  personId: number;
  receiptId: number;
  screeningId: number;
  userId: number;
  email: string;
  /** Another user. */
  colleagueId: number;
  /** One whose bytes are here, and which is the participant's INE. */
  fileId: number;
  /** Links that its service made: to that file, and to one that is announced as SENT_FILE. */
  readPath: string;
  writePath: string;
  /** A certificate that belongs to the participant, and a reading of it. */
  documentId: number;
  extractionId: number;
  /** An endpoint of webhooks, and a delivery to it. */
  endpointId: number;
  deliveryId: number;
  /** A consent of the participant, and the draft of a socio-economic report by it. */
  consentId: number;
  reportId: number;
};
