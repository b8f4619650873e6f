import { describe, expect, it } from 'vitest';
import {
  decodeLink,
  encodeLink,
  minimalDocument,
  presetById,
  presetScenario,
  scenarioOf,
  type Scenario,
} from '../sim/index.ts';
import { withPolicy } from './scenarioEdits.ts';
import { partsChangedSince, sentencePolicy, withNotes, withPolicyRestored } from './sentence.ts';
import { openTestPlayground } from './testing.ts';

const written = scenarioOf({ notes: 'Ten.', policy: { n: 10, T: 10 } });
const throughLink = (scenario: Scenario): Scenario => {
  const read = decodeLink(encodeLink(scenario));
  if (!read.ok) throw new TypeError(read.failure.message);
  return read.scenario;
};

describe('the sentence', () => {
  it('is written for the policy beside it, and the document does not say so', () => {
    expect(sentencePolicy(written)).toEqual({ n: 10, T: 10 });
    expect(partsChangedSince(written)).toEqual([]);
    expect(minimalDocument(written)).not.toHaveProperty('notesFor');
  });

  it('keeps what it was written for through changes of the policy, and through a link', () => {
    const changed = throughLink(withPolicy(withPolicy(written, { n: 12 }), { n: 20, capacity: 5 }));
    expect(changed.notesFor).toEqual({ n: 10, T: 10 });
    expect(partsChangedSince(changed)).toEqual(['n', 'capacity']);
  });

  it('says nothing more once the policy is again what it was, by hand or by the way back', () => {
    const changed = withPolicy(written, { n: 12, capacity: 5 });
    expect(withPolicy(changed, { n: 10, capacity: null })).toEqual(written);
    expect(withPolicyRestored(changed)).toEqual(written);
  });

  it('is written for the policy of the moment at which it is edited', () => {
    const edited = withNotes(withPolicy(written, { n: 12 }), 'Twelve.');
    expect(edited.notesFor).toBeUndefined();
    expect(sentencePolicy(edited).n).toBe(12);
    expect(partsChangedSince(withPolicy(edited, { n: 10 }))).toEqual(['n']);
  });

  it('of a preset of an earlier release is known as its preset’s', () => {
    const notes =
      'The limit is 10 requests per 10 s: watch the fixed window at its 10 s edge, where it lets 20 through within 2 seconds.';
    const linked = withPolicy({ ...presetScenario(presetById('edge-burst')!), notes }, { n: 12 });
    const { notesFor: _, ...asThen } = linked;
    expect(partsChangedSince(throughLink(asThen))).toEqual(['n']);
  });

  it('that is empty was written for nothing', () => {
    const silent = withPolicy(scenarioOf({}), { n: 12 });
    expect(silent.notesFor).toBeUndefined();
    expect(partsChangedSince(withNotes(withPolicy(written, { n: 12 }), ''))).toEqual([]);
  });

  it('of a preset was written for the preset, though an old link does not tell that n was changed', () => {
    const preset = presetScenario(presetById('edge-burst')!);
    const { notesFor: _, ...old } = withPolicy(preset, { n: 12 });
    expect(partsChangedSince(throughLink(old))).toEqual(['n']);
    expect(withPolicyRestored(old)).toEqual(preset);
  });

  it('is edited in one undo step, and not at all by the same words', async () => {
    const { store, actions } = await openTestPlayground();
    const write = (text: string): void => {
      actions.editNotes();
      actions.draftNotes(text);
      actions.keepNotes();
    };
    write('Watch this.');
    expect(store.getState().history.past).toHaveLength(0);
    write(' Watch *that*.\n\nMore. ');
    expect(store.getState().scenario.notes).toBe('Watch *that*.\n\nMore.');
    actions.undo();
    expect(store.getState().scenario.notes).toBe('Watch this.');
  });

  it('that is not finished when something else is opened belongs to what was shown', async () => {
    const { store, actions } = await openTestPlayground();
    actions.editNotes();
    actions.draftNotes('Half a sentence');
    actions.startNew();
    expect([store.getState().scenario.notes, store.getState().notesDraft]).toEqual(['', null]);
    actions.undo();
    expect(store.getState().scenario.notes).toBe('Half a sentence');
  });

  it('is left as it was where writing is given up', async () => {
    const { store, actions } = await openTestPlayground();
    const { scenario } = store.getState();
    actions.editNotes();
    actions.draftNotes('Half a sentence');
    actions.draftNotes(null);
    actions.keepNotes();
    expect(store.getState().scenario).toBe(scenario);
  });

  it('leads back to its policy in one undo step', async () => {
    const { store, actions } = await openTestPlayground();
    const { scenario } = store.getState();
    actions.setPolicy({ n: 3, T: 5 });
    actions.restorePolicy();
    expect(store.getState().scenario).toEqual(scenario);
    actions.undo();
    expect(store.getState().scenario.policy).toEqual({ n: 3, T: 5 });
  });
});
