import type { Db } from '../../db/client.ts';
import { listQuestions, listTemplates } from '../../db/queries/questionnaire/questionnaires.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import {
  findTemplate,
  insertTemplate,
  type ListedTemplate,
  listTemplateVersions,
} from '../../db/queries/socioeconomic/templates.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { toCanonicalJson } from '../../domain/reports/canonical-json.ts';
import {
  DEFAULT_TEMPLATE_KEY,
  type SocioeconomicTemplate,
} from '../../domain/socioeconomic/template/template.ts';
import type { KnownQuestions } from '../../domain/socioeconomic/template/unknown-questions.ts';
import { OperatorError } from '../../errors.ts';
import { getServiceId, getServiceIdLocked } from '../service/get-service-id.ts';
import { findQuestionFaults, readTemplate, type TemplateFault } from './read-template.ts';

export type ImportTemplateInput = {
  service: string;
  /** Name of the file as given by the operator, for error messages. */
  file: string;
  json: string;
};

/** `isNew` is false when the service already had this version with the same content. */
export type ImportedTemplate = { key: string; version: number; isNew: boolean };

/**
 * Adds a version of a template to those of a service; reports use the newest version. Throws OperatorError for an
 * unknown service, for an invalid template or one with unknown questions, with the line of each issue, for a version
 * that exists with other content, and for the key of the built-in template.
 */
export async function importTemplate(
  db: Db,
  { service, file, json }: ImportTemplateInput,
): Promise<ImportedTemplate> {
  const read = readTemplate(json);
  if (read.kind === 'refused') throw toOperatorError(file, read.faults);
  const { template } = read;
  const { key, version } = template;
  if (key === DEFAULT_TEMPLATE_KEY)
    throw new OperatorError(`${file}: ${key} is a template of the gateway. Choose another key.`);
  return await runInTransaction(db, async (tx) => {
    // The lock allows one import per service at a time, so that the questions and the stored version do not change.
    const serviceId = await getServiceIdLocked(tx, service);
    const faults = findQuestionFaults(read, await readQuestions(tx, serviceId, template));
    if (faults.length > 0) throw toOperatorError(file, faults);
    const isNew = await insertTemplate(tx, serviceId, template);
    if (isNew) await recordImport(tx, serviceId, template);
    else await requireSameContent(tx, { serviceId, file, template });
    return { key, version, isNew };
  });
}

function toOperatorError(file: string, faults: readonly TemplateFault[]): OperatorError {
  const lines = faults.map(
    ({ line, path, message }) => `${file}:${line}: ${path.join('.') || 'the whole'}: ${message}`,
  );
  return new OperatorError(`Nothing was imported:\n${lines.join('\n')}`);
}

async function readQuestions(
  tx: Db,
  serviceId: number,
  { questionnaires }: SocioeconomicTemplate,
): Promise<KnownQuestions> {
  const keys = [...questionnaires];
  const templates = await listTemplates(tx, serviceId, { keys, limit: keys.length });
  const questions = Map.groupBy(
    await listQuestions(tx, serviceId, keys),
    (question) => question.templateKey,
  );
  return new Map(
    templates.map(({ key }) => [
      key,
      new Set(questions.get(key)?.map((question) => question.key) ?? []),
    ]),
  );
}

type Compared = { serviceId: number; file: string; template: SocioeconomicTemplate };

/** Throws OperatorError unless the stored version is the same: reports refer to it, so that it never changes. */
async function requireSameContent(tx: Db, { serviceId, file, template }: Compared): Promise<void> {
  const { key, version } = template;
  const stored = await findTemplate(tx, { serviceId, key, version });
  if (toCanonicalJson(stored) === toCanonicalJson(template)) return;
  throw new OperatorError(
    `${file}: version ${version} of ${key} already exists with other content. Use the next version number.`,
  );
}

async function recordImport(tx: Db, serviceId: number, { key, version }: SocioeconomicTemplate) {
  await insertAuditEvent(tx, {
    serviceId,
    action: 'report_template_imported',
    userId: null,
    apiKeyId: null,
    requestId: null,
    details: { templateKey: key, templateVersion: version },
  });
}

const VERSIONS_MAX = 1000;

/**
 * Lists the versions of the templates of a service, at most VERSIONS_MAX, by key, newest first. Throws OperatorError
 * for an unknown service.
 */
export async function listReportTemplates(db: Db, service: string): Promise<ListedTemplate[]> {
  return await listTemplateVersions(db, await getServiceId(db, service), VERSIONS_MAX);
}
