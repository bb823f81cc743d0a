import {
  DOCUMENT_LENGTH_MAX,
  DOCUMENTS_MAX,
  isDocumentId,
} from '../../domain/access/trusted-document.ts';
import { OperatorError } from '../../errors.ts';
import { checkInput } from '../../validation/input-issues.ts';
import { text as storableText } from '../common/common-inputs.ts';
import type { ManifestDocument } from './parse-manifest.ts';

/** Checks a document: returns the labels of its operations, for example "query Page", and its errors. */
export type DocumentCheck = (text: string) => { name: string; faults: readonly string[] };

export type CheckedDocument = ManifestDocument & { name: string };

/** Maximum number of reported errors. */
const FAULTS_MAX = 20;
const SHOWN_ID_LENGTH_MAX = 80;

/**
 * Returns the documents with their labels, each id once. Throws OperatorError with a line for each document that is
 * invalid, or whose id has two texts.
 */
export function checkDocuments(
  documents: readonly ManifestDocument[],
  check: DocumentCheck,
): CheckedDocument[] {
  if (documents.length > DOCUMENTS_MAX) throw createTooManyError();
  const checked = new Map<string, CheckedDocument>();
  const faults: string[] = [];
  for (const document of documents) {
    const earlier = checked.get(document.id);
    if (earlier?.text === document.text) continue;
    const { name, fault } = inspectDocument(document, check);
    const documentFault = earlier === undefined ? fault : 'Another document has the same id.';
    if (documentFault === undefined) checked.set(document.id, { ...document, name });
    else faults.push(`${toLabel(document.id, name)}: ${documentFault}`);
  }
  if (faults.length > 0) throw createFaultsError(faults, documents.length);
  return [...checked.values()];
}

/** Creates the error for more documents than a service may have. */
export function createTooManyError(): OperatorError {
  return new OperatorError(
    `Nothing was added: a service has at most ${DOCUMENTS_MAX} trusted documents. Remove documents that no client sends any more.`,
  );
}

const textSchema = storableText(DOCUMENT_LENGTH_MAX);

/** Returns the first fault; the size is checked before the syntax. */
function inspectDocument(
  { id, text }: ManifestDocument,
  check: DocumentCheck,
): { name: string; fault: string | undefined } {
  if (!isDocumentId(id))
    return { name: '', fault: 'The id must be 1 to 128 visible ASCII characters.' };
  const checked = checkInput(textSchema, text);
  if (!checked.success) return { name: '', fault: `${checked.issues[0]?.message}.` };
  const { name, faults } = check(text);
  return { name, fault: faults[0] };
}

/** Quotes an invalid id, which may contain any characters. */
function toLabel(id: string, name: string): string {
  const shown = isDocumentId(id) ? id : JSON.stringify(id.slice(0, SHOWN_ID_LENGTH_MAX));
  return name === '' ? shown : `${shown} (${name})`;
}

function createFaultsError(faults: readonly string[], count: number): OperatorError {
  const documents = count === 1 ? '1 document' : `${count} documents`;
  const verb = faults.length === 1 ? 'is' : 'are';
  const headline = `Nothing was added: of ${documents} ${faults.length} ${verb} not valid.`;
  const omittedCount = faults.length - FAULTS_MAX;
  const ending = omittedCount > 0 ? [`and ${omittedCount} more`] : [];
  return new OperatorError([headline, ...faults.slice(0, FAULTS_MAX), ...ending].join('\n'));
}
