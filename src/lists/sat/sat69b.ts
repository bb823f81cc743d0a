import type { ListEntry } from '../../domain/lists/list-entry.ts';
import type { Sat69bListCode } from '../../domain/lists/list-source.ts';
import {
  createListError,
  type ListFile,
  type ListReader,
  type ReadReport,
} from '../list-reader.ts';
import { type Row, readRows, requireColumnCount } from '../text/read-rows.ts';
import { parseDateInText, parseDates } from '../text/spanish-dates.ts';
import { findColumn, foldHeader, getCell } from './columns.ts';
import { readNoticeNames } from './notice-names.ts';
import { findNotices, type NoticeColumn } from './notices.ts';
import { parsePublishedRfc, toIdentifiers } from './published-rfc.ts';

const SITUATIONS = new Set(['Definitivo', 'Presunto', 'Desvirtuado', 'Sentencia Favorable']);

/** Last row in which the header may be; two introductory rows precede it. */
const HEADER_ROW_MAX = 10;

type Layout = {
  columnCount: number;
  rfc: number;
  name: number;
  situation: number;
  notices: readonly NoticeColumn[];
};
type Taxpayer = Omit<ListEntry, 'key'> & { identity: string; firstNotice: string };

/**
 * Returns the reader of the SAT's list of article 69-B or 69-B Bis of the Código Fiscal de la Federación, in every
 * layout published since 2018: headers determine the columns. The list is one file, whose rows before the header
 * state the article and the date. A taxpayer has one entry for each procedure; the oldest has the RFC as key, or the
 * name when it has no RFC.
 */
export function readSat69b(code: Sat69bListCode): ListReader {
  return async function* readFiles(files, report) {
    for (const file of files) yield* assignKeys(await readTaxpayers({ code, file }, report));
  };
}

type Sat69bFile = { code: Sat69bListCode; file: ListFile };

async function readTaxpayers({ code, file }: Sat69bFile, report: ReadReport): Promise<Taxpayer[]> {
  let layout: Layout | undefined;
  let rowCount = 0;
  const intro: Row[] = [];
  const taxpayers: Taxpayer[] = [];
  for await (const row of readRows(file, report)) {
    if (layout === undefined) {
      if (rowCount === HEADER_ROW_MAX) break;
      rowCount += 1;
      layout = findLayout(row);
      if (layout === undefined) intro.push(row);
      else readIntro({ code, file, intro }, report);
    } else {
      requireColumnCount(file, row, layout.columnCount);
      const taxpayer = readTaxpayer({ file, row, layout }, report);
      if (taxpayer !== null) taxpayers.push(taxpayer);
    }
  }
  if (layout !== undefined) return taxpayers;
  throw createListError(
    { file: file.name, line: rowCount },
    'no header with RFC and Situación was found',
  );
}

/** Reads article and date from the rows before the header. Throws OperatorError for a list of the other article. */
function readIntro({ code, file, intro }: Sat69bFile & { intro: Row[] }, report: ReadReport): void {
  const introText = intro.map(({ cells }) => cells.join(' ')).join(' ');
  const article = findArticle(introText) ?? code;
  if (article !== code) {
    const location = { file: file.name, line: intro[0]?.line ?? 1 };
    throw createListError(location, `the file states ${article}, not ${code}`);
  }
  readListDate({ file, intro }, report);
}

function readListDate({ file, intro }: { file: ListFile; intro: Row[] }, report: ReadReport): void {
  const dates = intro.map(({ cells }) => parseDateInText(cells.join(' ')));
  report.asOf ??= dates.find((date) => date !== null) ?? null;
  if (report.asOf !== null) return;
  const datedRow = intro.find(({ cells }) => /\d/.test(cells.join(' ').replace(ARTICLE, '')));
  const warningCode = datedRow === undefined ? 'day_missing' : 'day_unreadable';
  report.warn({ file: file.name, line: datedRow?.line ?? 1, code: warningCode });
}

const ARTICLE = /69\s?-?\s?B(?:\s*-?\s*(BIS))?\b/giu;

/** Returns the list of the first article that a text names, or null. */
function findArticle(text: string): Sat69bListCode | null {
  const [match] = text.matchAll(ARTICLE);
  if (match === undefined) return null;
  return match[1] === undefined ? 'sat69b' : 'sat69b-bis';
}

function findLayout({ cells }: Row): Layout | undefined {
  const headers = cells.map(foldHeader);
  const rfc = headers.indexOf('RFC');
  const situation = findColumn(headers, 'SITUACION');
  const name = findColumn(headers, 'NOMBRE');
  if (rfc === -1 || situation === undefined || name === undefined) return undefined;
  return { columnCount: headers.length, rfc, name, situation, notices: findNotices(headers) };
}

type RowContext = { file: ListFile; row: Row; layout: Layout };

function readTaxpayer({ file, row, layout }: RowContext, report: ReadReport): Taxpayer | null {
  if (row.cells.every((cell) => cell === '')) {
    report.countRow('');
    return null;
  }
  const location = { file: file.name, line: row.line };
  const situation = getCell(row, layout.situation);
  if (!SITUATIONS.has(situation))
    throw createListError(location, 'its situation is none that is known');
  report.countRow(situation);
  const publishedRfc = parsePublishedRfc(getCell(row, layout.rfc));
  if (publishedRfc === null) {
    report.rowsSuppressed += 1;
    return null;
  }
  const { names, note } = readNoticeNames(getCell(row, layout.name));
  const [firstName] = names;
  if (firstName === undefined) throw createListError(location, 'it has no name');
  if (publishedRfc.warningCode !== null)
    report.warn({ ...location, code: publishedRfc.warningCode });
  const notices = layout.notices.flatMap((column) => readNotice(row, column));
  return {
    identity: publishedRfc.rfc ?? firstName.name,
    firstNotice: notices[0]?.dates[0] ?? '',
    partyType: publishedRfc.partyType,
    names,
    identifiers: toIdentifiers(publishedRfc),
    status: situation,
    programs: [],
    birthDates: [],
    countries: [],
    details: { ...(note === null ? {} : { note }), notices },
  };
}

type Notice = {
  stage: string;
  channel: string;
  office: string;
  published: string;
  dates: string[];
};

function readNotice(row: Row, { stage, channel, office, published }: NoticeColumn): Notice[] {
  const officeText = getCell(row, office ?? undefined);
  const publishedText = getCell(row, published ?? undefined);
  if (officeText === '' && publishedText === '') return [];
  const dates = parseDates(publishedText);
  return [{ stage, channel, office: officeText, published: publishedText, dates }];
}

/** Assigns keys, so that the oldest procedure of a taxpayer retains its key when a newer one is added. */
function* assignKeys(taxpayers: readonly Taxpayer[]): Generator<ListEntry> {
  for (const [identity, entries] of Map.groupBy(taxpayers, (taxpayer) => taxpayer.identity)) {
    const byAge = entries.toSorted((a, b) => (a.firstNotice < b.firstNotice ? -1 : 1));
    for (const [index, { identity: _, firstNotice: __, ...entry }] of byAge.entries()) {
      yield { ...entry, key: index === 0 ? identity : `${identity}/${index + 1}` };
    }
  }
}
