import type { Route } from './route.ts';
import { accessToken } from './v4/access-token.ts';
import { businessDetail } from './v4/business-detail.ts';
import { completeBusiness } from './v4/complete-business.ts';
import { fiduciaryRequests } from './v4/fiduciary-requests.ts';
import { getFileDetail } from './v4/file-detail.ts';
import { getLinkedFile, putLinkedFile } from './v4/file-link.ts';
import { downloadDocument, getFile } from './v4/get-file.ts';
import { importAnswers } from './v4/import-answers.ts';
import { participantDetail } from './v4/participant-detail.ts';
import { resolveMatches } from './v4/resolve-matches.ts';
import { uploadFile } from './v4/upload-file.ts';
import { validateRfc } from './v4/validate-rfc.ts';

/** Every path of the v4 interface. */
export const ROUTES: readonly Route[] = [
  accessToken,
  importAnswers,
  businessDetail,
  completeBusiness,
  fiduciaryRequests,
  participantDetail,
  resolveMatches,
  validateRfc,
  uploadFile,
  getFile,
  getFileDetail,
  downloadDocument,
  getLinkedFile,
  putLinkedFile,
];
