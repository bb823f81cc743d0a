import { createFormats } from '../formats.ts';

export const FORMATS = createFormats('es-MX');
