import { randomUUID } from 'node:crypto';
import type { WorkerOptions } from '../config/worker-options.ts';
import {
  type ClaimedJob,
  claimJobs,
  LEASE_SECONDS,
  listDueServices,
  queueRoutines,
  renewJobs,
} from '../db/queries/jobs/work.ts';
import { createPoller, type NextRound } from '../scheduling/poller.ts';
import { type JobTools, runJob } from './run-job.ts';
import type { JobTask } from './task.ts';
import { TASKS } from './tasks.ts';

export type WorkerParts = {
  tools: Omit<JobTools, 'signal'>;
  options: Pick<WorkerOptions, 'jobsMax' | 'pollMs'>;
  tasks?: readonly JobTask[];
};

export type Worker = {
  /** Wakes the worker after this process has committed a job. */
  wake: () => void;
  /** Claims no further jobs and waits for the running ones. */
  stop: () => Promise<void>;
};

/** Minimum time between two rounds, so that requests of the same process take precedence. */
const GAP_MS = 20;
/** Time for which the list of services with due jobs is reused, unless it becomes empty. */
const SERVICES_MS = 5_000;

/** Starts a worker that runs queued jobs in the background. Any number of processes share the queue. */
export function startWorker({ tools, options, tasks = TASKS }: WorkerParts): Worker {
  const stopping = new AbortController();
  const round: Round = {
    tools: { ...tools, signal: stopping.signal },
    options,
    tasks: new Map(tasks.map((task) => [task.name, task])),
    running: new Map(),
    areRoutinesQueued: false,
    services: [],
    listedAt: 0,
    onEnd: () => pacer.wake(),
  };
  const onFault = (error: unknown): void =>
    tools.log.error({ err: error }, 'the queue of jobs could not be reached');
  const pacer = createPoller({
    work: async () => await claimJobsInRound(round),
    restMs: options.pollMs,
    gapMs: GAP_MS,
    onFault,
  });
  const renew = (): void => void renewRunning(round).catch(onFault);
  const timer = setInterval(renew, (LEASE_SECONDS * 1000) / 3).unref();
  pacer.wake();
  return {
    wake: () => pacer.wake(),
    stop: async () => {
      stopping.abort();
      await pacer.stop();
      await Promise.all(round.running.values());
      clearInterval(timer);
    },
  };
}

type Round = {
  tools: JobTools;
  options: WorkerParts['options'];
  tasks: ReadonlyMap<string, JobTask>;
  running: Map<ClaimedJob, Promise<void>>;
  areRoutinesQueued: boolean;
  /** Services that had due jobs at `listedAt`, in round-robin order. */
  services: number[];
  listedAt: number;
  onEnd: () => void;
};

/** Claims jobs for the free slots, round-robin by service: a service with many jobs does not delay others. */
async function claimJobsInRound(round: Round): Promise<NextRound> {
  await queueRoutinesOnce(round);
  const services = await findServices(round);
  for (;;) {
    const free = round.options.jobsMax - round.running.size;
    if (free <= 0 || round.tools.signal.aborted) return 'rest';
    const serviceId = services.shift();
    if (serviceId === undefined) return 'rest';
    const max = Math.ceil(free / (services.length + 1));
    if ((await claimForService(round, serviceId, max)) === max) services.push(serviceId);
  }
}

/** Claims jobs of a service, starts them, and returns their number. */
async function claimForService(round: Round, serviceId: number, max: number): Promise<number> {
  const tasks = [...round.tasks.values()].map((task) => task.name);
  const claim = { serviceId, tasks, max, heldBy: randomUUID() };
  const jobs = await claimJobs(round.tools.db, claim);
  for (const job of jobs) startJob(round, job);
  return jobs.length;
}

function startJob(round: Round, job: ClaimedJob): void {
  const task = round.tasks.get(job.task);
  if (task === undefined) return;
  const work = runJob(round.tools, task, job).finally(() => {
    round.running.delete(job);
    round.onEnd();
  });
  round.running.set(job, work);
}

async function findServices(round: Round): Promise<number[]> {
  const isFresh = performance.now() - round.listedAt < SERVICES_MS;
  if (isFresh && round.services.length > 0) return round.services;
  round.listedAt = performance.now();
  round.services = await listDueServices(
    round.tools.db,
    [...round.tasks.values()].map((task) => task.name),
  );
  return round.services;
}

async function queueRoutinesOnce(round: Round): Promise<void> {
  if (round.areRoutinesQueued) return;
  const routines = [...round.tasks.values()].flatMap(({ name, everySeconds }) =>
    everySeconds === undefined ? [] : [{ task: name, everySeconds }],
  );
  if (routines.length > 0) await queueRoutines(round.tools.db, routines);
  round.areRoutinesQueued = true;
}

async function renewRunning({ tools, running }: Round): Promise<void> {
  if (running.size > 0) await renewJobs(tools.db, [...running.keys()]);
}
