import { z } from 'zod';
import type { RequestContext } from '../../../context.ts';
import { invalidAt } from '../../../errors.ts';
import type { ExtractionPayload } from '../../../resolvers/extraction/extract-document.ts';
import {
  extractSentDocument,
  receiveDocument,
} from '../../../resolvers/extraction/extract-sent-document.ts';
import { extractDocumentInput } from '../../../resolvers/extraction/inputs.ts';
import { admitFile } from '../../../resolvers/files/receive-file.ts';
import type { ReceivedFile } from '../../../resolvers/files/upload-file.ts';
import { parseInput } from '../../../validation/validate.ts';
import { readForm } from '../../read-multipart.ts';
import { parseId, type RestContent } from '../../route.ts';
import { parseFileOwner } from '../common/parse-file-owner.ts';
import { idSchema } from '../common/wire.ts';
import { bytesSchema } from '../files/encode-file.ts';
import { claimedCodeSchema, findKind } from './claimed-kind.ts';
import { extractById } from './extract-by-id.ts';

const waitSchema = extractDocumentInput.shape.waitMs;

const formSchema = z
  .strictObject({
    file: bytesSchema.optional().describe('Document to upload and read, instead of `file_id`.'),
    file_id: idSchema.optional(),
    cod_tipo_docto: claimedCodeSchema.optional(),
    wait_ms: waitSchema,
    business_id: idSchema.optional().describe('Business that the document belongs to.'),
    participant_id: idSchema.optional().describe('Participant that the document belongs to.'),
  })
  .meta({ id: 'ExtractionForm' });

/** Schema and example of the form in OpenAPI. */
export const EXTRACTION_FORM: { schema: z.ZodType; example: object } = {
  schema: formSchema,
  example: { file: 'nota\nsin documento\n' },
};

/** Text parts of the form, in addition to the file. */
const textsSchema = z.strictObject({
  file_id: z.string().optional(),
  cod_tipo_docto: claimedCodeSchema.optional(),
  wait_ms: z
    .string()
    .regex(/^\d{1,5}$/, { message: 'Must be decimal digits' })
    .transform(Number)
    .pipe(waitSchema.unwrap().unwrap())
    .optional(),
  business_id: z.string().optional(),
  participant_id: z.string().optional(),
});
type Texts = z.infer<typeof textsSchema>;

/** Extracts the file in the form, which is stored first, or the stored file whose id the form contains. */
export async function extractByForm(
  ctx: RequestContext,
  content: RestContent,
): Promise<ExtractionPayload & { replayed: boolean }> {
  const { texts, sent } = await admitFile(
    ctx,
    async (freeBytes) => await receiveForm(ctx, content, freeBytes),
  );
  const options = { claimedKind: findKind(texts.cod_tipo_docto), waitMs: texts.wait_ms };
  if (sent === undefined)
    return await extractById(ctx, parseId(texts.file_id ?? '', 'file_id'), options);
  try {
    const upload = { ...sent.declared, ...parseFileOwner(texts) };
    return await extractSentDocument(ctx, { upload, options }, sent.intake);
  } finally {
    await sent.intake.discard();
  }
}

type DeclaredFile = { fileName: string; mediaType: string };
type ReceivedForm = {
  texts: Texts;
  sent: { declared: DeclaredFile; intake: ReceivedFile } | undefined;
};

async function receiveForm(
  ctx: RequestContext,
  content: RestContent,
  freeBytes: number,
): Promise<ReceivedForm> {
  let declared: DeclaredFile = { fileName: '', mediaType: '' };
  const { file: intake, fields } = await readForm(content, async ({ bytes, ...part }) => {
    declared = part;
    return await receiveDocument(ctx, { ...part, freeBytes }, bytes);
  });
  try {
    const texts = parseInput(textsSchema, Object.fromEntries(fields));
    checkExactlyOneFile(texts, intake !== undefined);
    return { texts, sent: intake && { declared, intake } };
  } catch (error) {
    await intake?.discard();
    throw error;
  }
}

function checkExactlyOneFile(
  { file_id, business_id, participant_id }: Texts,
  hasFile: boolean,
): void {
  if (hasFile === (file_id !== undefined))
    throw invalidAt(['file'], 'Exactly one of file and file_id is required', 'exactly_one');
  const hasOwner = business_id !== undefined || participant_id !== undefined;
  if (!hasFile && hasOwner)
    throw invalidAt(
      ['file_id'],
      'Must not be sent with file_id: a stored file keeps its business and participant',
      'contradicts',
    );
}
