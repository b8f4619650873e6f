import { describe, expect, it, vi } from 'vitest';
import { encodeLink, scenarioOf } from '../sim/index.ts';
import { openInitialScenario } from './openInitial.ts';
import { openFileText, openLink } from './openOutside.ts';
import { isReadAtOnce } from './readOutside.ts';
import { openTestPlayground } from './testing.ts';

const other = scenarioOf({ title: 'Other', lanes: [{ limiter: 'gcra' }] });

describe('a long link', () => {
  const at = Array.from({ length: 10_000 }, (_, i) => i / 1_000);
  const long = scenarioOf({ title: 'Long', duration: 20, traffic: [{ kind: 'times', at }] });

  it('is read by the worker, and opens over the work in hand', async () => {
    const { store, works, client, settled } = await openTestPlayground();
    client.hold('read');
    const onFailed = vi.fn();
    openLink(store, works, encodeLink(long), onFailed);
    expect([store.getState().scenario.title, client.asked.at(-1)]).toEqual(['Base', 'read']);
    client.release('read');
    await settled();
    expect(onFailed).not.toHaveBeenCalled();
    expect(store.getState().scenario).toEqual(long);
    expect(store.getState().history.past).toHaveLength(1);
  });

  it('is said to be unread when the worker was lost', async () => {
    const { store, works, client, settled } = await openTestPlayground();
    client.dropNext('read');
    openFileText(store, works, encodeLink(long));
    await settled();
    expect(store.getState().scenario.title).toBe('Base');
    expect(store.getState().notices[0]?.text).toBe('This could not be read. Open it again.');
  });

  it.each([
    ['a file', openFileText],
    ['a link', openLink],
  ])('does not replace %s that is opened while it is being read', async (_, open) => {
    const { store, works, client, settled } = await openTestPlayground();
    client.hold('read');
    open(store, works, encodeLink(long));
    open(store, works, encodeLink(other));
    client.release('read');
    await settled();
    expect(store.getState().scenario.title).toBe('Other');
  });

  it('in the address is waited for', async () => {
    const { store, works, client } = await openTestPlayground({ title: 'Default' });
    client.hold('read');
    const opened = openInitialScenario(store, works, encodeLink(long), vi.fn(), false);
    await vi.waitFor(() => expect(client.asked.at(-1)).toBe('read'));
    expect(store.getState().scenario.title).toBe('Default');
    client.release('read');
    expect(await opened).toBe('link');
    expect(store.getState().scenario.title).toBe('Long');
  });

  it('of few letters is one as well, if it unpacks to much', () => {
    const repeated = scenarioOf({ notes: 'x'.repeat(90_000) });
    const link = encodeLink(repeated);
    expect([link.length < 20_000, isReadAtOnce(link), isReadAtOnce(encodeLink(other))]).toEqual([true, false, true]);
  });
});

it('a file that the worker fails to read is one notice, which says why', async () => {
  const { store, actions, settled } = await openTestPlayground();
  actions.openFileText(new Blob(['{}']), 'large.json');
  await settled();
  expect(store.getState().notices.map(({ text }) => text)).toEqual([
    'large.json cannot be opened. This could not be read: A file is read by the worker only.',
  ]);
});

it('a file that cannot be opened is named, and its text is called its own', async () => {
  const { store, actions } = await openTestPlayground();
  actions.openFileText('{"policy":', 'bad.json');
  const [notice] = store.getState().notices;
  expect(notice?.text).toMatch(/^bad\.json cannot be opened\. This is not JSON/);
  expect(notice?.actions[0]).toEqual({ do: 'show', title: 'The text of bad.json', text: '{"policy":' });
  actions.openFileText('#1.broken');
  expect(store.getState().notices[0]?.actions[0]).toMatchObject({ title: 'The link’s text' });
});
