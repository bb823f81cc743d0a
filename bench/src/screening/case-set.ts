import type { PartyType } from '../../../src/domain/screening/words/party-type.ts';

/** Two names, and whether they belong to the same party. */
export type Case = { query: string; candidate: string; partyType: PartyType; isMatch: boolean };

/** Cases of one row of the table. */
export type CaseSet = { name: string; cases: Case[] };
