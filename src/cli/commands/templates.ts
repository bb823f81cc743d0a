import type { Command } from 'commander';
import {
  importTemplate,
  listReportTemplates,
} from '../../resolvers/socioeconomic/import-template.ts';
import { withDatabase } from '../database/with-database.ts';
import { printJson, printLine } from '../terminal/print.ts';
import { readTextFile } from '../terminal/read-text-file.ts';

type Options = { service: string; json?: boolean };

export function registerTemplatesCommand(program: Command): void {
  const templates = program.command('templates').description('templates of socioeconomic reports');
  templates
    .command('import')
    .description('add a version of a template to a service; existing versions never change')
    .argument('<file>', 'template as JSON (docs/guide/report-templates.md); - reads standard input')
    .requiredOption('--service <name>', 'service that the template belongs to')
    .option('--json', 'print {"key":…,"version":…,"new":…}')
    .action(importFile);
  templates
    .command('list')
    .description('list the templates of a service, newest version first')
    .requiredOption('--service <name>', 'name of the service')
    .option('--json', 'print [{"key":…,"version":…,"title":…,"created_at":…}, …]')
    .action(list);
}

async function importFile(file: string, { service, json }: Options): Promise<void> {
  const templateJson = await readTextFile(file);
  await withDatabase(async (db) => {
    const { key, version, isNew } = await importTemplate(db, { service, file, json: templateJson });
    if (json) printJson({ key, version, new: isNew });
    else printLine(`${key} version ${version} ${isNew ? 'was added' : 'already exists'}.`);
  });
}

async function list({ service, json }: Options): Promise<void> {
  await withDatabase(async (db) => {
    const templates = await listReportTemplates(db, service);
    if (json) {
      printJson(
        templates.map(({ key, version, title, createdAt }) => ({
          key,
          version,
          title,
          created_at: createdAt,
        })),
      );
      return;
    }
    if (templates.length === 0) printLine(`${service} has no templates of its own.`);
    for (const { key, version, title } of templates) printLine(`${key} ${version}: ${title}`);
  });
}
