/** Position of a record in a list, newest first: its time as ISO text, then its id. */
export type TimePosition = [time: string, id: number];
