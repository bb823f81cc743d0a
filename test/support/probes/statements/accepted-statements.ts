/**
 * Statements that read several services on purpose: plain selects of one table, or of tables joined by service_id,
 * without locks.
 */
const FINDS_SERVICES =
  'finds the services that have something to do, each of which then has a statement of its own';
const FOR_OPERATORS =
  'tells an operator of all services, from the command line or in the metrics of a process';

/** Statements that may affect several services, by the function or folder that sends them, with the reason. */
export const ACCEPTED: Readonly<Record<string, string>> = {
  'src/db/migrations/':
    'migrations run before anything is spread; what is asked of them, their own test asks',
  'src/db/queries/jobs/work.ts listDueServices': FINDS_SERVICES,
  'src/db/queries/webhooks/fan-out.ts listServicesBehind': FINDS_SERVICES,
  'src/db/queries/webhooks/deliveries.ts deleteExpiredDeliveries': FINDS_SERVICES,
  'src/db/queries/records/event-streams.ts listWaitingServices': FINDS_SERVICES,
  'src/db/queries/records/event-streams.ts listLastPositions': FINDS_SERVICES,
  'src/db/queries/records/event-streams.ts deleteExpiredEvents': FINDS_SERVICES,
  'src/db/queries/records/idempotency-keys.ts deleteExpiredKeys': FINDS_SERVICES,
  'src/db/queries/files/files.ts deleteExpiredFiles': FINDS_SERVICES,
  'src/db/queries/files/data-keys.ts listServicesToRewrap': FINDS_SERVICES,
  'src/db/queries/screening/screening-lists.ts deleteExpiredScreenings': FINDS_SERVICES,
  'src/db/queries/screening/rescreenings.ts listScreeningServices': FINDS_SERVICES,
  'src/db/queries/access/api-keys.ts countKeysOfServices': FOR_OPERATORS,
  'src/db/queries/files/data-keys.ts countWrappedKeys': FOR_OPERATORS,
  'src/db/queries/files/stored-files.ts listStoredFiles': FOR_OPERATORS,
  'src/db/queries/files/stored-files.ts countStoredFiles': FOR_OPERATORS,
  'src/db/queries/jobs/oversee.ts countJobs': FOR_OPERATORS,
  'src/db/queries/records/quota-uses.ts listStoredUses': FOR_OPERATORS,
  'src/db/queries/webhooks/deliveries.ts listWaitingMessages': FOR_OPERATORS,
  'src/db/queries/jobs/oversee.ts listJobs': FOR_OPERATORS,
  'src/db/queries/jobs/oversee.ts retryFailedJobs': FOR_OPERATORS,
  'src/db/queries/jobs/oversee.ts deleteFailedJobs': FOR_OPERATORS,
};

/** True when the sender, a file and a function in it, may send such statements. */
export function isAccepted(sender: string): boolean {
  return Object.keys(ACCEPTED).some(
    (accepted) => sender === accepted || (accepted.endsWith('/') && sender.startsWith(accepted)),
  );
}
