import { writeFileSync } from 'node:fs';

/**
 * Is loaded into the gateway's process before anything else. On SIGWINCH it writes to the file that HOLD_FILE names by how
 * much processor time its loop was held at once since the last time, in milliseconds: what other programs take of the
 * processors does not count.
 */
const INTERVAL_MS = 1;

let worstMs = 0;
let last = process.threadCpuUsage();

setInterval(() => {
  const now = process.threadCpuUsage();
  worstMs = Math.max(worstMs, (now.user - last.user + now.system - last.system) / 1000);
  last = now;
}, INTERVAL_MS).unref();

process.on('SIGWINCH', () => {
  writeFileSync(process.env['HOLD_FILE'] ?? '', worstMs.toFixed(1));
  worstMs = 0;
});
