import type { Route } from './route.ts';
import { accessToken } from './v4/access/access-token.ts';
import { businessDetail } from './v4/business/business-detail.ts';
import { completeBusinessRoute } from './v4/business/complete-business.ts';
import { fiduciaryBatch } from './v4/business/fiduciary-batch.ts';
import { fiduciaryRequests } from './v4/business/fiduciary-requests.ts';
import { participantDetail } from './v4/business/participant-detail.ts';
import { extractDocument } from './v4/extraction/extract-document.ts';
import { getExtractionRoute } from './v4/extraction/get-extraction.ts';
import { getFileDetail } from './v4/files/file-detail.ts';
import { getLinkedFile, putLinkedFile } from './v4/files/file-link.ts';
import { downloadDocument, getFile } from './v4/files/get-file.ts';
import { uploadFileRoute } from './v4/files/upload-file.ts';
import { importAnswersRoute } from './v4/questionnaire/import-answers.ts';
import { ofacReport, pepsReport } from './v4/reports/generate-report.ts';
import { getReport, getReportPdf } from './v4/reports/get-report.ts';
import { verifyReportRoute } from './v4/reports/verify-report.ts';
import { resolveMatches } from './v4/screening/resolve-matches.ts';
import { generateSocioeconomicReport } from './v4/socioeconomic/generate-report.ts';
import { getSocioeconomicPdf, getSocioeconomicReportRoute } from './v4/socioeconomic/get-report.ts';
import { validateRfcRoute } from './v4/tax/validate-rfc.ts';
import { sat69 } from './v4/taxpayers/sat69.ts';
import { sat69b } from './v4/taxpayers/sat69b.ts';

/** Routes of the v4 interface. */
export const ROUTES: readonly Route[] = [
  accessToken,
  importAnswersRoute,
  businessDetail,
  completeBusinessRoute,
  fiduciaryRequests,
  fiduciaryBatch,
  participantDetail,
  resolveMatches,
  validateRfcRoute,
  sat69,
  sat69b,
  ofacReport,
  pepsReport,
  getReport,
  getReportPdf,
  verifyReportRoute,
  generateSocioeconomicReport,
  getSocioeconomicReportRoute,
  getSocioeconomicPdf,
  uploadFileRoute,
  getFile,
  getFileDetail,
  downloadDocument,
  getLinkedFile,
  putLinkedFile,
  extractDocument,
  getExtractionRoute,
];
