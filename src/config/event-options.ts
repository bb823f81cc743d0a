import type { Environment } from './environment.ts';

export type EventOptions = {
  /** How long a subscriber waits at most for the events of another process. */
  pollMs: number;
  /** How often a subscriber that gets no event gets a sign of life. */
  heartbeatMs: number;
  /** How long a subscriber may take nothing of what it was sent. */
  stallMs: number;
  subscribersMax: number;
  subscribersPerServiceMax: number;
};

/** What of the environment is about subscriptions. */
export function toEventOptions(values: Environment): EventOptions {
  return {
    pollMs: values.EVENT_POLL_MS,
    heartbeatMs: values.EVENT_HEARTBEAT_MS,
    stallMs: values.EVENT_STALL_MS,
    subscribersMax: values.EVENT_SUBSCRIBERS_MAX,
    subscribersPerServiceMax: values.EVENT_SUBSCRIBERS_PER_SERVICE_MAX,
  };
}
