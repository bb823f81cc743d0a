import type { SharedListCode } from '../domain/lists/list-source.ts';
import { createListError, type ListFile, type ListReader } from './list-reader.ts';
import { createCheckedReader } from './ofac/check-ofac-list.ts';
import { readOfacAdvancedXml } from './ofac/ofac-advanced-xml.ts';
import { readOfacCsv } from './ofac/ofac-csv.ts';
import { readOfacXml } from './ofac/ofac-xml.ts';
import { readFtmJson } from './pep/ftm-json.ts';
import { readCongress, readWorldLeaders } from './pep/office-holders.ts';
import { readTargetsCsv } from './pep/opensanctions-csv.ts';
import { readSat69 } from './sat/sat69.ts';
import { readSat69b } from './sat/sat69b.ts';
import { readSfpWorkbook } from './sfp/sfp-workbook.ts';
import { readUnXml } from './un/un-xml.ts';

const readOfac = selectByStart(
  [/<(?:\w+:)?sdnList/, readOfacXml],
  [/<(?:\w+:)?Sanctions/, readOfacAdvancedXml],
  readOfacCsv,
);

/**
 * Reader of each list. Where a list is published in several formats, the start of the first file determines the
 * format.
 */
export const READERS: Record<SharedListCode, ListReader> = {
  'ofac-sdn': createCheckedReader('ofac-sdn', readOfac),
  'ofac-cons': createCheckedReader('ofac-cons', readOfac),
  'un-sc': readUnXml,
  'sat69-firmes': readSat69('sat69-firmes'),
  'sat69-exigibles': readSat69('sat69-exigibles'),
  'sat69-no-localizados': readSat69('sat69-no-localizados'),
  'sat69-cancelados': readSat69('sat69-cancelados'),
  'sat69-sentencias': readSat69('sat69-sentencias'),
  'sat69-csd': readSat69('sat69-csd'),
  'sat69-entes': readSat69('sat69-entes'),
  sat69b: readSat69b('sat69b'),
  'sat69b-bis': readSat69b('sat69b-bis'),
  'pep-cia': readWorldLeaders,
  'pep-mx-congreso': readCongress,
  opensanctions: selectByStart([/^\s*\{/, readFtmJson], readTargetsCsv),
  sfp: readSfpWorkbook,
};

type FormatReader = readonly [RegExp, ListReader];

/** Number of bytes that are compared with the patterns of the formats. */
const START_BYTES = 4096;

/** Returns a reader that uses the first format whose pattern matches the start of the first file, or that has none. */
function selectByStart(...formats: readonly (FormatReader | ListReader)[]): ListReader {
  return async function* readByStart(files, report) {
    const [firstFile] = files;
    if (firstFile === undefined) throw createListError({ file: '', line: 1 }, 'missing file');
    const start = await readStart(firstFile);
    for (const format of formats) {
      const [pattern, read] = typeof format === 'function' ? [/^/, format] : format;
      if (!pattern.test(start)) continue;
      yield* read(files, report);
      return;
    }
  };
}

async function readStart(file: ListFile): Promise<string> {
  for await (const bytes of file.open()) return bytes.subarray(0, START_BYTES).toString('latin1');
  return '';
}
