import type { RequestContext } from '../../../context.ts';
import {
  type ExtractionPayload,
  extractDocument,
} from '../../../resolvers/extraction/extract-document.ts';
import type { ExtractDocumentInput } from '../../../resolvers/extraction/inputs.ts';
import { translateIssuePaths } from '../common/translate-issue-paths.ts';

/** Extracts a stored file. Issues of the file have the path `file_id`. */
export async function extractById(
  ctx: RequestContext,
  fileId: number,
  options: Pick<ExtractDocumentInput, 'claimedKind' | 'waitMs'>,
): Promise<ExtractionPayload & { replayed: boolean }> {
  try {
    return await extractDocument(ctx, { ...options, file: { databaseId: fileId } });
  } catch (error) {
    throw translateIssuePaths(error, (path) =>
      path.map((step) => (step === 'file' ? 'file_id' : step)),
    );
  }
}
