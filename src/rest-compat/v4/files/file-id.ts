import type { RouteFailure, RouteParameter } from '../../route.ts';
import { idSchema } from '../common/wire.ts';

/** Id of a file in the demo data. */
export const DEMO_FILE_ID = 7009;

/** Path parameter with the id of a file. */
export const fileIdParameter: RouteParameter = {
  id: 'FileId',
  name: 'file_id',
  in: 'path',
  schema: idSchema,
  description: 'Id of the file: `file_id` of its upload, `id_descarga` of its document.',
  example: DEMO_FILE_ID,
};

/** Failure responses of files. */
export const FILE_FAILURES = {
  notFound: {
    id: 'FileNotFound',
    status: 404,
    description: 'The service has no such file, or the gateway knows only its id.',
  },
  notAvailable: {
    id: 'FileNotAvailable',
    status: 409,
    description: 'The file is infected, or its upload is not complete.',
  },
  range: {
    id: 'RangeNotSatisfiable',
    status: 416,
    description: 'The requested range is outside of the file.',
  },
  unavailable: {
    id: 'FilesUnavailable',
    status: 503,
    description: 'File storage or the malware scanner is unavailable.',
  },
} as const satisfies Record<string, RouteFailure>;
