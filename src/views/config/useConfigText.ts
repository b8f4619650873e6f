/** The text of a lane's config: as it was typed, while the lane is as that made it, else as the product writes it. */
import { useEffect, useMemo } from 'react';
import {
  chargeOf,
  choicesOf,
  configProducts,
  isForeign,
  type FoundLimit,
  type ReadConfig,
} from '../../configs/index.ts';
import type { Lane, Policy } from '../../sim/index.ts';
import type { ConfigLimit } from '../../store/configEdits.ts';
import { useConfigActions, useConfigDrafts } from '../../store/configHooks.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
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
  /** What of it can be the lane: a limit, or several that the same requests pass. */
  readonly choices: readonly (readonly FoundLimit[])[];
  /** Which of them the lane is; empty if none is understood. */
  readonly limits: readonly FoundLimit[];
  /** What was typed is of a product that is only read: what is written is another’s. */
  readonly isForeign: boolean;
  readonly type: (text: string) => void;
  /** The typing is complete: the next key begins a new undo step. */
  readonly endTyping: () => void;
  /** Makes the lane another of the choices. @param place from 0 */
  readonly choose: (place: number) => void;
  /** Gives the lane a policy that the product can say. */
  readonly setPolicy: (policy: Policy) => void;
  /** Shows the product's own text again. */
  readonly discard: () => void;
}

export function useConfigText(index: number, lane: Lane, policy: Policy, product: string): ConfigText {
  const { T } = policy;
  const drafts = useConfigDrafts();
  const actions = useConfigActions();
  const gesture = useUndoGesture();
  const commit = useDebouncedCommit<null>(gesture.end);
  useEffect(() => commit.flush, [commit, product]);

  const scenarioPolicy = useAppState((state) => state.scenario.policy);
  const written = useMemo(() => writeConfig(product, lane, scenarioPolicy), [product, lane, scenarioPolicy]);
  // Limits of a stack have a T each, which a text says.
  const keepT = lane.of === undefined || lane.of.length === 1 ? T : undefined;
  const draft = drafts.of(lane, policy, product);
  const typed = draft?.text ?? null;
  const read = useMemo(() => (typed === null ? null : readTyped(typed, product, keepT)), [typed, product, keepT]);
  const choices = useMemo(() => choicesOf(read?.limits ?? []), [read]);
  const limits = choices[draft?.chosen ?? 0] ?? [];
  const text = typed ?? ('refusal' in written ? '' : written.text);

  const apply = (next: string, from: ReadConfig, place: number): void => {
    const all = choicesOf(from.limits);
    const chosen = Math.max(0, Math.min(place, all.length - 1));
    const found = all[chosen] ?? [];
    const kept = { limits: limitsForLane(lane, found), charge: chargeOf(found), isForeign: isForeign(found) };
    actions.type(index, { text: next, product, chosen, ...kept }, gesture.id());
  };

  return {
    text,
    written,
    read,
    choices,
    limits,
    isForeign: read?.readAs !== undefined || isForeign(limits),
    type(next) {
      const found = readTyped(next, product, keepT);
      // What is typed above it may have moved it.
      const same = choicesOf(found.limits).findIndex((choice) => wordsOf(choice) === wordsOf(limits));
      apply(next, found, same < 0 ? (draft?.chosen ?? 0) : same);
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

function wordsOf(choice: readonly FoundLimit[]): string {
  return choice.map(({ what }) => what).join('\n');
}

/**
 * A lane of a limit for each key keeps that, where no word of the text but only the product makes the limit one for all: a
 * number that is edited is no change of keys. What the product really has, the notes on its text say.
 */
function limitsForLane({ limiter, of }: Lane, limits: readonly FoundLimit[]): readonly ConfigLimit[] {
  const parts = of ?? [{ limiter, key: 'each' }];
  const isKept = limits.every(
    (limit) =>
      parts.every((part) => part.key === 'each' && part.limiter === limit.limiter) &&
      configProducts.some(({ id, isShared }) => id === limit.limiter && isShared),
  );
  return isKept ? limits.map((limit) => ({ ...limit, key: 'each' })) : limits;
}
