import { withinService } from '../../runtime/work-scope.ts';

/** Does it for one service after the other, each time within that service, and adds up what they come to. */
export async function sumOfServices(
  services: readonly { serviceId: number }[],
  work: (serviceId: number) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const { serviceId } of services)
    sum += await withinService(serviceId, async () => await work(serviceId));
  return sum;
}
