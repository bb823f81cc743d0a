import type { Environment } from './environment.ts';

export type EventOptions = {
  /** Maximum delay of events of other processes. */
  pollMs: number;
  /** Interval of heartbeats on a subscription without events. */
  heartbeatMs: number;
  /** Time in which a subscriber must read something. */
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
