import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { violations, type Files } from './tools/architectureCheck.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function filesUnder(folder: string): Files {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.sort().map((path) => [path.slice(root.length).split(sep).join('/'), readFileSync(path, 'utf8')]),
  );
}

it('the project keeps its own rules', () => {
  expect(violations(filesUnder('src'))).toEqual([]);
}, 30_000); // it reads every file; a busy machine takes its time

/** Files that a made-up one may import: whether it may is what each row asks. */
const around: Record<string, string> = {
  'src/sim/index.ts': '',
  'src/sim/time.ts': '',
  'src/sim/random.ts': '',
  'src/sim/deflate.ts': '',
  'src/sim/engine.ts': '',
  'src/sim/run/simulate.ts': '',
  'src/sim/inspect/session.ts': '',
  'src/sim/limiters/index.ts': '',
  'src/sim/limiters/limiter.ts': '',
  'src/sim/limiters/gcra.ts': '',
  'src/sim/limiters/testing.ts': '',
  'src/sim/cluster/command.ts': '',
  'src/sim/cluster/store.ts': '',
  'src/sandbox/sandbox.ts': '',
  'src/worker/simulationClient.ts': '',
  'src/worker/protocol.ts': '',
  'src/store/store.ts': '',
  'src/glossary.ts': '',
  'src/views/App.tsx': '',
  'src/views/ui/Button.tsx': '',
  'src/views/format/numbers.ts': '',
  'src/views/text/laneText.ts': '',
  'src/views/charts/ChartAxes.tsx': '',
  'src/views/messages/Messages.tsx': '',
  'src/views/lane/LaneTab.tsx': '',
};

const found = (file: string, text: string): string[] =>
  violations(new Map(Object.entries({ ...around, [file]: text })));

describe('imports', () => {
  it.each([
    // file, what it imports, allowed
    ['src/sim/limiters/a.ts', '../time.ts', true],
    ['src/sim/limiters/a.ts', './limiter.ts', true],
    ['src/sim/limiters/a.ts', './gcra.ts', true],
    ['src/sim/limiters/a.ts', '../run/simulate.ts', false],
    ['src/sim/limiters/a.ts', 'valibot', false],
    ['src/sim/limiters/a.ts', './testing.ts', false], // made for tests
    ['src/sim/limiters/a.test.ts', './testing.ts', true],
    ['src/sim/limiters/a.test.ts', '../run/simulate.ts', true],
    ['src/sim/limiters/a.test.ts', 'fast-check', true],
    ['src/sim/limiters/a.test.ts', '../../store/store.ts', false],
    ['src/sim/traffic/a.ts', '../random.ts', true],
    ['src/sim/traffic/a.ts', '../limiters/limiter.ts', false],
    ['src/sim/metrics/a.ts', '../time.ts', true],
    ['src/sim/metrics/a.ts', '../random.ts', false],
    ['src/sim/scenario/a.ts', '../limiters/index.ts', true],
    ['src/sim/scenario/a.ts', '../limiters/gcra.ts', false],
    ['src/sim/scenario/a.ts', '../cluster/command.ts', true],
    ['src/sim/scenario/a.ts', '../cluster/store.ts', false],
    ['src/sim/scenario/a.ts', '../deflate.ts', true],
    ['src/sim/scenario/a.ts', 'fflate', false],
    ['src/sim/deflatePart.ts', 'fflate', true],
    ['src/sim/scenario/a.ts', 'lodash', false],
    ['src/sim/run/a.ts', '../limiters/gcra.ts', true],
    ['src/sim/run/a.ts', '../inspect/session.ts', false],
    ['src/sim/run/a.ts', '../../sandbox/sandbox.ts', false],
    ['src/sim/run/a.ts', 'fflate', false],
    ['src/sim/inspect/a.ts', '../run/simulate.ts', true],
    ['src/sim/inspect/a.ts', '../engine.ts', false],
    ['src/worker/a.ts', '../sim/engine.ts', true],
    ['src/store/a.ts', '../sim/engine.ts', false],
    ['src/views/a.tsx', '../sim/engine.ts', false],
    ['src/worker/a.worker.ts', '../sim/index.ts', true],
    ['src/worker/a.worker.ts', '../sandbox/sandbox.ts', true],
    ['src/worker/a.worker.ts', '../sim/run/simulate.ts', false],
    ['src/cli/a.ts', 'node:fs', true],
    ['src/cli/a.ts', '../sim/run/simulate.ts', false],
    ['src/store/a.ts', '../worker/simulationClient.ts', true],
    ['src/store/a.ts', 'zustand/vanilla', true],
    ['src/store/a.ts', '../worker/protocol.ts', false],
    ['src/store/a.ts', '../views/App.tsx', false],
    ['src/views/a.tsx', '../store/store.ts', true],
    ['src/views/a.tsx', '../sim/index.ts', true],
    ['src/views/a.tsx', 'react-dom/client', true],
    ['src/views/a.tsx', '../sim/run/simulate.ts', false],
    ['src/views/a.tsx', '../worker/simulationClient.ts', false],
    ['src/views/a.tsx', 'zustand', false],
    ['src/views/ui/a.tsx', '@radix-ui/react-tabs', true],
    ['src/views/ui/a.tsx', './Button.tsx', true],
    ['src/views/ui/a.tsx', '../App.tsx', false],
    ['src/views/ui/a.tsx', '../../sim/index.ts', false],
    ['src/views/format/a.ts', './numbers.ts', true],
    ['src/views/format/a.ts', '../text/laneText.ts', false],
    ['src/views/text/a.ts', '../format/numbers.ts', true],
    ['src/views/text/a.ts', '../lane/LaneTab.tsx', false],
    ['src/views/hooks/a.ts', '../charts/ChartAxes.tsx', false],
    ['src/views/charts/a.ts', '../text/laneText.ts', true],
    ['src/views/charts/a.ts', '../messages/Messages.tsx', false],
    ['src/views/charts/a.tsx', 'recharts', true],
    ['src/views/lane/a.tsx', '../charts/ChartAxes.tsx', true],
    ['src/views/lane/a.tsx', '../../store/store.ts', true],
    ['src/views/lane/a.tsx', '../messages/Messages.tsx', false],
    ['src/views/lane/a.tsx', '../App.tsx', false],
    ['src/views/lane/a.tsx', 'recharts', false],
    ['src/views/why/a.tsx', '../messages/Messages.tsx', true], // it is composed of them
    ['src/views/newRoom/a.tsx', '../ui/Button.tsx', false], // a room that no rule knows
    ['src/views/script/a.ts', '@codemirror/state', true],
    ['src/views/script/a.ts', '../../store/store.ts', false],
    ['src/views/a.tsx', '@codemirror/view', false],
    ['src/views/a.tsx', '../glossary.ts', true],
    ['src/store/a.ts', '../glossary.ts', false],
    ['src/glossary.ts', './sim/index.ts', false],
    ['src/bench/a.ts', '../sim/run/simulate.ts', true],
    ['src/bench/a.ts', '../store/store.ts', false],
    ['src/main.tsx', './worker/simulationClient.ts', true],
    ['src/main.tsx', 'node:fs', false],
    ['src/entry.ts', './sim/index.ts', false],
    ['src/elsewhere/a.ts', '../sim/index.ts', false], // a folder that no rule knows
    ['src/views/a.tsx', '../store/store', false], // without its extension it is no file
    ['src/views/a.tsx', '../../package.json', false],
  ])('%s importing %s: %s', (file, from, allowed) => {
    for (const text of [
      `import { x } from '${from}';`,
      `export * from '${from}';`,
      `const x = await import('${from}');`,
      `type X = import('${from}').X;`,
    ]) {
      expect(found(file, text)).toHaveLength(allowed ? 0 : 1);
    }
  });

  it('are refused in a sentence', () => {
    expect(found('src/views/x.tsx', "import { simulate } from '../sim/run/simulate.ts';")).toEqual([
      'src/views/x.tsx imports src/sim/run/simulate.ts: views may import only store, the glossary and sim/index',
    ]);
  });

  it("of the contract's types are open to the cluster, of its values not", () => {
    const file = 'src/sim/cluster/node.ts';
    expect(found(file, "import type { Limiter } from '../limiters/limiter.ts';")).toEqual([]);
    expect(found(file, "import { type Limiter } from '../limiters/limiter.ts';")).toEqual([]);
    expect(found(file, "import { DENY, type Limiter } from '../limiters/limiter.ts';")).toHaveLength(1);
  });

  it('of the first door bring no engine along', () => {
    const file = 'src/sim/index.ts';
    expect(found(file, "export type { Session } from './inspect/session.ts';")).toEqual([]);
    expect(found(file, "export { openSession } from './inspect/session.ts';")).toHaveLength(1);
    expect(found(file, "export { simulate } from './run/simulate.ts';")).toHaveLength(1);
  });

  it('that nobody can read are refused', () => {
    expect(found('src/views/x.tsx', 'await import(name);')).toHaveLength(1);
    expect(found('src/views/x.tsx', "import.meta.glob('./*.ts');")).toHaveLength(1);
    expect(found('src/store/x.ts', "new URL('../worker/protocol.ts', import.meta.url);")).toHaveLength(1);
  });

  it('may not go in a circle, by types neither', () => {
    const files = {
      'src/sandbox/a.ts': "import './b.ts';",
      'src/sandbox/b.ts': "import type { C } from './c.ts';",
      'src/sandbox/c.ts': "import { a } from './a.ts';",
    };
    expect(violations(new Map(Object.entries(files)))).toEqual([
      'src/sandbox/a.ts → src/sandbox/b.ts → src/sandbox/c.ts → src/sandbox/a.ts: imports go in a circle',
    ]);
  });
});

describe('rooms of the views', () => {
  it('may not go in a circle', () => {
    const files = {
      'src/views/why/A.tsx': "import '../messages/B.tsx';",
      'src/views/messages/B.tsx': '',
      'src/views/messages/C.tsx': "import '../why/A.tsx';",
    };
    expect(violations(new Map(Object.entries(files)))).toContain(
      'src/views/why → src/views/messages → src/views/why: imports go in a circle',
    );
  });
});

describe('names', () => {
  it.each([
    'Date.now()',
    'new Date()',
    'const now = Date;',
    'performance.now()',
    'setTimeout(f, 1)',
    'globalThis.x',
    'Math.random()',
    'Math.log(2)',
    'Math.hypot(3, 4)',
    "Math['exp'](1)",
    'Math[name](1)',
    'const { exp } = Math;',
    'const m = Math;',
    'x ** 2',
    'x **= 2',
    'n.toLocaleString()',
  ])('sim may not use %s', (text) => {
    expect(found('src/sim/run/x.ts', text)).toHaveLength(1);
    expect(found('src/sim/run/x.test.ts', text)).toEqual([]);
    expect(found('src/views/x.tsx', text)).toEqual([]);
  });

  it.each([
    'Math.floor(Math.sqrt(2))',
    '// Date, Math.log, x ** 2',
    "const words = 'Date.now()';",
    'const row = { Date: 1, performance: 2 }; row.Date; row.performance;',
    'interface Row { setTimeout(): void; Date: number }',
  ])('sim may use %s', (text) => {
    expect(found('src/sim/run/x.ts', text)).toEqual([]);
  });

  it('math.ts may use powers, and no chance or logarithm either', () => {
    expect(found('src/sim/math.ts', 'x ** 2')).toEqual([]);
    expect(found('src/sim/math.ts', 'Math.random()')).toHaveLength(1);
  });

  it('views may not start a worker or post to it', () => {
    expect(found('src/views/x.tsx', 'new Worker(url)')).toHaveLength(1);
    expect(found('src/views/x.tsx', 'worker.postMessage(1)')).toEqual([
      'src/views/x.tsx uses postMessage: only the first script starts the worker, and only its client talks to it',
    ]);
    expect(found('src/entry.ts', 'new Worker(url)')).toEqual([]);
  });
});
