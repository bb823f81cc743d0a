import type { IncomingHttpHeaders } from 'node:http';
import {
  type Attributes,
  type Context,
  createTraceState,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { Trace, TracedCall, Tracer } from '../../runtime/instruments/trace.ts';
import type { Sampler } from './sampler.ts';

/** Creates the tracer of requests and jobs. A request continues the trace of its caller; a job starts its own. */
export function createTracer(otel: OtelTracer, sampler: Sampler): Tracer {
  return {
    request: (headers) => {
      const parent = parseParent(headers);
      const isParentTraced = parent === undefined ? undefined : (parent.traceFlags & 1) === 1;
      if (!sampler(isParentTraced)) return undefined;
      const context =
        parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
      return openTrace(otel, otel.startSpan('request', { kind: SpanKind.SERVER }, context));
    },
    job: (task) => {
      if (!sampler(undefined)) return undefined;
      return openTrace(
        otel,
        otel.startSpan(`job ${task}`, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT),
      );
    },
  };
}

/** Parses W3C Trace Context headers; an invalid header is ignored. */
function parseParent({ traceparent, tracestate }: IncomingHttpHeaders): SpanContext | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const parent = parseTraceParent(traceparent);
  if (parent === null) return undefined;
  const state = typeof tracestate === 'string' ? createTraceState(tracestate) : undefined;
  return { ...parent, isRemote: true, ...(state === undefined ? {} : { traceState: state }) };
}

/** Maximum number of spans in one trace: a subscription or a job may last for days. */
const SPANS_MAX = 1_000;

function openTrace(otel: OtelTracer, root: Span): Trace {
  let spanCount = 0;
  const countSpan = (): boolean => {
    spanCount += 1;
    return spanCount <= SPANS_MAX;
  };
  const outer = trace.setSpan(ROOT_CONTEXT, root);
  let operation: Span | undefined;
  let inner: Context = outer;
  const begin = (name: string, kind: SpanKind): Span => otel.startSpan(name, { kind }, inner);
  return {
    id: root.spanContext().traceId,
    operate: (name) => {
      // Called again when a request falls back to graphql-js; the operation is the same.
      if (operation !== undefined) return;
      operation = otel.startSpan(name, { kind: SpanKind.INTERNAL }, outer);
      inner = trace.setSpan(outer, operation);
    },
    begin: (part) => {
      if (!countSpan()) return () => undefined;
      const span = begin(part, SpanKind.CLIENT);
      return (hasFailed) => endSpan(span, hasFailed);
    },
    call: (method) => {
      if (countSpan()) return openCall(begin(method, SpanKind.CLIENT), method);
      return { headers: toHeaders(operation ?? root), end: () => undefined };
    },
    end: ({ name, hasFailed, attributes }) => {
      if (name !== undefined) root.updateName(name);
      root.setAttributes(omitUndefined(attributes));
      if (operation !== undefined) endSpan(operation, hasFailed);
      endSpan(root, hasFailed);
    },
  };
}

function openCall(span: Span, method: string): TracedCall {
  span.setAttribute('http.request.method', method);
  return {
    headers: toHeaders(span),
    end: (status) => {
      if (status !== undefined) span.setAttribute('http.response.status_code', status);
      endSpan(span, status === undefined || status >= 400);
    },
  };
}

/** Returns the W3C Trace Context headers of a span; the flag `01` means that it is sampled. */
function toHeaders(span: Span): TracedCall['headers'] {
  const { traceId, spanId, traceState } = span.spanContext();
  const state = traceState?.serialize();
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    ...(state === undefined || state === '' ? {} : { tracestate: state }),
  };
}

function endSpan(span: Span, hasFailed: boolean): void {
  if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function omitUndefined(
  attributes: Readonly<Record<string, string | number | undefined>>,
): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    ),
  );
}
