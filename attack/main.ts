import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Attack } from './attack.ts';
import { brackets } from './attacks/brackets.ts';
import { documents } from './attacks/documents.ts';
import { files } from './attacks/files.ts';
import { heavyEvents } from './attacks/heavy-events.ts';
import { hotNull } from './attacks/hot-null.ts';
import { invalidDocuments } from './attacks/invalid-documents.ts';
import { largeBodies } from './attacks/large-bodies.ts';
import { longRoles } from './attacks/long-roles.ts';
import { manyIds } from './attacks/many-ids.ts';
import { manyRfcs } from './attacks/many-rfcs.ts';
import { nesting } from './attacks/nesting.ts';
import { oddBodies } from './attacks/odd-bodies.ts';
import { payloads } from './attacks/payloads.ts';
import { pipelining } from './attacks/pipelining.ts';
import { screenings } from './attacks/screenings.ts';
import { shortChunks } from './attacks/short-chunks.ts';
import { slowReaders } from './attacks/slow-readers.ts';
import { socioeconomic } from './attacks/socioeconomic.ts';
import { strangers } from './attacks/strangers.ts';
import { subscriptions } from './attacks/subscriptions.ts';
import { sustained } from './attacks/sustained.ts';
import { unknownTexts } from './attacks/unknown-texts.ts';
import { uploads } from './attacks/uploads.ts';
import { printCosts } from './costs.ts';
import { loadLists, type Prepared, prepareServices, startGateway } from './gateway.ts';
import { countOutcomes } from './outcomes.ts';
import { printHeadings, printRow, type Row, toJson } from './table.ts';
import { startVictim } from './victim.ts';

/** What the other service sees while nobody attacks, to compare with. */
const PEACE: Attack = {
  name: 'nothing',
  sends: 'nothing, for 5 s',
  run: async () => {
    await wait(5_000);
    return countOutcomes([]);
  },
};

const ATTACKS = [
  PEACE,
  ...nesting,
  ...longRoles,
  ...sustained,
  ...payloads,
  ...heavyEvents,
  ...largeBodies,
  ...uploads,
  ...files,
  ...oddBodies,
  ...shortChunks,
  ...invalidDocuments,
  ...slowReaders,
  ...brackets,
  ...manyIds,
  ...manyRfcs,
  ...unknownTexts,
  ...hotNull,
  ...pipelining,
  ...strangers,
  ...subscriptions,
  ...documents,
  ...screenings,
  ...socioeconomic,
];

/** The other service reads this long before its waits count, and this long after the attack. */
const WARM_UP_MS = 2_500;
const AFTER_MS = 1_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    costs: { type: 'boolean', default: false },
  },
});
const chosen = values.costs ? [] : choose(values.only.flatMap((names) => names.split(',')));
const prepared = await prepareServices();
const rows: Row[] = [];
let hasLists = false;
try {
  if (values.costs) await printCosts(prepared);
  else console.log(printHeadings());
  for (const attack of chosen) {
    if (attack.hasLists && !hasLists) await loadLists(prepared);
    hasLists ||= attack.hasLists ?? false;
    const row = await runAttack(attack, prepared);
    rows.push(row);
    console.log(printRow(row));
    if (values.json !== undefined) await writeFile(values.json, toJson(rows));
  }
} finally {
  await prepared.remove();
}

function choose(names: readonly string[]): Attack[] {
  const unknown = names.filter((name) => !ATTACKS.some((one) => one.name === name));
  if (unknown.length > 0) {
    const known = ATTACKS.map((one) => one.name).join(', ');
    throw new Error(`There is no attack ${unknown.join(', ')}; there are: ${known}.`);
  }
  return names.length === 0 ? ATTACKS : ATTACKS.filter((one) => names.includes(one.name));
}

/** Each on a gateway of its own, so that none meets what the one before it has left. */
async function runAttack(attack: Attack, { attacker, victim, ...rest }: Prepared): Promise<Row> {
  const gateway = await startGateway({ attacker, victim, ...rest }, attack);
  try {
    const reader = startVictim(gateway.url, victim);
    await wait(WARM_UP_MS);
    reader.count();
    gateway.forgetHeld();
    const outcomes = await attack.run({ url: gateway.url, headers: attacker });
    await wait(AFTER_MS);
    const seen = await reader.stop();
    const heldMs = await gateway.heldMs();
    const { name, sends } = attack;
    const took = { peakBytes: gateway.peakBytes(), heldMs, death: gateway.death() };
    return { name, sends, seen, outcomes, ...took };
  } finally {
    await gateway.stop();
  }
}
