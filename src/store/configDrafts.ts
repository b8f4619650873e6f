/**
 * What was typed into the Config tab. A text stays as it was typed for as long as its lane is as the text made it, and
 * comes back when undo or redo bring that lane back.
 *
 * A text is kept under the lane's options, an object which a lane keeps when it is moved, renamed or copied, and which
 * each text that changes the lane makes anew.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Lane, Policy } from '../sim/index.ts';
import type { ReadableStore } from './store.ts';

export interface ConfigDraft {
  readonly text: string;
  /** Beside which product it is shown: its own, or where it has none the one that is chosen. A limiter's id. */
  readonly product: string;
  /** Which of `choicesOf` its limits is the lane's, from 0. */
  readonly chosen: number;
  /** Whether the lane is as the text says, and not as it was before something was typed that is not understood. */
  readonly applied: boolean;
}

interface KeptDraft {
  readonly policy: Policy;
  readonly of: Lane['of'];
  readonly draft: ConfigDraft;
  /** The last text that the lane followed, while `draft` is one that it does not. */
  readonly applied: ConfigDraft | null;
}

export interface ConfigDrafts {
  /** What was typed for the lane as it is; null where it has been changed since, or nothing was. */
  readonly of: (lane: Lane, policy: Policy, product: string) => ConfigDraft | null;
  /** What was typed last and the lane as it is does not follow, whatever product is shown; null where there is none. */
  readonly pending: (lane: Lane, policy: Policy) => ConfigDraft | null;
  readonly keep: (lane: Lane, policy: Policy, draft: ConfigDraft) => void;
  /** The lane is left for another: what it did not follow is on the way to that one, and forgotten. */
  readonly leave: (lane: Lane) => void;
  readonly discard: (lane: Lane) => void;
  readonly state: Pick<StoreApi<ConfigState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Chooses the product in which lanes are written that are no real system. */
  readonly chooseNearest: (product: string) => void;
}

interface ConfigState {
  readonly nearest: string;
  /** How often a draft has changed. */
  readonly changes: number;
}

const known = new WeakMap<ReadableStore, ConfigDrafts>();

/** The same for all who ask. */
export function configDraftsOf(store: ReadableStore): ConfigDrafts {
  let drafts = known.get(store);
  if (drafts === undefined) known.set(store, (drafts = createConfigDrafts()));
  return drafts;
}

function createConfigDrafts(): ConfigDrafts {
  const kept = new WeakMap<Lane['options'], KeptDraft>();
  const state = createStore<ConfigState>(() => ({ nearest: 'nginx-limit-req', changes: 0 }));
  const changed = (): void => state.setState(({ changes }) => ({ changes: changes + 1 }));
  const draftFor = ({ options, of }: Lane, { n, T, capacity }: Policy): ConfigDraft | null => {
    const found = kept.get(options);
    if (found === undefined || found.of !== of) return null;
    const { policy, draft } = found;
    return policy.n === n && policy.T === T && policy.capacity === capacity ? draft : null;
  };
  return {
    state,
    chooseNearest: (nearest) => state.setState({ nearest }),
    of(lane, policy, product) {
      const draft = draftFor(lane, policy);
      return draft?.product === product ? draft : null;
    },
    pending(lane, policy) {
      const draft = draftFor(lane, policy);
      return draft?.applied === true ? null : draft;
    },
    keep({ options, of }, policy, draft) {
      const applied = draft.applied ? draft : (kept.get(options)?.applied ?? null);
      kept.set(options, { policy, of, draft, applied });
      changed();
    },
    leave({ options }) {
      const found = kept.get(options);
      if (found === undefined) return;
      if (found.applied === null) kept.delete(options);
      else kept.set(options, { ...found, draft: found.applied });
      changed();
    },
    discard({ options }) {
      kept.delete(options);
      changed();
    },
  };
}
