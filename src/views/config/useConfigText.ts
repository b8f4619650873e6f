/** The text of a lane's config: as it was typed, while the lane is as that made it, else as the product writes it. */
import { useEffect, useMemo } from 'react';
import type { FoundLimit, ReadConfig } from '../../configs/index.ts';
import type { Lane, Policy } from '../../sim/index.ts';
import { useConfigActions, useConfigDrafts } from '../../store/configHooks.ts';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import { useDebouncedCommit } from '../ui/useDebouncedCommit.ts';
import { readTyped } from './readTyped.ts';
import { writeConfig, type WrittenConfig } from './writtenConfig.ts';

export interface ConfigText {
  readonly text: string;
  /** The lane as the product writes it. */
  readonly written: WrittenConfig;
  /** What was found in a text that was typed; null while it is the product's own. */
  readonly read: ReadConfig | null;
  /** The limit of the text that the lane has; null if none is understood. */
  readonly limit: FoundLimit | null;
  readonly type: (text: string) => void;
  /** The typing is complete: the next key begins a new undo step. */
  readonly endTyping: () => void;
  /** Gives the lane another of the limits in the text. @param place from 0 */
  readonly choose: (place: number) => void;
  /** Gives the lane a policy that the product can say. */
  readonly setPolicy: (policy: Policy) => void;
  /** Shows the product's own text again. */
  readonly discard: () => void;
}

export function useConfigText(index: number, lane: Lane, policy: Policy, product: string): ConfigText {
  const { n, T, capacity } = policy;
  const drafts = useConfigDrafts();
  const actions = useConfigActions();
  const gesture = useUndoGesture();
  const commit = useDebouncedCommit<null>(gesture.end);
  useEffect(() => commit.flush, [commit, product]);

  const written = useMemo(() => writeConfig(product, lane, { n, T, capacity }), [product, lane, n, T, capacity]);
  const draft = drafts.of(lane, policy, product);
  const typed = draft?.text ?? null;
  const read = useMemo(() => (typed === null ? null : readTyped(typed, product, T)), [typed, product, T]);
  const text = typed ?? ('refusal' in written ? '' : written.text);

  const apply = (next: string, found: ReadConfig, place: number): void => {
    const chosen = Math.max(0, Math.min(place, found.limits.length - 1));
    const limit = found.limits[chosen] ?? null;
    actions.type(index, { text: next, product, chosen, limit }, gesture.id());
  };

  return {
    text,
    written,
    read,
    limit: read?.limits[draft?.chosen ?? 0] ?? null,
    type(next) {
      apply(next, readTyped(next, product, T), draft?.chosen ?? 0);
      commit.schedule(null);
    },
    endTyping: commit.flush,
    choose(place) {
      if (typed !== null && read !== null) gesture.once(() => apply(typed, read, place));
    },
    setPolicy: (next) => actions.setPolicy(index, next),
    discard: () => drafts.discard(lane),
  };
}
