import type { ReportContent } from './content.ts';
import type { ReportState, SocioeconomicReportDocument } from './report.ts';

/** What is known of a report besides what it says. */
export type StoredReport = {
  id: number;
  participantId: number;
  templateKey: string;
  templateVersion: number;
  state: ReportState;
  /** Counts up with each change. */
  version: number;
  /** The final one that this one stands in for. */
  correctsId: number | null;
  consentId: number;
  /** Whose answers it was made of. */
  answersUserId: number;
  createdBy: number;
  createdAt: Date;
  updatedAt: Date;
  /** All of these are null until it is final. */
  finalizedBy: number | null;
  finalizedAt: Date | null;
  fileId: number | null;
  /** Hexadecimal: of the PDF, and of the document as `stableJson` writes it. */
  sha256: string | null;
  contentSha256: string | null;
  /** Compact JWS over these two. */
  signature: string | null;
  contentSignature: string | null;
};

/** What a report is printed on. */
export const PAGE_FORMATS = ['letter', 'a4'] as const;
export type PageFormat = (typeof PAGE_FORMATS)[number];

/** What is given out of a final report, made once. */
export type FinalDocument = { document: SocioeconomicReportDocument; page: PageFormat };

/** What is stored sealed; `final` is null for a draft. */
export type SealedReport = { content: ReportContent; final: FinalDocument | null };
