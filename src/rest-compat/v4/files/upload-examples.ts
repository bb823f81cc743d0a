import { z } from 'zod';
import type { BodyExample } from '../../route.ts';
import { idSchema } from '../common/wire.ts';
import { bytesSchema } from './encode-file.ts';

/** Examples of an upload as JSON. */
export const UPLOAD_EXAMPLES: Record<string, BodyExample> = {
  document: {
    summary: 'Document of a participant',
    value: {
      filename: 'comprobante.csv',
      content_base64: Buffer.from('concepto,monto\nrenta,12000\n').toString('base64'),
      media_type: 'text/csv',
      cod_tipo_docto: 'COMPROBANTE_DOMICILIO',
      participant_id: 3,
    },
  },
  file: {
    summary: 'File that is not attached to a document',
    value: {
      filename: 'nota.csv',
      content_base64: Buffer.from('nota\nsin documento\n').toString('base64'),
    },
  },
};

const formSchema = z
  .strictObject({
    file: bytesSchema,
    cod_tipo_docto: z.string().optional(),
    business_id: idSchema.optional(),
    participant_id: idSchema.optional(),
  })
  .meta({ id: 'FileUploadForm' });

/** Schema and example of an upload as a form. */
export const UPLOAD_FORM = {
  schema: formSchema,
  example: { file: 'nota\nsin documento\n' },
};
