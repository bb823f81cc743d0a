import type { Environment } from './environment.ts';

export type EventOptions = {
  /** Interval between two polls: the delay of events that other processes commit. */
  pollMs: number;
  /** Time without events after which a subscriber receives a heartbeat. */
  heartbeatMs: number;
  /** Time after which a subscriber that reads nothing is disconnected. */
  stallMs: number;
  subscribersMax: number;
  subscribersPerServiceMax: number;
};

/** Returns the options for subscriptions. */
export function toEventOptions(values: Environment): EventOptions {
  return {
    pollMs: values.EVENT_POLL_MS,
    heartbeatMs: values.EVENT_HEARTBEAT_MS,
    stallMs: values.EVENT_STALL_MS,
    subscribersMax: values.EVENT_SUBSCRIBERS_MAX,
    subscribersPerServiceMax: values.EVENT_SUBSCRIBERS_PER_SERVICE_MAX,
  };
}
