import type { ReportContent } from './content.ts';
import type { ReportState, SocioeconomicReportDocument } from './report.ts';

/** Stored report without its content. */
export type StoredReport = {
  id: number;
  participantId: number;
  templateKey: string;
  templateVersion: number;
  state: ReportState;
  /** Incremented with each change. */
  version: number;
  /** Id of the final report that this one corrects; null when it corrects none. */
  correctsId: number | null;
  consentId: number;
  /** Id of the user whose answers are used. */
  answersUserId: number;
  createdBy: number;
  createdAt: Date;
  updatedAt: Date;
  /** Null until the report is final, like all further members. */
  finalizedBy: number | null;
  finalizedAt: Date | null;
  fileId: number | null;
  /** SHA-256 of the PDF and of the canonical JSON of the document, hexadecimal. */
  sha256: string | null;
  contentSha256: string | null;
  /** Compact JWS over the PDF digest and over the document digest. */
  signature: string | null;
  contentSignature: string | null;
};

/** Page formats of a report. */
export const PAGE_FORMATS = ['letter', 'a4'] as const;
export type PageFormat = (typeof PAGE_FORMATS)[number];

/** Document of a final report, created once. */
export type FinalDocument = { document: SocioeconomicReportDocument; page: PageFormat };

/** Encrypted part of a report. `final` is null for a draft. */
export type SealedReport = { content: ReportContent; final: FinalDocument | null };
