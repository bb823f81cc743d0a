import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { getNumberMember } from '../json.ts';
import type { LoadGenerator } from './load.ts';

const run = promisify(execFile);
const RUNNER = fileURLToPath(new URL('../../peers/autocannon.ts', import.meta.url));

/** Load generator autocannon in a separate process, for machines without wrk. */
export const autocannon: LoadGenerator = {
  name: 'autocannon',
  run: async (options) => {
    const running = run(process.execPath, [RUNNER]);
    running.child.stdin?.end(JSON.stringify(options));
    const result: unknown = JSON.parse((await running).stdout);
    return {
      requests: getNumberMember(result, 'requests'),
      seconds: getNumberMember(result, 'seconds'),
      p50: getNumberMember(result, 'p50'),
      p99: getNumberMember(result, 'p99'),
      failures: getNumberMember(result, 'failures'),
    };
  },
};
