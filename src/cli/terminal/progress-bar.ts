import { Presets, SingleBar } from 'cli-progress';

export type ProgressBar = {
  /** Shows the completed fraction, from 0 to 1. The payload replaces the placeholders of the format. */
  show: (fraction: number, payload: Record<string, string | number>) => void;
  stop: () => void;
};

/** Creates a progress bar on standard error, which is shown on a terminal only. */
export function createProgressBar(format: string): ProgressBar {
  if (!process.stderr.isTTY) return { show: () => undefined, stop: () => undefined };
  const bar = new SingleBar({ format, stream: process.stderr }, Presets.shades_classic);
  return {
    show: (fraction, payload) => {
      if (!bar.isActive) bar.start(100, 0, payload);
      bar.update(Math.floor(fraction * 100), payload);
    },
    stop: () => bar.stop(),
  };
}
