import { sql } from 'kysely';
import type { Db } from '../../client.ts';

/** What an import named, each thing once; `removed_participants` is what it deleted as no longer listed. */
export type ImportCounts = {
  businesses: number;
  participants: number;
  documents: number;
  matches: number;
  persons: number;
  files: number;
  users: number;
  templates: number;
  questions: number;
  questionnaires: number;
  answers: number;
  removed_participants: number;
};

export async function countImported(db: Db): Promise<ImportCounts> {
  const { rows } = await sql<ImportCounts>`
    select
      (select count(*) from import_businesses) as businesses,
      (select count(*) from import_participants) as participants,
      (select count(*) from import_documents) as documents,
      (select count(*) from import_matches) as matches,
      (select count(distinct external_person_id) from import_participants) as persons,
      (select count(distinct file_id) from import_documents) as files,
      (select count(*) from (
        select email_key from import_users union select email_key from import_responsibles
      ) as named) as users,
      (select count(*) from import_templates) as templates,
      (select count(*) from import_questions) as questions,
      (select count(*) from import_questionnaires) as questionnaires,
      (select count(*) from import_answers) as answers,
      (select count(*) from import_removed) as removed_participants
  `.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('The counts of an import are one row.');
  return counts;
}
