import { z } from 'zod';
import { REPORT_FORMATS } from '../../../domain/reports/screening-report.ts';
import type { RouteFailure, RouteParameter } from '../../route.ts';
import { idSchema } from '../common/wire.ts';

/** Id of the report in the demo data. */
const DEMO_REPORT_ID = 1;

export const reportIdParameter: RouteParameter = {
  id: 'ReportId',
  name: 'report_id',
  in: 'path',
  schema: idSchema,
  description: 'Id of the report, from the response that generated it.',
  example: DEMO_REPORT_ID,
};

export const REPORT_NOT_FOUND: RouteFailure = {
  id: 'ReportNotFound',
  status: 404,
  description: 'The service has no report with this id.',
};

export const formatSchema = z
  .enum(REPORT_FORMATS)
  .meta({ id: 'ReportFormat', description: 'Format of a report.' });
export const digestSchema = z.string().describe('SHA-256, in hexadecimal.');
export const signatureSchema = z
  .string()
  .describe(
    'Compact JWS over the id and the SHA-256 of the report, signed with a key of the gateway.',
  );
