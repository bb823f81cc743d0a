import type { UnreadReason } from './content.ts';
import type { Contradiction, StoredIdentity } from './contradictions/contradiction.ts';
import type { Figure } from './figures/figure.ts';
import type { ReportPictures } from './material.ts';
import type { SectionKey } from './template/section-keys.ts';
import type { ReportLanguage } from './template/template.ts';
import type { ReportValue, ValueKind, ValueSource } from './value.ts';

/** A final report never changes. Errors in it are corrected by a new report that refers to it. */
export const REPORT_STATES = ['draft', 'final'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export const CONSENT_PURPOSES = ['socioeconomic_report'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** Consent as stated in a report. Times are ISO 8601; `evidenceSha256` is that of the evidence file. */
export type ReportedConsent = {
  id: number;
  purpose: ConsentPurpose;
  textVersion: string;
  givenAt: string;
  /** Time at which the service recorded it; absent in reports finalized before this field existed. */
  recordedAt?: string;
  evidenceSha256: string | null;
  revokedAt: string | null;
};

/** Reason why a part is missing: no information, or no usable value. */
export type MissingReason = 'no_information' | UnreadReason;

/**
 * Missing part of a report. `field` is null for a whole section or group, `group` outside of groups; rows count from 0.
 */
export type MissingPart = {
  section: SectionKey;
  group: string | null;
  row: number | null;
  field: string | null;
  label: string;
  reason: MissingReason;
};

/** Format and version of the document, for programs that parse it. Every change of the format changes the version. */
export const SOCIOECONOMIC_KIND = 'socioeconomic-report';
export const SOCIOECONOMIC_VERSION = 3;

/** Value with its displayed text. `shown` is the label of a choice, otherwise null. */
export type DocumentField = {
  key: string;
  label: string;
  value: ReportValue;
  shown: string | null;
  source: ValueSource;
  contradictedBy: ValueSource[];
};
export type DocumentCell = Omit<DocumentField, 'key' | 'label'> | null;
export type DocumentGroup = {
  key: string;
  label: string;
  columns: { key: string; label: string; kind: ValueKind }[];
  rows: DocumentCell[][];
};
export type DocumentSection = {
  key: SectionKey;
  /** From 1 to 14. */
  number: number;
  title: string;
  fields: DocumentField[];
  groups: DocumentGroup[];
};

/** User of the service; `name` is null for a user who no longer existed. */
export type ReportedUser = { id: number; name: string | null };

/** Document of a report to sign, as canonical JSON, and to print. It is identical each time it is generated. */
export type SocioeconomicReportDocument = {
  kind: typeof SOCIOECONOMIC_KIND;
  version: 1 | 2 | typeof SOCIOECONOMIC_VERSION;
  id: number;
  /** Incremented with each change of the draft. */
  revision: number;
  /** Id of the report that this one corrects; null when it corrects none. */
  corrects: number | null;
  state: ReportState;
  service: string;
  businessCode: string | null;
  participantId: number;
  /** Full name of the participant. */
  personName: string;
  title: string;
  language: ReportLanguage;
  template: { key: string; version: number };
  createdAt: string;
  finalizedAt: string | null;
  /** User of the service who finalized the report. */
  finalizedBy: number | null;
  pictures: ReportPictures;
  sections: DocumentSection[];
  figures: Figure[];
  missing: MissingPart[];
  /** Users that the report refers to by id, with their names at its creation; absent in earlier versions. */
  users?: ReportedUser[];
  /** Contradicting values; absent in reports finalized before this field existed. */
  contradictions?: Contradiction[];
  consent: ReportedConsent | null;
};

/** Data of a document that come neither from the template nor from the content. */
export type ReportHead = Omit<
  SocioeconomicReportDocument,
  | 'kind'
  | 'version'
  | 'title'
  | 'language'
  | 'template'
  | 'pictures'
  | 'sections'
  | 'figures'
  | 'missing'
  | 'contradictions'
  | 'users'
> & {
  users: ReportedUser[];
  /** Stored data that the report is compared with; not part of the document. */
  stored: StoredIdentity;
};
