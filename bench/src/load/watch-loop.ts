import { writeFileSync } from 'node:fs';

/**
 * Preloaded into the process of the gateway. On SIGWINCH, writes the longest CPU time for which the event loop was
 * blocked since the last signal, in milliseconds, to the file HOLD_FILE. CPU time excludes the time that other programs
 * take.
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
