import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `limiter 4.1.0`: what stands in the folder of an installed package. */
export function packageVersion(modules: string, name: string): string {
  const { version } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as { version: string };
  return `npm ${name} ${version}`;
}
