/** This day as `YYYY-MM-DD`, in UTC: Mexico is behind it, so that no date there is taken for one to come. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
