import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';

function telemetryOf(env: Record<string, string>) {
  return loadConfig(env).telemetry;
}

function faultOf(env: Record<string, string>): string {
  try {
    loadConfig(env);
    return '';
  } catch (error) {
    return String(error);
  }
}

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

function samplerOf(env: Record<string, string>) {
  return telemetryOf({ ...ENDPOINT, ...env }).tracing?.sampler;
}

describe('metrics', () => {
  it('are off until a port is named, and then of this machine alone', () => {
    expect(telemetryOf({}).metrics).toBeUndefined();
    expect(telemetryOf({ METRICS_PORT: '' }).metrics).toBeUndefined();
    expect(telemetryOf({ METRICS_PORT: '9464' }).metrics).toEqual({
      host: '127.0.0.1',
      port: 9464,
    });
    const open = { METRICS_PORT: '0', METRICS_HOST: '::' };
    expect(telemetryOf(open).metrics).toEqual({ host: '::', port: 0 });
    for (const port of ['-1', '65536', 'high'])
      expect(faultOf({ METRICS_PORT: port })).toContain('METRICS_PORT');
  });
});

describe('traces', () => {
  it('are off until there is a place for them, and where they are switched off', () => {
    expect(telemetryOf({}).tracing).toBeUndefined();
    expect(telemetryOf({ ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }).tracing).toBeUndefined();
    expect(telemetryOf({ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeUndefined();
    expect(telemetryOf({ OTEL_TRACES_EXPORTER: 'otlp' }).tracing?.url).toBe(
      'http://localhost:4318/v1/traces',
    );
  });

  it('go to the path of traces under the endpoint, or to the very address that is theirs', () => {
    expect(telemetryOf(ENDPOINT).tracing?.url).toBe('http://collector:4318/v1/traces');
    const exact = { ...ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://other/spans' };
    expect(telemetryOf(exact).tracing?.url).toBe('https://other/spans');
  });

  it('take headers and attributes as lists, those for traces before those for all', () => {
    const tracing = telemetryOf({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'a=1, b=two%20words%2C,c=x=y',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a=2',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=named,deployment.environment.name=test',
      OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
      OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: 'gzip',
    }).tracing;
    expect(tracing).toMatchObject({
      headers: { a: '2', b: 'two words,', c: 'x=y' },
      serviceName: 'named',
      attributes: { 'deployment.environment.name': 'test' },
      timeoutMs: 2000,
      compression: 'gzip',
    });
    const renamed = { OTEL_SERVICE_NAME: 'other', OTEL_RESOURCE_ATTRIBUTES: 'service.name=named' };
    expect(telemetryOf({ ...ENDPOINT, ...renamed }).tracing?.serviceName).toBe('other');
  });

  it('begin ten times a second unless a sampler is named, with what it takes', () => {
    expect(samplerOf({})).toEqual({ name: 'parentbased_ratelimiting', arg: 10 });
    const ratio = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' };
    expect(samplerOf(ratio)).toEqual({ name: 'parentbased_traceidratio', arg: 1 });
    expect(samplerOf({ ...ratio, OTEL_TRACES_SAMPLER_ARG: '0.1' })?.arg).toBe(0.1);
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'must be http/protobuf'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'canary' }, 'OTEL_EXPORTER_OTLP_HEADERS: must be name=value'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'canary=%zz' }, 'must be name=value'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'canary=%ff' }, 'must be name=value'],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER'],
    [
      { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' },
      'OTEL_TRACES_SAMPLER_ARG: must be a share between 0 and 1',
    ],
  ])('refuse what they cannot do: %o', (env, fault) => {
    expect(faultOf(env)).toContain(fault);
    expect(faultOf(env)).not.toContain('canary');
  });
});
