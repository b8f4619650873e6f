/** The store's commands that a user's program may send. */
import { COMMANDS, type CommandName } from '../command.ts';

/** Memory shared by threads, servers, and what frames other commands: a program has functions of its own for those. */
const NOT_COMMANDS: ReadonlySet<CommandName> = new Set(['READ', 'WRITE', 'ADD', 'ASK', 'EVAL', 'MULTI', 'EXEC']);

// Pure, so that the first load does without it.
export const OWN_COMMANDS: readonly CommandName[] = /* @__PURE__ */ COMMANDS.filter((name) => !NOT_COMMANDS.has(name));
