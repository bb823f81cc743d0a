import { runGateway } from './run-gateway.ts';
import { endWithReader } from './terminal/print.ts';

endWithReader();
await runGateway(process.argv.slice(2));
