import type { FieldSample, Target } from './samples.ts';

const MANAGE = { scope: 'webhook:manage', isForKeys: false, needsWebhook: true } as const;

/** Of the graph; v4 has nothing like it. */
export const WEBHOOK_QUERY_SAMPLES = {
  webhookEndpoints: {
    ...MANAGE,
    document: () => '{ webhookEndpoints { totalCount nodes { url } } }',
  },
  webhookDeliveries: {
    ...MANAGE,
    document: ({ endpointId }: Target) =>
      `{ webhookDeliveries(endpointId: ${endpointId}) { totalCount nodes { messageId } } }`,
  },
} as const satisfies Record<string, FieldSample>;

export const WEBHOOK_MUTATION_SAMPLES = {
  addWebhookEndpoint: sampleOf('addWebhookEndpoint', {
    input: () => 'url: "https://hooks.example/a", eventTypes: [BUSINESS_COMPLETED]',
    payload: 'secret endpoint { url }',
  }),
  disableWebhookEndpoint: sampleOf('disableWebhookEndpoint', {
    input: ({ endpointId }) => `endpointId: ${endpointId}`,
    payload: 'endpoint { disabledReason }',
  }),
  enableWebhookEndpoint: sampleOf('enableWebhookEndpoint', {
    input: ({ endpointId }) => `endpointId: ${endpointId}`,
    payload: 'missedEvents',
  }),
  redeliverWebhook: sampleOf('redeliverWebhook', {
    input: ({ deliveryId }) => `deliveryId: ${deliveryId}`,
    payload: 'delivery { state }',
  }),
  removeWebhookEndpoint: sampleOf('removeWebhookEndpoint', {
    input: ({ endpointId }) => `endpointId: ${endpointId}`,
    payload: 'endpointId',
  }),
  rotateWebhookSecret: sampleOf('rotateWebhookSecret', {
    input: ({ endpointId }) => `endpointId: ${endpointId}`,
    payload: 'secret',
  }),
  testWebhookEndpoint: sampleOf('testWebhookEndpoint', {
    input: ({ endpointId }) => `endpointId: ${endpointId}`,
    payload: 'delivery { messageId }',
  }),
} as const satisfies Record<string, FieldSample>;

type Parts = { input: (target: Target) => string; payload: string };

function sampleOf(name: string, { input, payload }: Parts): FieldSample {
  const typename = `${name.charAt(0).toUpperCase()}${name.slice(1)}Payload`;
  return {
    ...MANAGE,
    document: (target) => `mutation { ${name}(input: { ${input(target)} }) {
      __typename ... on ${typename} { ${payload} }
      ... on NotAuthorizedError { requiredScope } } }`,
  };
}
