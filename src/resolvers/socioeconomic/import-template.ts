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
import { checkQuestions, readTemplate, type TemplateFault } from './read-template.ts';

export type ImportTemplateInput = {
  service: string;
  /** Name of the file as given by the operator, for error messages. */
  file: string;
  json: string;
};

/** `isNew` is false where the service had this very version. */
export type ImportedTemplate = { key: string; version: number; isNew: boolean };

/**
 * Adds a version of a template to those of a service; reports are made by the newest. Throws OperatorError, with the line of each
 * fault, for a template that is none or that asks what no questionnaire of the service does, for a version that was another one
 * before, and for the key of the gateway's own.
 */
export async function importTemplate(
  db: Db,
  { service, file, json }: ImportTemplateInput,
): Promise<ImportedTemplate> {
  const read = readTemplate(json);
  if (read.kind === 'refused') throw refuse(file, read.faults);
  const { template } = read;
  const { key, version } = template;
  if (key === DEFAULT_TEMPLATE_KEY)
    throw new OperatorError(`${file}: ${key} is a template of the gateway. Choose another key.`);
  return await runInTransaction(db, async (tx) => {
    // One import of a service at a time, so that what is compared here stays so.
    const serviceId = await getServiceIdLocked(tx, service);
    const faults = checkQuestions(read, await readQuestions(tx, serviceId, template));
    if (faults.length > 0) throw refuse(file, faults);
    const isNew = await insertTemplate(tx, serviceId, template);
    if (isNew) await record(tx, serviceId, template);
    else await checkSame(tx, { serviceId, file, template });
    return { key, version, isNew };
  });
}

function refuse(file: string, faults: readonly TemplateFault[]): OperatorError {
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

/** Reports were made by a version, so that it never becomes another one. */
async function checkSame(tx: Db, { serviceId, file, template }: Compared): Promise<void> {
  const { key, version } = template;
  const stored = await findTemplate(tx, { serviceId, key, version });
  if (toCanonicalJson(stored) === toCanonicalJson(template)) return;
  throw new OperatorError(
    `${file}: version ${version} of ${key} already exists with other content. Use the next version number.`,
  );
}

async function record(tx: Db, serviceId: number, { key, version }: SocioeconomicTemplate) {
  await insertAuditEvent(tx, {
    serviceId,
    action: 'report_template_imported',
    userId: null,
    apiKeyId: null,
    requestId: null,
    details: { templateKey: key, templateVersion: version },
  });
}

const LISTED_MAX = 1000;

/** Every version of the templates of a service, by key, the newest first. Throws OperatorError for an unknown service. */
export async function listReportTemplates(db: Db, service: string): Promise<ListedTemplate[]> {
  return await listTemplateVersions(db, await getServiceId(db, service), LISTED_MAX);
}
