import type { ChildProcess } from 'node:child_process';
import type {
  ReadingInput,
  ReadingOptions,
  ReadingOutcome,
} from '../../domain/extraction/extraction.ts';
import { findIsolation, type Isolation } from '../isolation/find-isolation.ts';
import { isReaderMessage } from './reader-messages.ts';
import { type ReaderLimits, type ReaderResponse, requestReading } from './request-reading.ts';
import { type ReaderProgram, startReader } from './start-reader.ts';

/**
 * Reader of documents in a separate process, one after the other. The process starts with the first document, and
 * starts again with the next document after it ended.
 */
export type Reader = {
  /** Reads a document. Kills a process that fails or exceeds the limits of time or memory. */
  read: (reading: ReadingInput, options: ReadingOptions) => Promise<ReadingOutcome>;
  /** Assigns the reader to a service. Kills a process that has read documents of another service. */
  assignService: (serviceId: number) => void;
  /** Returns the service that the reader was last assigned to; undefined before the first. */
  getServiceId: () => number | undefined;
  stop: () => void;
};

export type ReaderOptions = ReaderProgram &
  ReaderLimits & {
    /** Time after which an idle process is stopped. */
    idleMs: number;
  };

/** Number of documents after which a process is restarted, against memory growth. */
export const READINGS_MAX = 200;

export function createReader(options: ReaderOptions): Reader {
  let child: ChildProcess | undefined;
  let readings = 0;
  let assignedServiceId: number | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  const reset = (): void => {
    child = undefined;
    readings = 0;
  };
  const stop = (): void => {
    clearTimeout(idleTimer);
    child?.kill('SIGKILL');
    reset();
  };
  const startProcess = (isolation: Isolation): ChildProcess => {
    const started = startReader(options, isolation);
    // A process may exit while it is idle; no document is lost.
    started.once('exit', () => {
      if (child === started) reset();
    });
    return started;
  };
  return {
    read: async (reading, readingOptions) => {
      clearTimeout(idleTimer);
      const startedAt = performance.now();
      const isolation = await findIsolation();
      child ??= startProcess(isolation);
      readings += 1;
      const response = await requestReading(child, reading, { ...readingOptions, ...options });
      if (response.kind === 'failed' || readings >= READINGS_MAX) stop();
      else idleTimer = setTimeout(stop, options.idleMs).unref();
      return toOutcome(response, Math.round(performance.now() - startedAt));
    },
    // A document that took over the process could read or change documents of another service.
    assignService: (serviceId) => {
      if (assignedServiceId !== serviceId) stop();
      assignedServiceId = serviceId;
    },
    getServiceId: () => assignedServiceId,
    stop,
  };
}

function toOutcome(response: ReaderResponse, durationMs: number): ReadingOutcome {
  if (response.kind === 'failed') return { ...response, durationMs };
  const { message } = response;
  if (!isReaderMessage(message) || message.kind === 'progress')
    return { kind: 'failed', failure: 'reader_lost', durationMs };
  if (message.kind === 'unreadable')
    return { kind: 'failed', failure: 'unreadable_document', durationMs };
  return { ...message, durationMs };
}
