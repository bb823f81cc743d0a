import type { Workload } from './bench.ts';
import { REPORTS } from './reports.ts';
import { coldGraphql, coldRest } from './workloads/cold.ts';
import { complete5, complete100000 } from './workloads/complete.ts';
import { extractionBeside } from './workloads/extraction-beside.ts';
import { growthAnswer } from './workloads/growth-answer.ts';
import { growthConnections } from './workloads/growth-connections.ts';
import { growthCreations } from './workloads/growth-creations.ts';
import { growthProcesses } from './workloads/growth-processes.ts';
import { growthStart } from './workloads/growth-start.ts';
import { growthTable, growthTableHuge } from './workloads/growth-table.ts';
import { holds } from './workloads/holds.ts';
import { importAnswers50, importAnswers5000 } from './workloads/import-answers.ts';
import { importFile } from './workloads/import-file.ts';
import { graphqlList } from './workloads/list.ts';
import { migration } from './workloads/migration.ts';
import { mixed } from './workloads/mixed.ts';
import { graphqlOne, graphqlSingle, restDetail } from './workloads/reads.ts';
import { search } from './workloads/search.ts';
import { upsertOne } from './workloads/upsert-one.ts';

/** All workloads, in the order in which they run. */
const WORKLOADS: readonly Workload[] = [
  graphqlSingle,
  graphqlOne,
  restDetail,
  graphqlList,
  coldGraphql,
  coldRest,
  importAnswers50,
  importAnswers5000,
  complete5,
  upsertOne,
  complete100000,
  importFile,
  mixed,
  growthAnswer,
  growthTable,
  growthTableHuge,
  growthConnections,
  growthCreations,
  growthStart,
  growthProcesses,
  holds,
  migration,
  search,
  extractionBeside,
];

/** Returns the workloads of a run. Throws for an unknown name. */
export function chooseWorkloads(only: readonly string[], isQuick: boolean): Workload[] {
  const unknown = only.filter((name) => WORKLOADS.every((one) => one.name !== name));
  if (unknown.length > 0) {
    const names = WORKLOADS.map((one) => one.name).join(', ');
    const alone = [...REPORTS.keys()].join(', ');
    throw new Error(
      `There is no workload ${unknown.join(', ')}. There are: ${names}; and, each by itself: ${alone}.`,
    );
  }
  if (only.length > 0) return WORKLOADS.filter((one) => only.includes(one.name));
  return WORKLOADS.filter(({ runs }) => runs === 'always' || (runs === 'full' && !isQuick));
}
