/** The entry point to the finder and the laws, for the worker and the command line. */
export { LAWS, notClaimed, type LawName } from './claims.ts';
export type { Contender } from './contender.ts';
export { DEFAULT_EFFORT, find, type Effort, type FindProgress, type FindResult } from './finder.ts';
export { contenderAt, scenarioWith } from './lanes.ts';
export { laws, untried } from './laws.ts';
export { admits, differ, over, refuses, type Allowance, type Question } from './question.ts';
export { foundSentence, foundNote, instantsText, triedSentence } from './words.ts';
