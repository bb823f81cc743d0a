import { getExtension } from './file-name.ts';

/** Accepted media types with their extensions, usual extension first. */
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
/** Content types that clients send when they do not know the type. */
const UNSPECIFIED = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

export type DeclaredFile = { mediaType: string; fileName: string };

/** Parses the declared content type: an accepted type, unspecified, or an unsupported type. */
export function parseDeclaredType(declared: string): MediaType | 'unsaid' | 'refused' {
  const essence = (declared.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (UNSPECIFIED.has(essence)) return 'unsaid';
  if (isMediaType(essence)) return essence;
  return ALIASES.get(essence) ?? 'refused';
}

/** True when the declared type and the file extension both fit the detected type. */
export function matchesDeclaration(
  detected: MediaType,
  { mediaType, fileName }: DeclaredFile,
): boolean {
  const declared = parseDeclaredType(mediaType);
  if (declared !== 'unsaid' && declared !== detected) return false;
  const byExtension = findByExtension(getExtension(fileName));
  return byExtension === undefined || byExtension === detected;
}

/** True when the file is declared as CSV, because text has no signature. */
export function isDeclaredCsv({ mediaType, fileName }: DeclaredFile): boolean {
  const declared = parseDeclaredType(mediaType);
  return declared === 'text/csv' || (declared === 'unsaid' && getExtension(fileName) === 'csv');
}

/** Appends a fitting extension to a name that lacks one, so that programs open the file as its type. */
export function withExtension(name: string, mediaType: MediaType): string {
  const hasFittingExtension = findByExtension(getExtension(name)) === mediaType;
  return hasFittingExtension ? name : `${name}.${EXTENSIONS[mediaType][0]}`;
}

function findByExtension(extension: string): MediaType | undefined {
  return MEDIA_TYPES.find((type) =>
    EXTENSIONS[type].some((candidate: string) => candidate === extension),
  );
}
