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
  /** Signals the running jobs to stop early, claims no further jobs and waits for the running ones. */
  stop: () => Promise<void>;
};

/** Minimum time between two rounds, so that requests of the same process take precedence. */
const GAP_MS = 20;
/** Time for which the list of services with due jobs is reused, unless it becomes empty. */
const SERVICES_MS = 5_000;

/** Starts a worker that runs queued jobs in the background. Any number of processes share the queue. */
export function startWorker({ tools, options, tasks = TASKS }: WorkerParts): Worker {
  const stopController = new AbortController();
  const state: WorkerState = {
    tools: { ...tools, signal: stopController.signal },
    options,
    tasks: new Map(tasks.map((task) => [task.name, task])),
    running: new Map(),
    areRoutinesQueued: false,
    services: [],
    listedAt: 0,
    onEnd: () => poller.wake(),
  };
  const onFault = (error: unknown): void =>
    tools.log.error({ err: error }, 'the queue of jobs could not be reached');
  const poller = createPoller({
    work: async () => await claimJobsInRound(state),
    restMs: options.pollMs,
    gapMs: GAP_MS,
    onFault,
  });
  const renew = (): void => void renewRunning(state).catch(onFault);
  // One renewal may fail before a lease expires.
  const timer = setInterval(renew, (LEASE_SECONDS * 1000) / 3).unref();
  poller.wake();
  return {
    wake: () => poller.wake(),
    stop: async () => {
      stopController.abort();
      await poller.stop();
      await Promise.all(state.running.values());
      clearInterval(timer);
    },
  };
}

type WorkerState = {
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
async function claimJobsInRound(state: WorkerState): Promise<NextRound> {
  await queueRoutinesOnce(state);
  const services = await findServices(state);
  for (;;) {
    const free = state.options.jobsMax - state.running.size;
    if (free <= 0 || state.tools.signal.aborted) return 'rest';
    const serviceId = services.shift();
    if (serviceId === undefined) return 'rest';
    const max = Math.ceil(free / (services.length + 1));
    if ((await claimForService(state, serviceId, max)) === max) services.push(serviceId);
  }
}

/** Claims jobs of a service, starts them, and returns their number. */
async function claimForService(
  state: WorkerState,
  serviceId: number,
  max: number,
): Promise<number> {
  const tasks = [...state.tasks.values()].map((task) => task.name);
  const claim = { serviceId, tasks, max, heldBy: randomUUID() };
  const jobs = await claimJobs(state.tools.db, claim);
  for (const job of jobs) startJob(state, job);
  return jobs.length;
}

function startJob(state: WorkerState, job: ClaimedJob): void {
  const task = state.tasks.get(job.task);
  if (task === undefined) return;
  const work = runJob(state.tools, task, job).finally(() => {
    state.running.delete(job);
    state.onEnd();
  });
  state.running.set(job, work);
}

async function findServices(state: WorkerState): Promise<number[]> {
  const isFresh = performance.now() - state.listedAt < SERVICES_MS;
  if (isFresh && state.services.length > 0) return state.services;
  state.listedAt = performance.now();
  state.services = await listDueServices(
    state.tools.db,
    [...state.tasks.values()].map((task) => task.name),
  );
  return state.services;
}

async function queueRoutinesOnce(state: WorkerState): Promise<void> {
  if (state.areRoutinesQueued) return;
  const routines = [...state.tasks.values()].flatMap(({ name, everySeconds }) =>
    everySeconds === undefined ? [] : [{ task: name, everySeconds }],
  );
  if (routines.length > 0) await queueRoutines(state.tools.db, routines);
  state.areRoutinesQueued = true;
}

async function renewRunning({ tools, running }: WorkerState): Promise<void> {
  if (running.size > 0) await renewJobs(tools.db, [...running.keys()]);
}
