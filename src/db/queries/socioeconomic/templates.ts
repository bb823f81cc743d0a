import { sql } from 'kysely';
import type { SocioeconomicTemplate } from '../../../domain/socioeconomic/template/template.ts';
import type { Db } from '../../client.ts';

export type TemplateKey = { serviceId: number; key: string };

/** Returns a version of a template, the newest by default; undefined when the service has none. */
export async function findTemplate(
  db: Db,
  { serviceId, key, version }: TemplateKey & { version?: number },
): Promise<SocioeconomicTemplate | undefined> {
  const { rows } = await sql<{ definition: SocioeconomicTemplate }>`
    select definition from socioeconomic_templates
    where service_id = ${serviceId} and key = ${key}
      and version = coalesce(${version ?? null}::integer, version)
    order by version desc
    limit 1
  `.execute(db);
  return rows[0]?.definition;
}

/** True when the service has this version of a template. */
export async function hasTemplate(
  db: Db,
  { serviceId, key, version }: TemplateKey & { version: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from socioeconomic_templates
    where service_id = ${serviceId} and key = ${key} and version = ${version}
  `.execute(db);
  return rows.length > 0;
}

export type TemplateVersion = { key: string; version: number };

/** Returns these versions of templates of the service, in any order. */
export async function listTemplatesByVersion(
  db: Db,
  serviceId: number,
  versions: readonly TemplateVersion[],
): Promise<SocioeconomicTemplate[]> {
  const { rows } = await sql<{ definition: SocioeconomicTemplate }>`
    select t.definition
    from unnest(
      ${versions.map((template) => template.key)}::text[], ${versions.map((template) => template.version)}::integer[]
    ) requested_version (key, version)
    join socioeconomic_templates t
      on t.service_id = ${serviceId} and t.key = requested_version.key and t.version = requested_version.version
  `.execute(db);
  return rows.map((row) => row.definition);
}

/** Stores a version of a template; returns false and changes nothing when it exists already. */
export async function insertTemplate(
  db: Db,
  serviceId: number,
  template: SocioeconomicTemplate,
): Promise<boolean> {
  const { key, version } = template;
  const { rows } = await sql`
    insert into socioeconomic_templates (service_id, key, version, definition)
    values (${serviceId}, ${key}, ${version}, ${JSON.stringify(template)})
    on conflict (service_id, key, version) do nothing
    returning version
  `.execute(db);
  return rows.length > 0;
}

export type ListedTemplate = { key: string; version: number; title: string; createdAt: Date };

/** Returns the versions of all templates of the service, in order of key, newest first; at most `limit`. */
export async function listTemplateVersions(
  db: Db,
  serviceId: number,
  limit: number,
): Promise<ListedTemplate[]> {
  const { rows } = await sql<ListedTemplate>`
    select key, version, definition ->> 'title' as title, created_at as "createdAt"
    from socioeconomic_templates
    where service_id = ${serviceId}
    order by key, version desc
    limit ${limit}
  `.execute(db);
  return rows;
}
