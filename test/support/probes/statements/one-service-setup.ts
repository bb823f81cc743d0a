import { afterAll } from 'vitest';
import { watchStatements } from './watch-statements.ts';

const takeOffences = await watchStatements();

afterAll(() => {
  const offences = takeOffences();
  if (offences.length === 0) return;
  const told = offences.map(
    ({ sender, faults, statement }) => `${sender}: ${faults.join('; ')}\n${statement}`,
  );
  throw new Error(`Not as docs/operate/citus.md asks of statements:\n\n${told.join('\n\n')}`);
});
