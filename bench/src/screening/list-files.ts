import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { SaxesParser } from 'saxes';
import type { PartyType } from '../../../src/domain/screening/party-type.ts';

/** Plain readers of what the quality is measured on; the gateway's own import is not needed for it. */
const FOLDER_VARIABLE = 'LISTS_DATA';

/** Where the published lists are; throws where nobody says it. */
export function listsFolder(): string {
  const folder = process.env[FOLDER_VARIABLE];
  if (folder === undefined || !existsSync(join(folder, 'matching'))) {
    throw new Error(
      `${FOLDER_VARIABLE} must name the folder of published lists (matching, ofac, un, sat69, sat69b and pep in it).`,
    );
  }
  return folder;
}

export async function readRows(
  path: string,
  encoding: 'utf-8' | 'windows-1252',
): Promise<string[][]> {
  const text = new TextDecoder(encoding).decode(await readFile(path));
  const rows: string[][] = parse(text.replaceAll('\u001a', ''), {
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  return rows;
}

/** One party of a list under each of its names. */
export type Listed = { key: string; partyType: PartyType; names: string[] };

const PARTY_TYPES: Record<string, PartyType> = { individual: 'natural', '-0-': 'legal' };

/** OFAC's main file and the file of other names. */
export async function readOfac(main: string, others: string): Promise<Listed[]> {
  const listed = new Map<string, Listed>();
  for (const [key = '', name = '', kind = ''] of await readRows(main, 'windows-1252')) {
    listed.set(key, { key, partyType: PARTY_TYPES[kind.trim()] ?? 'other', names: [name] });
  }
  for (const [key = '', , , name] of await readRows(others, 'windows-1252')) {
    if (name !== undefined) listed.get(key)?.names.push(name);
  }
  return [...listed.values()];
}

const PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

/** The list of the United Nations: first the main name, then the others. */
export async function readUnitedNations(path: string): Promise<Listed[]> {
  const listed: Listed[] = [];
  const open: string[] = [];
  let [parts, aliases, key, text]: [string[], string[], string, string] = [[], [], '', ''];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    open.push(name);
    text = '';
    if (name === 'INDIVIDUAL' || name === 'ENTITY') [parts, aliases, key] = [[], [], ''];
  });
  parser.on('text', (piece) => (text += piece));
  parser.on('closetag', ({ name }) => {
    open.pop();
    const value = text.trim();
    if (PARTS.includes(name) && value !== '') parts.push(value);
    if (name === 'ALIAS_NAME' && value !== '') aliases.push(value);
    if (name === 'DATAID') key = value;
    if (name === 'INDIVIDUAL' || name === 'ENTITY') {
      const partyType = name === 'ENTITY' ? 'legal' : 'natural';
      listed.push({ key, partyType, names: [parts.join(' '), ...aliases] });
    }
    text = '';
  });
  parser.write(await readFile(path, 'utf8')).close();
  return listed;
}
