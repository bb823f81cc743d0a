import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  BUSINESS_EVENT_TYPES,
  type BusinessEventType,
} from '../../../domain/events/business-event.ts';
import {
  OVERLAP_HOURS_DEFAULT,
  OVERLAP_HOURS_MAX,
  toEventType,
  toWebhookType,
  WEBHOOK_DELIVERY_STATES,
  type WebhookDeliveryState,
} from '../../../domain/events/webhook.ts';
import { addEndpoint } from '../../../resolvers/webhooks/add-endpoint.ts';
import { redeliver } from '../../../resolvers/webhooks/redeliver.ts';
import { removeEndpoint } from '../../../resolvers/webhooks/remove-endpoint.ts';
import { rotateSecret } from '../../../resolvers/webhooks/rotate-secret.ts';
import {
  listDeliveriesOfService,
  listEndpointsOfService,
  runAsOperator,
} from '../../../resolvers/webhooks/run-as-operator.ts';
import { disable, enable } from '../../../resolvers/webhooks/set-endpoint-state.ts';
import { testEndpoint } from '../../../resolvers/webhooks/test-endpoint.ts';
import { withDatabase } from '../../database/with-database.ts';
import { printJson, printLine } from '../../terminal/print.ts';
import { deliveryToJson, deliveryToText, endpointToJson, endpointToText } from './webhook-lines.ts';
import { withWebhookTools } from './with-webhook-tools.ts';

type Options = { service: string; json?: boolean };

const TYPES = BUSINESS_EVENT_TYPES.map(toWebhookType).join(', ');
/** Maximum of --max: the deliveries are read and printed at once. */
const LISTED_MAX = 1000;

export function registerWebhooksCommand(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('webhook endpoints of a service; docs/guide/webhooks.md');
  registerSecretCommands(webhooks);
  addCommand(webhooks, 'list', 'list the endpoints with their state, ordered by id')
    .option('--json', 'print a line for each: {"id":…,"url":…,"event_types":[…],…}')
    .action(list);
  addById(webhooks, 'disable', 'disable an endpoint: nothing is sent until it is enabled').action(
    async (id: number, { service }: Options) => {
      await withWebhookTools(service, async (tools) => {
        await runAsOperator(tools, async (ctx) => await disable(ctx, id));
        printLine(`Endpoint ${id} is disabled.`);
      });
    },
  );
  addById(webhooks, 'enable', 'enable an endpoint, from its last delivered event on').action(
    async (id: number, { service }: Options) => {
      await withWebhookTools(service, async (tools) => {
        const { missedEvents } = await runAsOperator(tools, async (ctx) => await enable(ctx, id));
        printLine(`Endpoint ${id} is enabled.`);
        if (missedEvents > 0)
          printLine(`It missed ${missedEvents} events, which were deleted after 7 days.`);
      });
    },
  );
  addById(webhooks, 'remove', 'remove an endpoint with its secrets and deliveries').action(
    async (id: number, { service }: Options) => {
      await withWebhookTools(service, async (tools) => {
        await runAsOperator(tools, async (ctx) => await removeEndpoint(ctx, id));
        printLine(`Endpoint ${id} is removed.`);
      });
    },
  );
  registerDeliveryCommands(webhooks);
}

function registerSecretCommands(webhooks: Command): void {
  addCommand(webhooks, 'add <url>', 'add an endpoint that receives events from now on')
    .requiredOption('--event <type>', `event type: ${TYPES}; may be repeated`, collectType)
    .option('--json', 'print {"id":…,"secret":…}')
    .action(
      async (url: string, { service, event, json }: Options & { event: BusinessEventType[] }) => {
        await withWebhookTools(service, async (tools) => {
          const input = { url, eventTypes: [...new Set(event)] };
          const added = await runAsOperator(tools, async (ctx) => await addEndpoint(ctx, input));
          printSecret({ id: added.endpoint.id, secret: added.secret }, json);
        });
      },
    );
  addById(webhooks, 'rotate', 'replace the secret of an endpoint')
    .option(
      '--overlap-hours <hours>',
      `hours during which the previous secret also signs, at most ${OVERLAP_HOURS_MAX}`,
      toHours,
      OVERLAP_HOURS_DEFAULT,
    )
    .option('--json', 'print {"id":…,"secret":…}')
    .action(async (id: number, options: Options & { overlapHours: number }) => {
      const { service, overlapHours, json } = options;
      await withWebhookTools(service, async (tools) => {
        const input = { endpointId: id, overlapHours };
        const { secret } = await runAsOperator(
          tools,
          async (ctx) => await rotateSecret(ctx, input),
        );
        printSecret({ id: input.endpointId, secret }, json);
      });
    });
}

function registerDeliveryCommands(webhooks: Command): void {
  addById(webhooks, 'deliveries', 'list the deliveries to an endpoint, newest first')
    .addOption(new Option('--state <state>', 'state to list').choices(WEBHOOK_DELIVERY_STATES))
    .option('--max <count>', `maximum number, at most ${LISTED_MAX}`, toCount, 20)
    .option('--json', 'print a line for each: {"id":…,"type":…,"state":…,"attempts":…,…}')
    .action(deliveries);
  addById(webhooks, 'redeliver', 'send a delivery again with the same message id').action(
    async (id: number, { service }: Options) => {
      await withWebhookTools(service, async (tools) => {
        await runAsOperator(tools, async (ctx) => await redeliver(ctx, id));
        printLine(`Delivery ${id} is queued and sent again by the next worker.`);
      });
    },
  );
  addById(webhooks, 'test', 'send a message of type webhook.test to an endpoint').action(
    async (id: number, { service }: Options) => {
      await withWebhookTools(service, async (tools) => {
        const { delivery } = await runAsOperator(tools, async (ctx) => await testEndpoint(ctx, id));
        printLine(`Delivery ${delivery.id} is queued and sent by the next worker.`);
      });
    },
  );
}

/** Adds a command with the option --service. */
function addCommand(webhooks: Command, name: string, description: string): Command {
  return webhooks
    .command(name)
    .description(description)
    .requiredOption('--service <name>', 'name of the service');
}

/** Adds a command with the option --service and the id of an endpoint or delivery as argument. */
function addById(webhooks: Command, name: string, description: string): Command {
  return addCommand(webhooks, name, description).argument('<id>', 'internal id', toId);
}

function printSecret(added: { id: number; secret: string }, json?: boolean): void {
  if (json) {
    printJson(added);
    return;
  }
  printLine(`Secret of endpoint ${added.id}, shown only once:`);
  printLine(added.secret);
}

async function list({ service, json }: Options): Promise<void> {
  await withDatabase(async (db) => {
    for (const endpoint of await listEndpointsOfService(db, service)) {
      if (json) printJson(endpointToJson(endpoint));
      else printLine(endpointToText(endpoint));
    }
  });
}

type DeliveriesOptions = Options & { state?: WebhookDeliveryState; max: number };

async function deliveries(id: number, options: DeliveriesOptions): Promise<void> {
  const { service, json, state, max } = options;
  await withDatabase(async (db) => {
    const query = { service, endpointId: id, state, max };
    for (const delivery of await listDeliveriesOfService(db, query)) {
      if (json) printJson(deliveryToJson(delivery));
      else printLine(deliveryToText(delivery));
    }
  });
}

function collectType(name: string, previous: BusinessEventType[] = []): BusinessEventType[] {
  const type = toEventType(name);
  if (type === undefined) throw new InvalidArgumentError(`Must be one of ${TYPES}.`);
  return [...previous, type];
}

function toId(text: string): number {
  return toNumber(text, { min: 1, max: Number.MAX_SAFE_INTEGER });
}

function toHours(text: string): number {
  return toNumber(text, { min: 0, max: OVERLAP_HOURS_MAX });
}

function toCount(text: string): number {
  return toNumber(text, { min: 1, max: LISTED_MAX });
}

function toNumber(text: string, { min, max }: { min: number; max: number }): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max}.`);
}
