import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../errors.ts';
import { findServerProcesses, readProcessStartTime, sendSignal, waitForEnd } from './processes.ts';

/** Time for a server to stop after SIGINT, and after each of the stronger signals. */
const STOP_TIMEOUT_MS = 20_000;
const KILL_TIMEOUT_MS = 5_000;

/** Content of the postmaster file that a running server writes into its cluster. */
export type PostmasterFile = { pid: number; port: number; isReady: boolean };

/** Reads the postmaster file; undefined when there is none. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(toPostmasterPath(cluster), 'utf8').catch(() => '');
  // The file has the process id in line 1, the port in line 4 and the status in line 8.
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), isReady: lines[7] === 'ready' } : undefined;
}

function toPostmasterPath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/**
 * Stops a server and waits for its end. Closes open connections; committed data is kept. Escalates from SIGINT to
 * SIGQUIT and SIGKILL, which are also sent to `furtherPids`, processes of the same server. Throws OperatorError when
 * one of them still runs.
 */
export async function stopServer(pid: number, furtherPids: number[] = []): Promise<void> {
  const allPids = [pid, ...furtherPids];
  sendSignal(pid, 'SIGINT');
  if (await waitForEnd(allPids, STOP_TIMEOUT_MS)) return;
  for (const eachPid of allPids) sendSignal(eachPid, 'SIGQUIT');
  if (await waitForEnd(allPids, KILL_TIMEOUT_MS)) return;
  for (const eachPid of allPids) sendSignal(eachPid, 'SIGKILL');
  if (await waitForEnd(allPids, KILL_TIMEOUT_MS)) return;
  throw new OperatorError(`The PostgreSQL server (process ${pid}) does not stop.`);
}

/**
 * Stops the processes of the cluster that a killed gateway or server left running. Requires the lock of the data
 * folder, which shows that no running gateway owns them.
 */
export async function stopOrphans(cluster: string): Promise<void> {
  const file = await readPostmasterFile(cluster);
  const orphans = await findServerProcesses(cluster);
  const [firstPid = 0, ...furtherPids] = orphans;
  if (file !== undefined && orphans.includes(file.pid)) await stopServer(file.pid, orphans);
  else if (firstPid > 0) await stopServer(firstPid, furtherPids);
  else if (file !== undefined) await removeStaleFile(cluster, file);
}

/**
 * Removes the postmaster file of an ended server when another process now has its id, because PostgreSQL would take
 * that process for the server.
 */
async function removeStaleFile(cluster: string, file: PostmasterFile): Promise<void> {
  if ((await readProcessStartTime(file.pid)) !== undefined)
    await rm(toPostmasterPath(cluster), { force: true });
}
