/**
 * Is loaded into the gateway's process before anything else, and tells by how much processor time its loop was held: what
 * other programs take of the processors does not count.
 */

const INTERVAL_MS = 2;

let worstMs = 0;
let last = process.threadCpuUsage();

setInterval(() => {
  const now = process.threadCpuUsage();
  worstMs = Math.max(worstMs, (now.user - last.user + now.system - last.system) / 1000);
  last = now;
}, INTERVAL_MS).unref();

process.on('message', (message) => {
  if (message === 'forget') worstMs = 0;
  else process.send?.({ worstMs });
});
// It is not what keeps the process alive.
process.channel?.unref();
