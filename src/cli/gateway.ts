import { runGateway } from './run-gateway.ts';
import { endOnClosedOutput } from './terminal/print.ts';

endOnClosedOutput();
await runGateway(process.argv.slice(2));
