import { withinService } from '../../runtime/work-scope.ts';

/** Runs work within one service after the other, and returns the sum of the results. */
export async function sumOverServices(
  services: readonly { serviceId: number }[],
  work: (serviceId: number) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const { serviceId } of services)
    sum += await withinService(serviceId, async () => await work(serviceId));
  return sum;
}
