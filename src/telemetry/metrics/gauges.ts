import { Counter, Gauge, type Registry } from 'prom-client';

/** Value of a metric, with the values of its labels in the order of `labels`. */
export type Reading = readonly [value: number, ...labels: string[]];

export type MetricDescription = {
  name: string;
  help: string;
  labels?: readonly string[];
};

/** Returns a reader whose concurrent calls share one result, so that the gauges of one scrape read it once. */
export function shareReading<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return async () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return await reading;
  };
}

type Read = () => readonly Reading[] | Promise<readonly Reading[]>;

/** Adds a gauge whose value is read at each scrape. */
export function addGauge(registry: Registry, description: MetricDescription, read: Read): void {
  const { labels: labelNames = [], ...nameAndHelp } = description;
  const gauge: Gauge = new Gauge({
    ...nameAndHelp,
    labelNames,
    registers: [registry],
    collect: async () => {
      const readings = await read();
      gauge.reset();
      for (const [value, ...labels] of readings) gauge.labels(...labels).set(value);
      // A gauge without labels would report 0 when the value is unknown.
      if (readings.length === 0 && labelNames.length === 0) gauge.remove();
    },
  });
}

/** Adds a counter whose total is kept elsewhere and read at each scrape. */
export function addCounter(registry: Registry, description: MetricDescription, read: Read): void {
  const { labels: labelNames = [], ...nameAndHelp } = description;
  const counter: Counter = new Counter({
    ...nameAndHelp,
    labelNames,
    registers: [registry],
    collect: async () => {
      const readings = await read();
      counter.reset();
      for (const [value, ...labels] of readings) counter.labels(...labels).inc(value);
    },
  });
}
