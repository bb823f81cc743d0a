/** Position of a record in a list, newest first: its time as ISO text, then its id. */
export type TimePlace = [time: string, id: number];
