/** Recordings on the page: named by scenarios, held and kept once, found again, and taken up from a file. */
import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  completeDocument,
  encodeLink,
  holdOnly,
  holdRecording,
  minimalDocument,
  packRecording,
  presets,
  presetScenario,
  recordingData,
  scenarioOf,
  type RecordingColumns,
} from '../sim/index.ts';
import { DROPPED } from '../worker/workerClient.ts';
import { openFileText, openLink } from './openOutside.ts';
import { askForRun } from './runner.ts';
import { openTestPlayground } from './testing.ts';
import { openTestBrowser, saved, tabWith, type TestTab } from './works/testing.ts';

const START = 1_767_607_200;

function columnsOf(count: number): RecordingColumns {
  return {
    at: Float64Array.from({ length: count }, (_, i) => i * 250_000),
    client: Uint32Array.from({ length: count }, (_, i) => i % 5),
    costAndBad: new Uint32Array(count).fill(1),
  };
}

const DATA = packRecording(columnsOf(40));
const DOCUMENT = {
  title: 'Logged',
  epoch: START,
  duration: 20,
  policy: { n: 2, T: 10 },
  traffic: [{ kind: 'recording', name: 'access.log', start: START, data: DATA }],
  lanes: [{ limiter: 'fixed-window' }],
};
const SCENARIO = scenarioOf(DOCUMENT);
const FILE = JSON.stringify(completeDocument(SCENARIO));
const LINK = encodeLink(SCENARIO);
const NOT_HERE = /^Phase 1 is the recording “access\.log” \(40 requests\), which is not here: a link only names it\./;

/** Looking into the database takes longer than a run. */
const idle = ({ store }: Pick<TestTab, 'store'>) => vi.waitFor(() => expect(store.getState().busy).toBe(false));

beforeEach(() => holdOnly(new Set()));

describe('a link to a recording', () => {
  it('is short, opens without it and says so, and runs once the file is there', async () => {
    expect(LINK.length).toBeLessThan(400);
    const { store, works, settled, admitted } = await openTestPlayground();
    openLink(store, works, LINK);
    await idle({ store });
    expect(store.getState().scenario).toEqual(SCENARIO);
    const [notice] = store.getState().notices;
    expect(notice?.text).toMatch(NOT_HERE);
    expect(notice?.text).toMatch(/Open “access\.log”, or a file saved with it, and the run starts\.$/);
    expect(notice?.actions[0]).toEqual({ do: 'open-file' });
    expect(notice?.actions).not.toContainEqual({ do: 'edit-phase', phase: 0 });

    const shown = store.getState().scenario;
    openFileText(store, works, FILE.replace('Logged', 'Another title'));
    await settled();
    expect(store.getState().scenario).toBe(shown);
    expect(store.getState().notices.map(({ text }) => text)).toEqual([
      'Loaded “access.log” from the file. The scenario is unchanged.',
    ]);
    // Five clients twice in the first 10 s, and two requests in the next.
    expect(admitted()).toEqual([12]);
  });

  it('does not take a file for its recording that holds another', async () => {
    const { store, works, settled } = await openTestPlayground();
    openLink(store, works, LINK);
    await idle({ store });
    const traffic = [{ ...DOCUMENT.traffic[0], data: packRecording(columnsOf(41)) }];
    openFileText(store, works, JSON.stringify({ ...DOCUMENT, title: 'Another', traffic }));
    await settled();
    expect(store.getState().scenario.title).toBe('Another');
  });
});

it('of a preset is found when a link names it, in a browser that never had it', async () => {
  const preset = presets.find(({ id }) => id === 'hour-of-an-api')!;
  const link = encodeLink(presetScenario(preset));
  holdOnly(new Set());
  const tab = await openTestBrowser().openTab();
  openLink(tab.store, tab.works, link);
  await idle(tab);
  expect(tab.title()).toBe('An hour of an API');
  expect(tab.admitted()).toEqual(preset.expect.map(({ admitted }) => admitted));
});

describe('a recording in a browser', () => {
  it('is kept once, and works of this and later pages name it', async () => {
    const browser = openTestBrowser();
    const tab = await browser.openTab();
    openFileText(tab.store, tab.works, FILE);
    for (let n = 1; n <= 30; n++) {
      tab.actions.setPolicy({ n });
      browser.pass(3_600_000);
      await saved(tab);
    }
    const exported = await (await tab.works.exportAll()).text();
    expect(exported.split(DATA).length - 1).toBe(1);
    expect(exported.split('"digest"').length - 1).toBeGreaterThan(10);
    tab.crash();

    holdOnly(new Set());
    const later = await browser.openTab();
    later.store.rerun();
    await idle(later);
    expect(later.title()).toBe('Logged');
    expect(later.admitted()).toEqual([40]);

    // A browser that gets it by an import.
    holdOnly(new Set());
    const other = await openTestBrowser().openTab();
    expect(await other.works.importAll(exported)).toEqual({ added: 1, problems: [] });
    await other.works.open((await other.works.list())[0]!.id);
    other.store.rerun();
    await idle(other);
    expect(other.admitted()).toEqual([40]);
  });

  it('is found for a link after a month only if a work names it', async () => {
    const MONTH = 30 * 86_400_000;
    const browser = openTestBrowser();
    const first = await browser.openTab();
    openFileText(first.store, first.works, FILE);
    await first.settled();
    first.crash();
    const noticeAfter = async (milliseconds: number): Promise<string | undefined> => {
      holdOnly(new Set());
      browser.pass(milliseconds);
      const tab = await browser.openTab({ hash: LINK, reloaded: false });
      tab.store.rerun();
      await idle(tab);
      tab.crash();
      return tab.notice();
    };
    expect(await noticeAfter(MONTH / 2)).toBeUndefined();
    expect(await noticeAfter(MONTH)).toMatch(NOT_HERE);

    const tab = await browser.openTab();
    openFileText(tab.store, tab.works, FILE);
    tab.actions.setPolicy({ n: 3 });
    await saved(tab);
    tab.crash();
    expect(await noticeAfter(2 * MONTH)).not.toMatch(NOT_HERE);
  });

  it('that was only shown for months is there after a reload, once its tab has made a work of it', async () => {
    const browser = openTestBrowser();
    const tab = await browser.openTab();
    const database = await openDB('spillway');
    openFileText(tab.store, tab.works, FILE);
    await vi.waitFor(async () => expect(await database.count('recordings')).toBe(1));
    browser.pass(60 * 86_400_000);
    await browser.openTab();
    expect(await database.count('recordings')).toBe(0);
    holdRecording(DATA); // here both tabs have one memory, which the other has cleared
    tab.actions.setPolicy({ n: 3 });
    await saved(tab);
    await vi.waitFor(async () => expect(await database.count('recordings')).toBe(1));
    tab.crash();
    holdOnly(new Set());
    const later = await browser.openTab();
    later.store.rerun();
    await idle(later);
    expect([later.title(), later.notice()]).toEqual(['Logged', undefined]);
  });
});

describe('in memory, a recording', () => {
  it('is let go of with the scenario that named it, and not before undo has', async () => {
    const { store, works, actions, settled } = await openTestPlayground();
    openFileText(store, works, FILE);
    const [digest = ''] = SCENARIO.traffic.map((entry) => (entry.kind === 'recording' ? entry.digest : ''));
    expect(recordingData(digest)).toBe(DATA);
    actions.removePhase(0);
    await settled();
    openFileText(store, works, JSON.stringify({ title: 'Next' }));
    expect(recordingData(digest)).toBe(DATA);
    expect(JSON.stringify(store.getState().history)).not.toContain(DATA);
    expect(minimalDocument(store.getState().scenario)).not.toHaveProperty('traffic');
  });

  it('is held as long as the link that was opened last names it: Reset may bring that back', async () => {
    const tab = await tabWith(openTestBrowser(), 'Mine');
    openFileText(tab.store, tab.works, FILE);
    openLink(tab.store, tab.works, LINK);
    for (const title of ['Next', 'Last']) {
      tab.actions.setPolicy({ n: 3 });
      await saved(tab);
      openFileText(tab.store, tab.works, JSON.stringify({ title }));
      await idle(tab);
    }
    const { history, linked } = tab.store.getState();
    expect([history.past, linked?.scenario]).toEqual([[], SCENARIO]);
    const [digest = ''] = SCENARIO.traffic.map((entry) => (entry.kind === 'recording' ? entry.digest : ''));
    expect(recordingData(digest)).toBe(DATA);
  });
});

it('what was found for a run is not handed on once a newer run is wanted', async () => {
  let isWanted = true;
  const refusal = { ok: false, problems: [{ recording: ['a digest'] }] };
  const client = { ask: vi.fn(() => Promise.resolve(refusal)) };
  const find = (): Promise<readonly string[]> => {
    isWanted = false;
    return Promise.resolve([DATA]);
  };
  expect(await askForRun(client as never, { find } as never, {} as never, () => isWanted)).toBe(DROPPED);
  expect(client.ask).toHaveBeenCalledOnce();
});
