import { extensionOf } from './file-name.ts';

/** The files that are taken, each with its endings, the usual one first. */
const EXTENSIONS = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/tiff': ['tif', 'tiff'],
  'image/webp': ['webp'],
  'application/xml': ['xml'],
  'text/csv': ['csv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
} as const;
export type MediaType = keyof typeof EXTENSIONS;
export const XLSX: MediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const MEDIA_TYPES = Object.keys(EXTENSIONS).filter(isMediaType);

export function isMediaType(text: string): text is MediaType {
  return Object.hasOwn(EXTENSIONS, text);
}

const ALIASES = new Map<string, MediaType>([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['text/xml', 'application/xml'],
  ['application/csv', 'text/csv'],
  ['application/x-pdf', 'application/pdf'],
]);
/** What clients send that do not know the type. */
const UNSAID = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

export type Declared = { mediaType: string; fileName: string };

/** What a client says the file is: a type, nothing, or something that is not taken. */
export function readDeclaredType(declared: string): MediaType | 'unsaid' | 'refused' {
  const essence = (declared.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (UNSAID.has(essence)) return 'unsaid';
  if (isMediaType(essence)) return essence;
  return ALIASES.get(essence) ?? 'refused';
}

/** Whether the declared type and the ending of the name both fit what the bytes are. */
export function agrees(found: MediaType, { mediaType, fileName }: Declared): boolean {
  const said = readDeclaredType(mediaType);
  if (said !== 'unsaid' && said !== found) return false;
  const byEnding = findByExtension(extensionOf(fileName));
  return byEnding === undefined || byEnding === found;
}

/** Whether somebody says that it is a CSV file: text has no signature of its own. */
export function isSaidToBeCsv({ mediaType, fileName }: Declared): boolean {
  const said = readDeclaredType(mediaType);
  return said === 'text/csv' || (said === 'unsaid' && extensionOf(fileName) === 'csv');
}

/** The name with an ending that fits the type, so that no program takes the file for another. */
export function nameWithExtension(name: string, mediaType: MediaType): string {
  const fits = findByExtension(extensionOf(name)) === mediaType;
  return fits ? name : `${name}.${EXTENSIONS[mediaType][0]}`;
}

function findByExtension(extension: string): MediaType | undefined {
  return MEDIA_TYPES.find((type) => EXTENSIONS[type].some((one: string) => one === extension));
}
