/** After which commands a node can die between two messages of a request. */
import { COMMANDS, type CommandName } from '../cluster/command.ts';
import { schemeById } from '../cluster/schemes/index.ts';
import { limiterById } from '../limiters/index.ts';
import { scalarOptions, type LimiterSpec } from './lanes.ts';

/** No message has the name MULTI: a transaction is one message, EXEC. */
const MESSAGE_NAMES: readonly CommandName[] = /* @__PURE__ */ COMMANDS.filter((name) => name !== 'MULTI');

/** Those after which any of the lanes may send another message; a crash after another command never happens. */
export function crashPointsOf(lanes: readonly LimiterSpec[]): readonly CommandName[] {
  const names = new Set(lanes.flatMap(crashPointsOfLane));
  return COMMANDS.filter((name) => names.has(name));
}

function crashPointsOfLane({ limiter, ...rest }: LimiterSpec): readonly CommandName[] {
  const scheme = schemeById(limiter);
  if (scheme === undefined) {
    const single = limiterById(limiter);
    // The programs of systems come with the engine, and some ids when they are named: what these send is not known here.
    return single === undefined || single.story?.runs === 'in Redis' ? MESSAGE_NAMES : [];
  }
  const namesWithin = (option: string) => {
    const held = rest.options[option] as LimiterSpec;
    // A limiter of one process is behind a server, which is asked once.
    return schemeById(held.limiter) === undefined ? [] : crashPointsOfLane(held);
  };
  return scheme.crashPoints?.(scalarOptions({ limiter, ...rest }), namesWithin) ?? [];
}
