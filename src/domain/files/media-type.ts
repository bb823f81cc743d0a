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

/** Type that Windows gives to every file which its spreadsheet program opens, by the extension of the file. */
const SPREADSHEET = 'application/vnd.ms-excel';
const SPREADSHEET_TYPES: ReadonlyMap<string, MediaType> = new Map([
  ['csv', 'text/csv'],
  ['xlsx', XLSX],
]);

/** Parses the declared content type: an accepted type, `unsaid` when unspecified, or `refused` when unsupported. */
export function parseDeclaredType({
  mediaType,
  fileName,
}: DeclaredFile): MediaType | 'unsaid' | 'refused' {
  const essence = (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (UNSPECIFIED.has(essence)) return 'unsaid';
  if (isMediaType(essence)) return essence;
  if (essence === SPREADSHEET) return SPREADSHEET_TYPES.get(getExtension(fileName)) ?? 'refused';
  return ALIASES.get(essence) ?? 'refused';
}

/** True when neither the declared type nor the file extension contradicts the detected type. */
export function matchesDeclaration(detected: MediaType, declaration: DeclaredFile): boolean {
  const declared = parseDeclaredType(declaration);
  if (declared !== 'unsaid' && declared !== detected) return false;
  const byExtension = findByExtension(getExtension(declaration.fileName));
  return byExtension === undefined || byExtension === detected;
}

/**
 * Returns the declared type, or that of the extension when no type is declared. Undefined when neither is accepted.
 * Used for text, which has no signature by which its type could be detected.
 */
export function findDeclaredType(declaration: DeclaredFile): MediaType | undefined {
  const declared = parseDeclaredType(declaration);
  if (declared === 'unsaid') return findByExtension(getExtension(declaration.fileName));
  return declared === 'refused' ? undefined : declared;
}

/**
 * Returns a name with an extension of the media type, appended if needed, so that programs open the file as its type.
 */
export function withExtension(name: string, mediaType: MediaType): string {
  const hasFittingExtension = findByExtension(getExtension(name)) === mediaType;
  return hasFittingExtension ? name : `${name}.${EXTENSIONS[mediaType][0]}`;
}

function findByExtension(extension: string): MediaType | undefined {
  return MEDIA_TYPES.find((type) =>
    EXTENSIONS[type].some((candidate: string) => candidate === extension),
  );
}
