import { Presets, SingleBar } from 'cli-progress';

export type ProgressBar = {
  /** Shows the completed share, 0 to 1; the payload fills in the format. */
  show: (share: number, payload: Record<string, string | number>) => void;
  stop: () => void;
};

/** Creates a progress bar, which is shown on a terminal only. */
export function createProgressBar(format: string): ProgressBar {
  if (!process.stderr.isTTY) return { show: () => undefined, stop: () => undefined };
  const bar = new SingleBar({ format, stream: process.stderr }, Presets.shades_classic);
  return {
    show: (share, payload) => {
      if (!bar.isActive) bar.start(100, 0, payload);
      bar.update(Math.floor(share * 100), payload);
    },
    stop: () => bar.stop(),
  };
}
