import { NoReplyError } from './command.ts';

/** Thrown by a program that decides nothing although the store answered, as when a lock is never free. The message is why. */
export class GaveUpError extends NoReplyError {}
