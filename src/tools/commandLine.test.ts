import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sourceFingerprint } from './commandLine.mjs';

const project = mkdtempSync(join(tmpdir(), 'spillway-'));
afterAll(() => rmSync(project, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
}

it.each(['src/store/defaultLaneName.ts', 'src/glossary.ts', 'src/sim/time.ts', 'package-lock.json'])(
  'commands are bundled anew once %s has changed',
  (name) => {
    write('package-lock.json', '');
    write('src/cli/main.ts', '');
    write(name, '1');
    const before = sourceFingerprint(project);
    expect(sourceFingerprint(project)).toBe(before);
    write(name, '12');
    expect(sourceFingerprint(project)).not.toBe(before);
  },
);
