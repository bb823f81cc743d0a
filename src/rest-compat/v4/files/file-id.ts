import type { RouteDescription } from '../../route.ts';
import { idSchema } from '../common/wire.ts';

/** The description of the path parameter that names a file. */
export function fileParameter(name: string): NonNullable<RouteDescription['parameter']> {
  const description = 'Id of the file: `file_id` of its upload, `id_descarga` of its document.';
  return { name, in: 'path', schema: idSchema, description };
}

export const FILE_FAILURES = {
  404: 'No such file, or one of which only the id is known here',
  409: 'The file is infected, or its upload is not completed',
  416: 'The range lies outside of the file',
  503: 'No files can be kept at the moment',
};
