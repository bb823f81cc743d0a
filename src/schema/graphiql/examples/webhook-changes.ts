import { createExample, type Example } from '../example.ts';

/** Examples that change the endpoint of the previous examples. The last one removes it. */
export const WEBHOOK_CHANGE_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Disables an endpoint: no message is sent. Waiting deliveries are stored for 7 days.
mutation DisableWebhookEndpoint($input: DisableWebhookEndpointInput!) {
  disableWebhookEndpoint(input: $input) {
    ... on DisableWebhookEndpointPayload {
      endpoint {
        databaseId
        url
        eventTypes
        disabledReason
      }
    }
    ... on UserError {
      __typename
      code
      message
    }
  }
}
`,
    { input: { endpointId: 1 } },
  ),
  createExample(
    `
# Enables an endpoint. Delivery resumes with the first stored event that was not delivered.
mutation EnableWebhookEndpoint($input: EnableWebhookEndpointInput!) {
  enableWebhookEndpoint(input: $input) {
    ... on EnableWebhookEndpointPayload {
      missedEvents
      endpoint {
        databaseId
        url
        eventTypes
        disabledReason
      }
    }
    ... on UserError {
      __typename
      code
      message
    }
  }
}
`,
    { input: { endpointId: 1 } },
  ),
  createExample(
    `
# Replaces the secret of an endpoint. For 24 hours, messages are signed with the old and the new secret.
mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {
  rotateWebhookSecret(input: $input) {
    ... on RotateWebhookSecretPayload {
      secret
      endpoint {
        databaseId
        url
        eventTypes
        disabledReason
      }
    }
    ... on UserError {
      __typename
      code
      message
    }
  }
}
`,
    { input: { endpointId: 1, overlapHours: 24 } },
  ),
  createExample(
    `
# Deletes an endpoint with its secrets and deliveries.
mutation RemoveWebhookEndpoint($input: RemoveWebhookEndpointInput!) {
  removeWebhookEndpoint(input: $input) {
    ... on RemoveWebhookEndpointPayload {
      endpointId
    }
    ... on UserError {
      __typename
      code
      message
    }
  }
}
`,
    { input: { endpointId: 1 } },
  ),
];
