/** The README's configuration for nginx, in an nginx: the page on a sub-path, with its headers. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostingHeaders, WORKER_POLICY } from '../src/tools/contentSecurityPolicy.mjs';
import { encodeLink } from '../src/sim/index.ts';
import { expect, parseValidScenario, test } from './fixtures.ts';
import { freePort } from '../src/tools/port.mjs';

const root = join(import.meta.dirname, '..');
const nginx = ['nginx', '/usr/sbin/nginx'].find((program) => spawnSync(program, ['-v']).status === 0);

/** It needs every part: the worker, its chunks and WebAssembly. */
const SCRIPTED = {
  policy: { n: 10, T: 10 },
  duration: 20,
  traffic: [{ kind: 'script', code: 'for (let at = 1; at <= 3; at++) send(at);' }],
  lanes: [{ limiter: 'gcra' }],
};

/** All that nginx writes is below its prefix. */
function configuration(port: number): string {
  const [, block = ''] = /```nginx\n([^]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  const http = block
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`) // localhost counts as secure without a certificate
    .replaceAll(/ssl_certificate.*;/g, '')
    .replace('/srv/spillway/dist/', join(root, 'dist/'));
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  return `
    daemon off;
    master_process off;
    pid nginx.pid;
    error_log stderr;
    events {}
    http { include /etc/nginx/mime.types; access_log off; ${folders.join(' ')} ${http} }`;
}

test('the configuration in the README serves the page with its policies', async ({ playground, page }) => {
  // The tests install no web server; what the README says of the headers is compared in a unit test as well.
  // oxlint-disable-next-line no-restricted-properties
  test.skip(nginx === undefined, 'There is no nginx on this machine.');
  const port = await freePort();
  const prefix = mkdtempSync(join(tmpdir(), 'spillway-nginx-'));
  writeFileSync(join(prefix, 'nginx.conf'), configuration(port));
  const server = spawn(nginx ?? '', ['-p', `${prefix}/`, '-c', 'nginx.conf'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    const address = `http://127.0.0.1:${port}/spillway/`;
    await expect
      .poll(() =>
        fetch(address).then(
          ({ status }) => status,
          () => 'not listening yet',
        ),
      )
      .toBe(200);
    const [answer, worker, asset] = await Promise.all([
      page.goto(address + encodeLink(parseValidScenario(SCRIPTED))),
      page.waitForResponse(/\.worker-[^/]*\.js$/),
      page.waitForResponse(/\/assets\/entry-[^/]*\.js$/),
    ]);
    for (const [name, value] of Object.entries(hostingHeaders('/')))
      expect(await answer?.headerValue(name)).toBe(value);
    expect(await worker.headerValue('Content-Security-Policy')).toBe(WORKER_POLICY);
    expect(await answer?.headerValue('Cache-Control')).toBe('no-cache');
    expect(await asset.headerValue('Cache-Control')).toContain('immutable');

    await expect(playground.figure(1, 'Admitted')).toHaveText('3');
  } finally {
    server.kill();
    await once(server, 'exit');
    rmSync(prefix, { recursive: true });
  }
});
