import type { Command } from 'commander';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/client.ts';
import { addTrustedDocuments } from '../../resolvers/trusted-document/add-trusted-documents.ts';
import type { DocumentCheck } from '../../resolvers/trusted-document/check-documents.ts';
import { listTrustedDocuments } from '../../resolvers/trusted-document/list-trusted-documents.ts';
import { parseManifest } from '../../resolvers/trusted-document/parse-manifest.ts';
import { removeTrustedDocuments } from '../../resolvers/trusted-document/remove-trusted-documents.ts';
import { withDatabase } from '../database/with-database.ts';
import { printJson, printLine } from '../terminal/print.ts';
import { readTextFile } from '../terminal/read-text-file.ts';

type Options = { service: string; json?: boolean };

export function registerDocumentsCommand(program: Command): void {
  const command = program
    .command('documents')
    .description('trusted GraphQL documents of a service, which clients send by id');
  command
    .command('add <file>')
    .description(
      'add the documents of a manifest of GraphQL Codegen, relay-compiler, gql.tada or Apollo; - reads standard input',
    )
    .requiredOption('--service <name>', 'name of the service')
    .option('--json', 'print {"added":…,"known":…}')
    .action(async (file: string, options: Options) => {
      const documents = parseManifest(await readTextFile(file));
      await withDatabase(async (db, config) => {
        const check = await createCheck(config);
        const input = { service: options.service, documents, check };
        printCounts(await addTrustedDocuments(db, input), options);
      });
    });
  command
    .command('remove <id...>')
    .description('remove documents by id; running gateways reject them within five seconds')
    .requiredOption('--service <name>', 'name of the service')
    .option('--json', 'print {"removed":…,"unknown":…}')
    .action(async (ids: string[], options: Options) => {
      const input = { service: options.service, ids };
      await withDatabase(async (db) =>
        printCounts(await removeTrustedDocuments(db, input), options),
      );
    });
  command
    .command('list')
    .description('list the trusted documents of a service, ordered by operation name')
    .requiredOption('--service <name>', 'name of the service')
    .option('--json', 'print [{"id":…,"name":…,"length":…,"added_at":…}, …]')
    .action(async (options: Options) => await withDatabase(async (db) => await list(db, options)));
}

/**
 * Creates the check of documents. Imports it lazily: other commands start in half the time without the GraphQL schema.
 */
async function createCheck({ document }: Config): Promise<DocumentCheck> {
  const { createTrustedDocumentCheck } = await import(
    '../../schema/serving/check-trusted-document.ts'
  );
  return createTrustedDocumentCheck(document);
}

function printCounts(counts: Record<string, number>, options: Options): void {
  if (options.json) printJson(counts);
  else printLine(Object.entries(counts).flat().join(' '));
}

async function list(db: Db, options: Options): Promise<void> {
  const documents = await listTrustedDocuments(db, options.service);
  if (options.json) {
    printJson(
      documents.map(({ id, name, length, addedAt }) => ({ id, name, length, added_at: addedAt })),
    );
    return;
  }
  if (documents.length === 0) printLine(`${options.service} has no trusted documents.`);
  for (const { id, name, addedAt } of documents) {
    printLine(`${id}  since ${addedAt.toISOString()}  ${name}`);
  }
}
