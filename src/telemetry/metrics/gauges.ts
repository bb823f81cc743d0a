import { Counter, Gauge, type Registry } from 'prom-client';

/** One number, with the values of its labels in their order. */
export type Reading = readonly [value: number, ...labels: string[]];

export type Described = {
  name: string;
  help: string;
  labels?: readonly string[];
};

/** Returns a reader whose concurrent calls share one reading, for gauges of one scrape. */
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

/** A number that goes up and down, and is read when it is asked for. */
export function addGauge(registry: Registry, described: Described, read: Read): void {
  const { labels: labelNames = [], ...rest } = described;
  const gauge: Gauge = new Gauge({
    ...rest,
    labelNames,
    registers: [registry],
    collect: async () => {
      const readings = await read();
      gauge.reset();
      for (const [value, ...labels] of readings) gauge.labels(...labels).set(value);
      // One without labels would say 0 where nothing is known.
      if (readings.length === 0 && labelNames.length === 0) gauge.remove();
    },
  });
}

/** A number that only goes up, which somebody else counts. */
export function addCounter(registry: Registry, described: Described, read: Read): void {
  const { labels: labelNames = [], ...rest } = described;
  const counter: Counter = new Counter({
    ...rest,
    labelNames,
    registers: [registry],
    collect: async () => {
      const readings = await read();
      counter.reset();
      for (const [value, ...labels] of readings) counter.labels(...labels).inc(value);
    },
  });
}
