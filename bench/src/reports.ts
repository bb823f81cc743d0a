import { measureExtractionMemory } from './extraction/memory.ts';
import { measureExtractionQuality } from './extraction/quality.ts';
import { measureExtractionSpeed } from './extraction/speed.ts';
import type { Options } from './options.ts';
import type { Curve } from './results.ts';
import { measureAdvancedList } from './screening/advanced-list.ts';
import { measureScreeningFuzz } from './screening/fuzz.ts';
import { measureScreeningQuality } from './screening/quality.ts';
import { measureRescreening } from './screening/rescreening.ts';
import { measureScreeningSpeed } from './screening/speed.ts';
import { compareServers } from './servers.ts';

/** Measurements with their own tables, which are not part of bench/results.json, by name. */
export const REPORTS: ReadonlyMap<string, (options: Options) => Promise<Curve[]>> = new Map([
  ['extraction-memory', measureExtractionMemory],
  ['extraction-quality', measureExtractionQuality],
  ['lists-advanced-xml', measureAdvancedList],
  ['rescreening', measureRescreening],
  ['extraction-speed', measureExtractionSpeed],
  ['screening-fuzz', measureScreeningFuzz],
  ['screening-quality', measureScreeningQuality],
  ['screening-speed', measureScreeningSpeed],
  ['servers', compareServers],
]);
