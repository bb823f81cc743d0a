import { endWithReader } from './print.ts';
import { runGateway } from './run-gateway.ts';

endWithReader();
await runGateway(process.argv.slice(2));
