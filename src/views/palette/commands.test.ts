import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { knownLimiters, loadSystems, presets, readGalleryFile, knownSchemes } from '../../sim/index.ts';
import { openTestPlayground } from '../../store/testing.ts';
import { keyBindings } from '../hooks/keyBindings.ts';
import { boundTo, findCommands, KEYED_ACTIONS } from './commands.ts';

// As the palette does before it opens.
await loadSystems();

/** Other keys for the same, and those that only remove what is selected on the track. */
const LEFT_OUT = new Set(['=', 'Delete', 'Backspace']);

describe('the palette', () => {
  it('offers everything that a single key does, and nothing that none does', async () => {
    const { store, actions } = await openTestPlayground();
    for (const [key] of KEYED_ACTIONS) expect([key, typeof boundTo(key, store, actions)]).toEqual([key, 'function']);
    const names = new Set(KEYED_ACTIONS.map(([key]) => key));
    const shown: Readonly<Record<string, string>> = {
      ArrowLeft: '←',
      ArrowRight: '→',
      ArrowUp: '↑',
      ArrowDown: '↓',
      '-': '−',
      D: 'Shift+D',
    };
    const bound = Object.keys(keyBindings(store, actions, false)).filter((key) => !LEFT_OUT.has(key));
    expect(bound.filter((key) => !names.has(shown[key] ?? (key.length === 1 ? key.toUpperCase() : key)))).toEqual([]);
  });

  it('offers all lanes, limiters and presets, each once', async () => {
    const { store, actions } = await openTestPlayground();
    const groups = findCommands('', store, actions, []);
    expect(groups.map(({ heading }) => heading)).toEqual(['Lanes', 'Actions', 'Add a lane', 'Presets']);
    const counts = groups.map(({ commands }) => commands.length);
    expect([counts[0], counts[2], counts[3]]).toEqual([
      2,
      knownLimiters().length + knownSchemes().length,
      presets.length,
    ]);
    const ids = groups.flatMap(({ commands }) => commands.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    // Five limiters are called that, and a preset has it in its title.
    ['leaky bucket', 'Leaky meter', null],
    ['jitter', 'Does jitter help?', (title: string) => title === 'Does jitter help?'],
    ['redis-cell', 'redis-cell', null],
    ['nginx', 'nginx limit_req', null],
    ['haproxy', 'HAProxy http_req_rate', null],
    ['envoy', 'Envoy local', null],
    ['redis', 'redis-cell', null],
    ['ruby', 'Rack::Attack', null],
    ['qr code', 'Share', null],
    ['iframe', 'Share', null],
    ['embed', 'Share', null],
    ['print', 'Print', null],
    ['present', 'Choose a lesson to present', null],
    ['future', 'Hide the future', null],
    ['new', 'New', null],
    ['node down', 'Edit nodes and store', null],
    ['clock skew', 'Edit nodes and store', null],
    ['find races', 'Find the shortest traffic', null],
    ['redo undo', null, null],
  ] as const)('finds by “%s”', async (search, first, opens) => {
    const { store, actions } = await openTestPlayground();
    const found = findCommands(search, store, actions, []).flatMap(({ commands }) => commands);
    expect(found[0]?.name ?? null).toBe(first);
    if (opens === null) return;
    found[0]?.run();
    expect(opens(store.getState().scenario.title)).toBe(true);
  });

  it('finds and opens what others added, by title, question, tag or limiter', async () => {
    const { store, actions } = await openTestPlayground();
    const name = 'docker-hub-two-windows.json';
    const read = readGalleryFile(name, readFileSync(`public/gallery/${name}`, 'utf8'));
    if (!read.ok) throw new TypeError(read.message);
    const { title, tags } = read.item;
    const found = findCommands(tags[0]!, store, actions, [read.item]).at(-1)!;
    expect(found).toMatchObject({ heading: 'From others', commands: [{ name: title }] });
    found.commands[0]!.run();
    expect(store.getState().scenario.title).toBe(read.item.scenario.title);
    expect(findCommands('no such words', store, actions, [read.item])).toEqual([]);
  });

  it('leaves out in Tune what only a run has', async () => {
    const { store, actions } = await openTestPlayground();
    actions.setMode('tune');
    const offered = findCommands('', store, actions, []).flatMap(({ commands }) => commands.map(({ name }) => name));
    expect(offered).toEqual(expect.arrayContaining(['Mode: Run', 'Presets', 'Undo', 'Go to lane 2: Token bucket']));
    for (const name of ['Play', 'Send a request', 'Zoom in']) expect(offered).not.toContain(name);
    actions.openDrawer('lane');
    expect(store.getState()).toMatchObject({ mode: 'run', drawer: 'lane' });
  });

  it('does what it says', async () => {
    const { store, actions } = await openTestPlayground();
    const run = (name: string): void =>
      findCommands(name, store, actions, [])
        .flatMap(({ commands }) => commands)
        .find((command) => command.name === name)
        ?.run();
    run('Token bucket');
    expect(store.getState().scenario.lanes).toHaveLength(3);
    run('Undo');
    expect(store.getState().scenario.lanes).toHaveLength(2);
    run('Go to lane 2: Token bucket');
    expect(store.getState().focusedLane).toBe(1);
    run('Start of the run');
    run('Send a request');
    expect(store.getState().scenario.traffic).toHaveLength(2);
    run('Presets');
    expect(store.getState().dialog).toEqual({ name: 'presets' });
    run('Hide the sentence');
    expect(store.getState().captionHidden).toBe(true);
    run('Show the sentence');
    expect(store.getState().captionHidden).toBe(false);
    run('Hide the future');
    expect(store.getState().futureHidden).toBe(true);
    run('Show the future');
    expect(store.getState().futureHidden).toBe(false);
  });
});
