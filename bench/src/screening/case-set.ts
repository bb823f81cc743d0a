import type { PartyType } from '../../../src/domain/screening/words/party-type.ts';

/** Two names, and whether they are one party's. */
export type Case = { query: string; candidate: string; partyType: PartyType; isMatch: boolean };

/** Cases under the name of a row of the table. */
export type CaseSet = { name: string; cases: Case[] };
