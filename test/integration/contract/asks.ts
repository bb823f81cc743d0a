import type { OperationId } from '../../../src/rest-compat/route.ts';

export type Ask = {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/** A request to each operation, with any body and about any id. */
export const ASKS: Record<OperationId, (body?: unknown, id?: number | string) => Ask> = {
  getAccessToken: (body) => ({ method: 'POST', path: '/api/v4/auth/token', body }),
  importAnswers: (body) => ({ method: 'POST', path: '/api/v4/quiz/answers/import/api', body }),
  getBusinessDetail: (_body, id = '') => ({
    method: 'GET',
    path: `/api/v4/business/detail?id=${id}`,
  }),
  completeBusiness: (body, id = 'x') => ({
    method: 'POST',
    path: `/api/v4/fiduciary/${id}/complete`,
    body,
  }),
  getParticipantDetail: (_body, id = '') => ({
    method: 'GET',
    path: `/api/v4/fiduciary/participant/detail?id=${id}`,
  }),
  resolvePersonMatches: (body) => ({
    method: 'POST',
    path: '/api/v4/fiduciary/person/matches/resolved',
    body,
  }),
  processFiduciaryRequests: (body) => ({
    method: 'POST',
    path: '/api/v4/fiduciary/requests',
    body,
  }),
  processFiduciaryBatch: (body) => ({
    method: 'POST',
    path: '/api/v4/fiduciary/requests/batch',
    body,
  }),
  validateRfc: (body) => ({ method: 'POST', path: '/api/v4/rfc/validate', body }),
  lookUpSat69: (body) => ({ method: 'POST', path: '/api/v4/blacklist/sat69', body }),
  lookUpSat69b: (body) => ({ method: 'POST', path: '/api/v4/blacklist/sat69b', body }),
  generateOfacReport: (body) => ({ method: 'POST', path: '/api/v4/blacklist/ofac/report', body }),
  generatePepsReport: (body) => ({ method: 'POST', path: '/api/v4/blacklist/peps/report', body }),
  getReport: (_body, id = 'x') => ({ method: 'GET', path: `/api/v4/blacklist/report/${id}` }),
  getReportPdf: (_body, id = 'x') => ({
    method: 'GET',
    path: `/api/v4/blacklist/report/${id}/pdf`,
  }),
  verifyReport: (body) => ({ method: 'POST', path: '/api/v4/blacklist/report/verify', body }),
  generateSocioeconomicReport: (body) => ({
    method: 'POST',
    path: '/api/v4/socioeconomic/report',
    body,
  }),
  getSocioeconomicReport: (_body, id = 'x') => ({
    method: 'GET',
    path: `/api/v4/socioeconomic/report/${id}`,
  }),
  getSocioeconomicPdf: (_body, id = 'x') => ({
    method: 'GET',
    path: `/api/v4/socioeconomic/report/${id}/pdf`,
  }),
  uploadFile: (body) => ({ method: 'POST', path: '/api/v4/file/upload', body }),
  getFile: (_body, id = 'x') => ({ method: 'GET', path: `/api/v4/file/${id}` }),
  getFileDetail: (_body, id = 'x') => ({ method: 'GET', path: `/api/v4/file/${id}/detail` }),
  downloadDocument: (_body, id = 'x') => ({
    method: 'GET',
    path: `/api/v4/fiduciary/file/${id}/download`,
  }),
  getLinkedFile: () => ({ method: 'GET', path: '/api/v4/file/link/x' }),
  extractDocument: (body) => ({ method: 'POST', path: '/api/v4/document/extract', body }),
  getExtraction: (_body, id = 'x') => ({
    method: 'GET',
    path: `/api/v4/document/extraction/${id}`,
  }),
  putLinkedFile: (body) => ({ method: 'PUT', path: '/api/v4/file/link/x', body }),
};
