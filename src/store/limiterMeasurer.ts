/** Measures limiters on this machine, for the picker's table. */
import { catalogue, knownLimiters, runsUserCode, type Limiter } from '../sim/index.ts';
import type { ActionContext } from './actionContext.ts';
import { asSentence } from './asSentence.ts';
import { editionsOf } from './scenarioEdits.ts';
import { profileKey } from './selectors.ts';

/**
 * Every limiter in its default edition, then the other editions; after them real systems, once they are loaded. Not what is
 * written on the page: its figures are those of its code.
 */
function measurableEditions() {
  const algorithms: readonly Limiter[] = catalogue;
  const systems = knownLimiters().filter((limiter) => !algorithms.includes(limiter) && !runsUserCode(limiter.id));
  return [algorithms, systems].flatMap((limiters) =>
    [true, false].flatMap((own) =>
      limiters.flatMap((limiter) =>
        editionsOf(limiter)
          .filter((_, index) => (index === 0) === own)
          .map((edition) => ({ limiter, edition, key: profileKey(limiter.id, edition) })),
      ),
    ),
  );
}

/**
 * Measures limiters one by one while the picker is open; a second call meanwhile does nothing. If the worker is replaced,
 * the lost measurement is retried once; after that, the next opening of the picker tries again.
 */
export function createLimiterMeasurer({ store, get, set, showStatus }: ActionContext): () => void {
  let measuring = false;
  let retried = false;
  const failed = new Set<string>();
  const measureNext = (): void => {
    const { profiles, dialog } = get();
    const next = measurableEditions().find(({ key }) => !profiles.has(key) && !failed.has(key));
    measuring = next !== undefined && dialog?.name === 'limiter';
    if (next === undefined || !measuring) return;
    const { limiter, edition, key } = next;
    store.client.ask('profile', { limiter: limiter.id, edition }).then(
      (profile) => {
        if (typeof profile !== 'symbol') {
          set((state) => ({ profiles: new Map([...state.profiles, [key, profile]]) }));
          measureNext();
        } else if (retried) {
          measuring = false;
        } else {
          retried = true;
          measureNext();
        }
      },
      (error: Error) => {
        failed.add(key);
        const which = edition === editionsOf(limiter)[0] ? limiter.name : `${limiter.name} (as published)`;
        showStatus(`${which} could not be measured: ${asSentence(error.message)}`);
        measureNext();
      },
    );
  };
  return () => {
    if (measuring) return;
    retried = false;
    measureNext();
  };
}
