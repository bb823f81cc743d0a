/** Where a record stands in a list of the newest first: when it was made, as ISO text, then its id. */
export type TimePlace = [time: string, id: number];
