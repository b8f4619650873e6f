import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isCaptionValid } from '../openScenario.ts';
import type { Database } from './database.ts';
import { exportWorks } from './exchange.ts';
import { newEntry } from './heldWork.ts';
import { allN, openTestBrowser, ownId, saved, summaries, tabWith } from './testing.ts';

let browser: ReturnType<typeof openTestBrowser>;
beforeEach(() => {
  browser = openTestBrowser();
});

describe('the list', () => {
  it('is announced to other tabs', async () => {
    const a = await tabWith(browser, 'A');
    const b = await browser.openTab();
    const heard = vi.fn<() => void>();
    b.works.subscribe(heard);
    await a.works.duplicate(await ownId(a));
    await vi.waitFor(() => expect(heard).toHaveBeenCalled());
    expect((await b.works.list()).map(({ name }) => name)).toEqual(['A (copy)', 'A']);
  });

  it('gives each copy a name of its own', async () => {
    const a = await tabWith(browser, 'A');
    const id = await ownId(a);
    const copy = await a.works.duplicate(id);
    await a.works.duplicate(id);
    await a.works.duplicate(copy);
    expect((await a.works.list()).map(({ name }) => name).sort()).toEqual([
      'A',
      'A (copy 2)',
      'A (copy 3)',
      'A (copy)',
    ]);
  });

  it('renames a work wherever it is open', async () => {
    const a = await tabWith(browser, 'A');
    const id = await ownId(a);
    await a.works.rename(id, 'A1');
    expect(a.title()).toBe('A1');
    a.actions.undo();
    expect(a.title()).toBe('A');
    a.store.setState({ playedThrough: true });
    const b = await tabWith(browser, 'B');
    await b.works.rename(id, 'A2');
    // As any other edit, it ends what is said of the run that was played through.
    expect([a.title(), a.store.getState().playedThrough]).toEqual(['A2', false]);
    expect((await b.works.list()).map(({ name }) => name)).toContain('A2');
    a.crash();
    await b.works.rename(id, 'A3');
    await b.works.open(id);
    expect(b.title()).toBe('A3');
    await expect(b.works.rename(id, 'x'.repeat(5_000))).rejects.toThrow('title is');
    expect(b.title()).toBe('A3');
  });

  it('deletes and brings back with the history, for a day', async () => {
    const a = await tabWith(browser, 'A');
    const id = await ownId(a);
    a.actions.setPolicy({ n: 3 });
    await saved(a);
    await a.works.delete(id);
    expect([await a.works.list(), a.works.holding, a.title()]).toEqual([[], 'untouched', 'A']);
    await a.works.undelete(id);
    expect([await summaries(a), a.works.holding]).toEqual([[['A', 'this-tab']], 'held']);
    expect(await a.works.states(id)).toHaveLength(3);
    await a.works.delete(id);
    browser.pass(25 * 60 * 60 * 1_000);
    const later = await browser.openTab();
    await expect(later.works.undelete(id)).rejects.toThrow('This work was deleted.');
  });

  it('does not delete what another tab has open', async () => {
    const a = await tabWith(browser, 'A');
    const b = await tabWith(browser, 'B');
    await expect(b.works.delete(await ownId(a))).rejects.toThrow('Close it there first.');
    expect(await b.works.list()).toHaveLength(2);
  });

  it('goes back to an earlier state as an undo step', async () => {
    const a = await tabWith(browser, 'A');
    const id = await ownId(a);
    for (const n of [3, 4]) {
      a.actions.setPolicy({ n });
      await saved(a);
    }
    const states = await a.works.states(id);
    expect(states.map(({ scenario }) => scenario?.policy.n)).toEqual([4, 3, 10, 10]);
    await a.works.restore(id, states[1]!.revision);
    expect(a.store.getState().scenario.policy.n).toBe(3);
    a.actions.undo();
    expect(a.store.getState().scenario.policy.n).toBe(4);
  });

  it('begins the history of a work with what was changed', async () => {
    const a = await browser.openTab();
    const original = a.store.getState().scenario;
    for (const n of [17, 18]) {
      a.actions.setPolicy({ n });
      await saved(a);
    }
    expect(await allN(a)).toEqual([18, 17, 10]);
    const id = await ownId(a);
    await a.works.restore(id, (await a.works.states(id))[2]!.revision);
    expect(a.store.getState().scenario).toEqual(original);
    expect(isCaptionValid(a.store.getState())).toBe(true);
  });

  it('never keeps more than 50 states of a work', async () => {
    const a = await tabWith(browser, 'A');
    const id = await ownId(a);
    for (let n = 1; n <= 60; n++) {
      a.actions.setPolicy({ n });
      await saved(a);
    }
    const states = await a.works.states(id);
    expect(states).toHaveLength(50);
    expect(states[0]?.scenario?.policy.n).toBe(60);
  });
});

describe('an export', () => {
  it('comes back in another browser as it was, and here as copies', async () => {
    const a = await tabWith(browser, 'A');
    a.actions.setPolicy({ n: 3 });
    await saved(a);
    const text = await (await a.works.exportAll()).text();
    expect(JSON.parse(text)).toMatchObject({ spillway: 'works', version: 1, works: [{ name: 'A' }] });
    expect(await a.works.importAll(text)).toEqual({ added: 1, problems: [] });
    expect((await a.works.list()).map(({ name }) => name).sort()).toEqual(['A', 'A (copy)']);

    browser = openTestBrowser();
    const other = await browser.openTab();
    expect(await other.works.importAll(text)).toEqual({ added: 1, problems: [] });
    const [work] = await other.works.list();
    expect((await other.works.states(work!.id)).map(({ scenario }) => scenario?.policy.n)).toEqual([3, 10, 10]);
    await other.works.open(work!.id);
    expect(other.title()).toBe('A');
  });

  it.each([
    ['{"half', 'The file is not JSON'],
    ['[]', 'The file is not an export of works; it seems to be something else.'],
    ['{"policy":{"n":4}}', 'it seems to be a single scenario: use Open file.'],
    ['{"spillway":"works","version":2,"works":[]}', 'The export’s version is 2; this Spillway reads 1.'],
    ['{"spillway":"works","version":1,"works":[7]}', 'Work 1: it has no states.'],
    [
      '{"spillway":"works","version":1,"works":[\n{"states":[]},\n{"half',
      'Work 1: it has no states.',
      'Work 2: it is not JSON',
      'Work 3: the file ends here, too early.',
    ],
    [
      `{"spillway":"works","version":1,"works":[${'{},'.repeat(5_000)}{}]}`,
      'The file has more than 5,000 works, the maximum for an import.',
    ],
    [
      '{"spillway":"works","version":1,"works":[{"name":"Q","states":[{"document":{"policy":{"n":0}}}]}]}',
      'Work 1, “Q”: policy.n is 0. It may be a whole number from 1 to 1,000,000.',
    ],
  ])('that is none is named: %s', async (text, ...expected) => {
    const a = await browser.openTab();
    const { added, problems } = await a.works.importAll(text);
    expect([added, problems]).toEqual([0, expected.map((problem) => expect.stringContaining(problem) as string)]);
  });

  it('is read without a work that is too large, which is named', async () => {
    const a = await browser.openTab();
    const text = `{"spillway":"works","version":1,"works":[\n{"name":"${'x'.repeat(8_000_000)}"}\n]}\n`;
    expect(await a.works.importAll(text)).toEqual({
      added: 0,
      problems: ['Work 1: it has more than 8,000,000 characters, the maximum that is read.'],
    });
  });

  it('of a work that is too large has its newest states alone', async () => {
    const states = Array.from({ length: 9 }, (_, index) => ({
      work: 'w',
      revision: index + 1,
      at: index,
      document: { policy: { n: index + 1 }, caption: 'x'.repeat(1_000_000) },
      told: true,
    }));
    const database = { states: () => Promise.resolve(states) } as unknown as Database;
    const lines = (await (await exportWorks(database, [newEntry('w', 0)])).text()).split('\n');
    const { states: exported } = JSON.parse(lines[1]!) as { states: typeof states };
    expect(exported.map(({ document }) => document.policy.n)).toEqual([6, 7, 8, 9]);
  });

  it('keeps the pictures of runs, and drops what is no picture and no time', async () => {
    const a = await tabWith(browser, 'A');
    await a.settled();
    await saved(a);
    const [own] = await a.works.list();
    expect(own?.thumbnail?.strips).toHaveLength(3);
    const file = JSON.parse(await (await a.works.exportAll()).text()) as { works: Record<string, unknown>[] };
    const [work] = file.works;
    const works = [
      { ...work, id: 'as it is' },
      { ...work, id: 'hostile', thumbnail: { strips: ['<svg onload=alert(1)>'] }, changedAt: 1e300, createdAt: -1 },
    ];
    browser = openTestBrowser();
    const other = await browser.openTab();
    await other.works.importAll(JSON.stringify({ ...file, works }));
    const imported = await other.works.list();
    const byId = (id: string) => imported.find((each) => each.id === id);
    expect(byId('as it is')?.thumbnail).toEqual(own?.thumbnail);
    expect(byId('hostile')?.thumbnail).toBeNull();
    expect(new Date(byId('hostile')!.changedAt).getTime()).toBeLessThan(10_000_000);
  });
});
