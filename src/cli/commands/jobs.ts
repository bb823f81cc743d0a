import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Db } from '../../db/client.ts';
import { JOB_STATES, type JobState } from '../../domain/shared/job.ts';
import { listQueue, type QueueInput } from '../../resolvers/jobs/list-queue.ts';
import type { JobSelectionInput } from '../../resolvers/jobs/parse-job-selection.ts';
import { removeFailedJobs } from '../../resolvers/jobs/remove-failed-jobs.ts';
import { retryJobs } from '../../resolvers/jobs/retry-jobs.ts';
import { withDatabase } from '../database/with-database.ts';
import { printJson, printLine } from '../terminal/print.ts';

type Options = { all?: boolean; json?: boolean };
type ListOptions = { state?: JobState; max: number; json?: boolean };

export function registerJobsCommand(program: Command): void {
  const jobs = program.command('jobs').description('background jobs; docs/operate/jobs.md');
  jobs
    .command('list')
    .description('list the jobs of all services, failed jobs first')
    .addOption(new Option('--state <state>', 'state of the jobs to list').choices(JOB_STATES))
    .option('--max <number>', 'maximum number of jobs to list', parseCount, 100)
    .option(
      '--json',
      'print [{"id":…,"service":… or null,"task":…,"state":…,"attempts":…,"at":…,"error":… or null}, …]',
    )
    .action(
      async (options: ListOptions) => await withDatabase(async (db) => await list(db, options)),
    );
  jobs
    .command('retry [id...]')
    .description('retry failed jobs, with the full number of attempts')
    .option('--all', 'all failed jobs')
    .option('--json', 'print {"retried":[…]}')
    .action(async (ids: string[], options: Options) => {
      await withDatabase(async (db) =>
        printIds('retried', await retryJobs(db, toSelection(ids, options)), options),
      );
    });
  jobs
    .command('remove [id...]')
    .description('delete failed jobs without running them')
    .option('--all', 'all failed jobs')
    .option('--json', 'print {"removed":[…]}')
    .action(async (ids: string[], options: Options) => {
      await withDatabase(async (db) =>
        printIds('removed', await removeFailedJobs(db, toSelection(ids, options)), options),
      );
    });
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Must be a whole number of at least 1.');
}

function toSelection(ids: string[], { all }: Options): JobSelectionInput {
  return all === true ? { ids, all } : { ids };
}

async function list(db: Db, { state, max, json }: ListOptions): Promise<void> {
  const input: QueueInput = state === undefined ? { max } : { max, state };
  const jobs = await listQueue(db, input);
  if (json) {
    printJson(jobs);
    return;
  }
  if (jobs.length === 0) printLine('No jobs found.');
  for (const { id, service, task, at, error, ...job } of jobs) {
    const columns = [id, task, service ?? '-', job.state, `attempts: ${job.attempts}`];
    printLine([...columns, at.toISOString(), ...(error === null ? [] : [error])].join('  '));
  }
  if (jobs.length === max) printLine('There may be more jobs: raise --max.');
}

function printIds(word: 'retried' | 'removed', ids: number[], { json }: Options): void {
  if (json) printJson({ [word]: ids });
  else printLine(`${word}: ${ids.length === 0 ? 'none' : ids.join(' ')}`);
}
