import type { ListEntry } from '../../domain/lists/list-entry.ts';
import type { Sat69bListCode } from '../../domain/lists/list-source.ts';
import { type ListFile, type Reading, type ReadList, refuseList } from '../reading.ts';
import { type Row, readRows, requireColumns } from '../text/read-rows.ts';
import { readDates, readSpokenDate } from '../text/spanish-dates.ts';
import { cellOf, findColumn, foldHeader } from './columns.ts';
import { readNoticeNames } from './notice-names.ts';
import { findNotices, type NoticeColumn } from './notices.ts';
import { identifiersOf, readPublishedRfc } from './rfc-of.ts';

const SITUATIONS = new Set(['Definitivo', 'Presunto', 'Desvirtuado', 'Sentencia Favorable']);

/** Where the header may stand at the latest: two rows of introduction come before it. */
const HEADER_ROW_MAX = 10;

type Layout = {
  count: number;
  rfc: number;
  name: number;
  situation: number;
  notices: readonly NoticeColumn[];
};
type Taxpayer = Omit<ListEntry, 'key'> & { knownBy: string; firstNotice: string };

/**
 * Returns the reader of the SAT's list of article 69-B or 69-B Bis of the Código Fiscal de la Federación, in each layout that was published
 * since 2018: what the columns are is read from their headers. One file; the rows before the header state its article and its day. A
 * taxpayer may stand in it once for each procedure; the oldest is known by the RFC alone, or by the name where there is none.
 */
export function readSat69b(code: Sat69bListCode): ReadList {
  return async function* readFiles(files, reading) {
    for (const file of files) yield* withKeys(await readTaxpayers({ code, file }, reading));
  };
}

type ListOfFile = { code: Sat69bListCode; file: ListFile };

async function readTaxpayers({ code, file }: ListOfFile, reading: Reading): Promise<Taxpayer[]> {
  let layout: Layout | undefined;
  let rows = 0;
  const intro: Row[] = [];
  const taxpayers: Taxpayer[] = [];
  for await (const row of readRows(file, reading)) {
    if (layout === undefined) {
      rows += 1;
      layout = findLayout(row);
      if (layout === undefined) intro.push(row);
      else readIntro({ code, file, intro }, reading);
      if (rows > HEADER_ROW_MAX) break;
    } else {
      requireColumns(file, row, layout.count);
      const taxpayer = readTaxpayer({ file, row, layout }, reading);
      if (taxpayer !== null) taxpayers.push(taxpayer);
    }
  }
  if (layout !== undefined) return taxpayers;
  throw refuseList({ file: file.name, line: rows }, 'no header with RFC and Situación was found');
}

/** Reads article and day from the rows before the header. Throws OperatorError for a list of the other article. */
function readIntro({ code, file, intro }: ListOfFile & { intro: Row[] }, reading: Reading): void {
  const said = intro.map(({ cells }) => cells.join(' ')).join(' ');
  const article = findArticle(said) ?? code;
  if (article !== code) {
    const place = { file: file.name, line: intro[0]?.line ?? 1 };
    throw refuseList(place, `the file states ${article}, not ${code}`);
  }
  readDay({ file, intro }, reading);
}

function readDay({ file, intro }: { file: ListFile; intro: Row[] }, reading: Reading): void {
  const days = intro.map(({ cells }) => readSpokenDate(cells.join(' ')));
  reading.asOf ??= days.find((day) => day !== null) ?? null;
  if (reading.asOf !== null) return;
  const dated = intro.find(({ cells }) => /\d/.test(cells.join(' ').replace(ARTICLE, '')));
  const odd = dated === undefined ? 'day_missing' : 'day_unreadable';
  reading.warn({ file: file.name, line: dated?.line ?? 1, code: odd });
}

const ARTICLE = /69\s?-?\s?B(?:\s*-?\s*(BIS))?\b/giu;

/** The list whose article a text names, the first; null where it names none. */
function findArticle(text: string): Sat69bListCode | null {
  const [found] = text.matchAll(ARTICLE);
  if (found === undefined) return null;
  return found[1] === undefined ? 'sat69b' : 'sat69b-bis';
}

function findLayout({ cells }: Row): Layout | undefined {
  const headers = cells.map(foldHeader);
  const rfc = headers.indexOf('RFC');
  const situation = findColumn(headers, 'SITUACION');
  const name = findColumn(headers, 'NOMBRE');
  if (rfc === -1 || situation === undefined || name === undefined) return undefined;
  return { count: headers.length, rfc, name, situation, notices: findNotices(headers) };
}

type Place = { file: ListFile; row: Row; layout: Layout };

function readTaxpayer({ file, row, layout }: Place, reading: Reading): Taxpayer | null {
  if (row.cells.every((cell) => cell === '')) {
    reading.countRow('');
    return null;
  }
  const place = { file: file.name, line: row.line };
  const situation = cellOf(row, layout.situation);
  if (!SITUATIONS.has(situation)) throw refuseList(place, 'its situation is none that is known');
  reading.countRow(situation);
  const published = readPublishedRfc(cellOf(row, layout.rfc));
  if (published === null) {
    reading.rowsSuppressed += 1;
    return null;
  }
  const { names, note } = readNoticeNames(cellOf(row, layout.name));
  const [first] = names;
  if (first === undefined) throw refuseList(place, 'it has no name');
  if (published.oddity !== null) reading.warn({ ...place, code: published.oddity });
  const notices = layout.notices.flatMap((column) => readNotice(row, column));
  return {
    knownBy: published.rfc ?? first.name,
    firstNotice: notices[0]?.dates[0] ?? '',
    partyType: published.partyType,
    names,
    identifiers: identifiersOf(published),
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
  const officeText = cellOf(row, office ?? undefined);
  const publishedText = cellOf(row, published ?? undefined);
  if (officeText === '' && publishedText === '') return [];
  const dates = readDates(publishedText);
  return [{ stage, channel, office: officeText, published: publishedText, dates }];
}

/** The oldest procedure of a taxpayer keeps its key when a newer one comes. */
function* withKeys(taxpayers: readonly Taxpayer[]): Generator<ListEntry> {
  for (const [knownBy, entries] of Map.groupBy(taxpayers, (one) => one.knownBy)) {
    const byAge = entries.toSorted((a, b) => (a.firstNotice < b.firstNotice ? -1 : 1));
    for (const [index, { knownBy: _, firstNotice: __, ...entry }] of byAge.entries()) {
      yield { ...entry, key: index === 0 ? knownBy : `${knownBy}/${index + 1}` };
    }
  }
}
