/** A list is as old as it is now, or was when the day was over. */
export function endOfDay(day: string): Date {
  return new Date(Math.min(Date.now(), Date.parse(`${day}T23:59:59.999Z`)));
}
