/** The log that is opened, over a worker that the test answers for. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_CLUSTER, minimalDocument, parseScenario } from '../../sim/index.ts';
import type { Logs } from './logs.ts';
import { FILES, LogError, madeOf, setUp, START } from './logs.testing.ts';

/** A log that is used, while a field of it is read for a change of its key. */
async function readingField() {
  const page = await setUp();
  page.logs.open(FILES);
  await page.settle();
  page.logs.use(false, () => undefined);
  await page.settle();
  page.hold('read');
  page.logs.change(page.digests()[0]!, { key: ['trace'] });
  await page.settle();
  return page;
}

describe('a log that is opened', () => {
  it('becomes the traffic, the clock and the title in one step, which undo takes back', async () => {
    const { store, actions, logs, settle, digests } = await setUp();
    logs.open(FILES);
    await settle();
    expect(logs.state.getState().log?.choice).toEqual({ key: ['address'], cost: null, bad: '' });
    let done = 0;
    logs.use(false, () => done++);
    await settle();
    expect(store.getState()).toMatchObject({
      mode: 'tune',
      scenario: {
        title: 'a.log',
        epoch: START,
        duration: 2,
        lanes: [{ limiter: 'gcra' }],
        traffic: [{ name: 'a.log', from: 0 }],
      },
    });
    expect([done, digests()]).toEqual([1, [madeOf(['address']).digest]]);
    actions.undo();
    expect(store.getState().scenario).toMatchObject({ title: 'Mine', traffic: [{ kind: 'burst' }] });
    expect(store.getState().scenario.epoch).toBe(0);
  });

  it('keeps the nodes, but not what happened to them while other requests came', async () => {
    const { store, logs, settle } = await setUp();
    const fault = { kind: 'store-down', at: 1_800 } as const;
    store.setState(({ scenario }) => ({
      scenario: {
        ...scenario,
        notes: 'Watch it fail.',
        notesFor: scenario.policy,
        duration: 3_600,
        cluster: { ...DEFAULT_CLUSTER, nodes: 4, faults: [fault] },
      },
    }));
    logs.open(FILES);
    await settle();
    logs.use(false, () => undefined);
    await settle();
    const { scenario } = store.getState();
    expect(scenario.cluster).toMatchObject({ nodes: 4, faults: [], moves: [] });
    expect(scenario).not.toHaveProperty('notesFor');
    expect(parseScenario(minimalDocument(scenario))).toMatchObject({ ok: true });
  });

  it('changes nothing that can be undone or redone when it was taken out while it was made anew', async () => {
    const { actions, logs, settle, digests } = await setUp();
    logs.open(FILES);
    await settle();
    logs.use(false, () => undefined);
    await settle();
    const [digest = ''] = digests();
    logs.change(digest, { key: [] });
    actions.undo();
    await settle();
    expect(digests()).toEqual([]);
    actions.redo();
    expect(digests()).toEqual([digest]);
  });

  it('may stand beside existing traffic', async () => {
    const { store, logs, settle } = await setUp();
    logs.open(FILES);
    await settle();
    logs.use(true, () => undefined);
    await settle();
    const { title, traffic } = store.getState().scenario;
    expect([title, traffic.map(({ kind }) => kind)]).toEqual(['Mine', ['burst', 'recording']]);
    expect(new Set(traffic.map(({ stream }) => stream)).size).toBe(2);
  });

  it('is not put beside traffic that a lesson locks, and nothing else says that it was', async () => {
    const { store, logs, settle, digests } = await setUp();
    logs.open(FILES);
    await settle();
    store.setState({ mode: 'learn', lessonStep: 'window-edge:1', locks: ['traffic'] });
    let done = 0;
    logs.use(true, () => done++);
    await settle();
    expect([done, digests(), store.getState().mode]).toEqual([1, [], 'learn']);
    expect(store.getState().status).toBe('The traffic is locked in this step.');
  });

  it('beside other traffic begins at its own time, which the run then lasts to; of another time, it says so', async () => {
    const { store, actions, logs, settle } = await setUp();
    const beside = async (epoch: number): Promise<unknown> => {
      actions.open({
        scenario: { ...store.getState().scenario, epoch, duration: 30, traffic: [] },
        view: null,
        label: 'another run',
        record: true,
      });
      logs.open(FILES);
      await settle();
      logs.use(true, () => undefined);
      await settle();
      const { scenario, status } = store.getState();
      const [entry] = scenario.traffic;
      return [entry?.kind === 'recording' && entry.from, scenario.duration, status.replace(/ Ctrl.*/, '')];
    };
    expect(await beside(START - 60)).toEqual([60, 62, 'Opened “a.log”.']);
    expect(await beside(START - 10)).toEqual([10, 30, 'Opened “a.log”.']);
    expect(await beside(START + 60)).toEqual([
      0,
      30,
      'Opened “a.log”: it is from a different time than the run, so it begins at 0 s.',
    ]);
    // A run without a date has no other time.
    expect(await beside(0)).toEqual([0, 30, 'Opened “a.log”.']);
  });

  it('whose recording the scenario has already leaves it as it is, and can be changed from then on', async () => {
    const { store, actions, logs, settle, digests } = await setUp();
    logs.open(FILES);
    await settle();
    logs.use(false, () => undefined);
    await settle();
    actions.rename('Renamed');
    logs.open(FILES);
    await settle();
    expect(logs.state.getState().log?.made.size).toBe(0);
    // The run had it; the test's worker makes none.
    store.setState({ refusals: [] });
    logs.use(false, () => undefined);
    await settle();
    expect(store.getState().scenario.title).toBe('Renamed');
    expect(store.getState().status).toBe('“a.log” is open again: its key, cost and what counts as bad can be changed.');
    logs.change(digests()[0]!, { key: [] });
    await settle();
    expect(digests()).toEqual([madeOf([]).digest]);
  });

  it('has clients of its own beside another log', async () => {
    const { store, logs, settle } = await setUp();
    for (const key of [['address'], []]) {
      logs.open(FILES);
      await settle();
      logs.choose({ key });
      logs.use(true, () => undefined);
      await settle();
    }
    const { traffic } = store.getState().scenario;
    expect(traffic.flatMap((entry) => (entry.kind === 'recording' ? [entry.key] : []))).toEqual([
      'client',
      'log 2 client',
    ]);
  });

  it('is made again with another key, in place of itself; undo brings back what that was made with', async () => {
    const { actions, logs, settle, digests } = await setUp();
    logs.open(FILES);
    await settle();
    logs.use(false, () => undefined);
    await settle();
    const [first = ''] = digests();
    logs.change(first, { key: [] });
    await settle();
    expect(digests()).toEqual([madeOf([]).digest]);
    actions.undo();
    expect(digests()).toEqual([first]);
    expect(logs.state.getState().log?.made.get(first)?.choice.key).toEqual(['address']);
  });

  it.each([
    ['it is made', 0],
    ['what is made is used', 10],
  ])('is changed twice before %s: the second change keeps the first', async (_, microtasks) => {
    const { logs, asked, settle, digests } = await setUp();
    logs.open(FILES);
    await settle();
    logs.use(false, () => undefined);
    await settle();
    const [first = ''] = digests();
    logs.change(first, { key: [] });
    for (let turn = 0; turn < microtasks; turn++) await Promise.resolve();
    expect(digests()).toEqual([first]);
    expect(logs.state.getState().changing?.choice.key).toEqual([]);
    logs.change(first, { keepsNames: true });
    await settle();
    expect(asked.at(-1)?.params).toMatchObject({ choice: { key: [], keepsNames: true } });
    expect(digests()).toEqual([madeOf([]).digest]);
    expect(logs.state.getState().changing).toBeNull();
  });

  it('is read again for a field that was not kept', async () => {
    const { logs, asked, settle, digests } = await setUp();
    logs.open(FILES);
    await settle();
    logs.choose({ key: ['trace'] });
    logs.use(false, () => undefined);
    await settle();
    await settle();
    expect(asked.map(({ of }) => of)).toEqual(['read', 'make', 'read', 'make']);
    expect(asked[2]?.params).toMatchObject({ options: { format: 'combined', keep: ['address', 'trace'] } });
    expect(digests()).toEqual([madeOf(['trace']).digest]);
  });

  it.each(['with another mapping', 'for a field'])('keeps what is chosen while it is read again %s', async (why) => {
    const { logs, settle, hold, release } = await setUp();
    logs.open(FILES);
    await settle();
    hold('read');
    if (why === 'for a field') {
      logs.choose({ key: ['trace'] });
      logs.holdOut(() => undefined);
    } else logs.readAgain({ format: 'csv' });
    await settle();
    expect(logs.state.getState().work?.does).toBe('reading');
    logs.choose({ key: [], bad: 'status=401' });
    release('read');
    await settle();
    expect(logs.state.getState()).toMatchObject({ work: null, log: { choice: { key: [], bad: 'status=401' } } });
  });

  it('is changed while a field is read for the change before: that one is dropped', async () => {
    const { logs, asked, settle, digests, release } = await readingField();
    logs.change(digests()[0]!, { key: [] });
    await settle();
    release('read');
    await settle();
    expect(digests()).toEqual([madeOf([]).digest]);
    expect(logs.state.getState().log?.choice.key).toEqual([]);
    expect(asked.map(({ of }) => of)).toEqual(['read', 'make', 'make', 'read', 'make']);
  });

  it.each([
    ['another is opened and left', (logs: Logs) => logs.cancel()],
    ['the goals are scored on another', (logs: Logs) => logs.holdOut(() => undefined)],
  ])('can be changed after %s: its file is read again', async (_, then) => {
    const { logs, asked, settle, digests } = await setUp();
    logs.open(FILES);
    await settle();
    logs.use(false, () => undefined);
    await settle();
    logs.open([new File([''], 'b.log')]);
    await settle();
    then(logs);
    await settle();
    const before = asked.length;
    for (const part of [{ key: [] }, { bad: 'status=401' }]) {
      logs.change(digests()[0]!, part);
      await settle();
    }
    expect(digests()).toEqual([madeOf([]).digest]);
    expect(asked.slice(before).map(({ of }) => of)).toEqual(['make', 'read', 'make', 'make']);
    expect(asked[before + 1]?.params).toMatchObject({ files: FILES });
  });

  it('that was left is not offered where the next one cannot be read', async () => {
    const { logs, failures, settle } = await setUp();
    logs.open(FILES);
    await settle();
    logs.cancel();
    failures.push(new LogError('unreadable'));
    logs.open([new File([''], 'b.log')]);
    await settle();
    expect(logs.state.getState()).toMatchObject({ log: null, problem: 'It is unreadable.' });
  });

  it('is not used any more once another is read', async () => {
    const { logs, settle, digests, hold, release } = await setUp();
    logs.open(FILES);
    await settle();
    hold('make');
    let done = 0;
    logs.use(false, () => done++);
    hold('read');
    logs.open([new File([''], 'b.log')]);
    release('make');
    await settle();
    expect([done, digests(), logs.state.getState().work?.does]).toEqual([0, [], 'reading']);
    release('read');
    await settle();
    expect([done, digests(), logs.state.getState().work]).toEqual([0, [], null]);
  });

  it('is what recordings are made of, and not another one whose reading was stopped', async () => {
    const { logs, asked, settle, hold } = await setUp();
    logs.open(FILES);
    await settle();
    hold('read');
    logs.open([new File([''], 'b.log')]);
    logs.stop();
    logs.use(false, () => undefined);
    await settle();
    expect(asked.map(({ of, params }) => [of, params['reading']])).toEqual([
      ['read', 1],
      ['read', 2],
      ['make', 1],
    ]);
  });

  it('is not said to be changing when a field is read for that, and then another log instead', async () => {
    const { logs, settle, release } = await readingField();
    expect(logs.state.getState().changing?.choice.key).toEqual(['trace']);
    logs.open([new File([''], 'b.log')]);
    release('read');
    await settle();
    expect(logs.state.getState().changing).toBeNull();
  });

  it('is not made without a list that it names', async () => {
    const { logs, asked, settle } = await setUp();
    logs.open(FILES);
    await settle();
    logs.choose({ bad: 'status=401 or key=@bots.txt' });
    logs.use(false, () => undefined);
    await settle();
    expect(logs.state.getState().problem).toBe(
      'The list bots.txt of bad keys is not here. Add it with the button, or leave key=@bots.txt out.',
    );
    logs.choose({ bad: '' });
    logs.holdOut(() => undefined);
    logs.choose({ bad: 'key=@bots.txt' });
    logs.use(false, () => undefined);
    // What was under way is dropped.
    expect(logs.state.getState().work).toBeNull();
    logs.choose({ keyLists: new Map([['bots.txt', ['192.0.2.1']]]) });
    logs.use(false, () => undefined);
    await settle();
    expect(asked.map(({ of }) => of)).toEqual(['read', 'make', 'make']);
  });

  it('that cannot be read is said in its sentence, and what was held stays', async () => {
    const { logs, failures, settle, store } = await setUp();
    logs.open(FILES);
    await settle();
    failures.push(new LogError('unreadable'), new TypeError('x is no function'));
    logs.open(FILES);
    await settle();
    expect(logs.state.getState()).toMatchObject({ problem: 'It is unreadable.', work: null, log: { files: FILES } });
    logs.use(false, () => undefined);
    await settle();
    expect(logs.state.getState().problem).toBe(
      'The log cannot be read: x is no function. What was there before is unchanged.',
    );
    expect(store.getState().scenario.title).toBe('Mine');
  });
});
