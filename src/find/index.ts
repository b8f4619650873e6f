/** The entry point to the finder and the laws, for the worker and the command line. */
export { LAWS, type LawName } from './claims.ts';
export type { Contender } from './contender.ts';
export { Deal } from './deal.ts';
export { DEFAULT_EFFORT, lawEffort, RACE_EFFORT, LEAST_EFFORT, MOST_EFFORT, type Effort } from './effort.ts';
export type { Dealt, FindPhase, FindResult, FindTask, TaskOutcome } from './search.ts';
export { doTask } from './search.ts';
export { contenderAt, scenarioWith } from './lanes.ts';
export { laws, untried } from './laws.ts';
export { judged, lawLine, untestable, type LawVerdict } from './lawVerdict.ts';
export type { Allowance } from './question.ts';
export { openSearch, type SearchSpec } from './searchSpec.ts';
export { foundSentence, foundNote, instantsText, ownCodeSentence, triedSentence, tryingText } from './words.ts';
