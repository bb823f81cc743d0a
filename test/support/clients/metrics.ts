/** Sample line of the Prometheus text format. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

/** Parses the samples of the Prometheus text format. */
export function parseMetrics(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      return {
        name,
        labels: Object.fromEntries(pairs.map(([, key = '', text_ = '']) => [key, text_])),
        value: Number(value),
      };
    });
}

/** Returns the declared type of each metric: `counter`, `gauge` or `histogram`. */
export function typesOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
}

/** Returns the value of the metric that has at least these labels; undefined when there is none. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  return samples.find(
    (one) =>
      one.name === name && Object.entries(labels).every(([key, text]) => one.labels[key] === text),
  )?.value;
}

export async function readMetrics(url: string): Promise<Sample[]> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`Metrics answered ${response.status}.`);
  return parseMetrics(await response.text());
}
