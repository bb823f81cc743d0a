import { LONG_BUSINESS_ID, WIDE_BUSINESS_ID } from './rows.ts';

const FIELDS = 'id databaseId name paternalSurname email createdAt';

/** The business of ten participants, `levels` deep in its own participants: eleven times as much a level. */
export function nestedQuery(levels: number, fields = FIELDS): string {
  let inner = fields;
  for (let level = 0; level < levels; level += 1)
    inner = `business{participants(first:10){nodes{${level === 0 ? fields : `name ${inner}`}}}}`;
  const open = `business(by:{databaseId:${WIDE_BUSINESS_ID}})`;
  return `{${inner.replace('business', open)}}`;
}

/** Ten participants of 20 kB of roles each, which are asked for under `aliases` names. */
export function longRolesQuery(levels: number, aliases: number): string {
  const roles = Array.from({ length: aliases }, (_, n) => `r${n}:roles`).join(' ');
  return nestedQuery(levels, roles).replace(String(WIDE_BUSINESS_ID), String(LONG_BUSINESS_ID));
}

/** So many participants of 20 kB of roles each, which are not asked for unless `fields` says so. */
export function longPageQuery(first: number, fields = 'id'): string {
  return `{business(by:{databaseId:${LONG_BUSINESS_ID}}){participants(first:${first}){nodes{${fields}}}}}`;
}
