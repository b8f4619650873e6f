/**
 * nginx and HAProxy accept every text that is printed for them, dry runs included. These tests run where the servers are
 * installed; with `CI` set, `npm test` installs them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { loadSystems } from './sim/index.ts';
import { findServer } from './tools/servers.mjs';
import { anyLane } from './configs/arbitrary.ts';
import { CannotPrintError, configProducts, printConfig } from './configs/index.ts';

await loadSystems();
const folder = mkdtempSync(join(tmpdir(), 'spillway-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Texts of random lanes, in both modes: one start of a server checks them all. */
function textsOf(id: string, count: number): readonly string[] {
  const { dryRun } = configProducts.find((product) => product.id === id) ?? {};
  const texts = fc.sample(anyLane(id), count).flatMap((lane) => {
    try {
      return [printConfig(id, lane).text, dryRun?.print(lane) ?? ''];
    } catch (error) {
      if (error instanceof CannotPrintError) return [];
      throw error;
    }
  });
  expect(texts.length).toBeGreaterThan(20);
  return texts;
}

function check(program: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });
  return { status, said: stdout + stderr };
}

const nginx = findServer('nginx');
const haproxy = findServer('haproxy');

describe.skipIf(nginx === undefined)('nginx -t', () => {
  /** A server for each text; zones and formats are of http, with a name each. */
  function configOf(texts: readonly string[]): string {
    const parts = texts.map((text, index) => {
      const own = text
        .replaceAll('zone=api', `zone=api${index}`)
        .replaceAll('limits.log limits', `limits.log limits${index}`)
        .replaceAll('log_format limits', `log_format limits${index}`)
        .replaceAll('/var/log/nginx', folder)
        .replaceAll(':10m', ':32k')
        .trimEnd()
        .split('\n');
      const isOfHttp = (line: string) => /^(limit_req_zone|log_format) /.test(line);
      const server = own.filter((line) => !isOfHttp(line)).join('\n');
      return `${own.filter(isOfHttp).join('\n')}\nserver { listen 127.0.0.1:0; server_name s${index};\n${server}\n}`;
    });
    return `pid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n${parts.join('\n')}\n}\n`;
  }

  function test(config: string) {
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, config.replaceAll('listen 127.0.0.1:0', 'listen 127.0.0.1:8080'));
    return check(nginx as string, ['-t', '-c', file, '-p', folder, '-e', join(folder, 'error.log')]);
  }

  it('accepts every text', () => {
    const { status, said } = test(configOf(textsOf('nginx-limit-req', 200)));
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('test is successful') as string });
  });

  it('refuses what is wrong: the check does look', () => {
    expect(test(configOf(['limit_req_zone $binary_remote_addr zone=api:10m rate=2r/h;\n'])).status).not.toBe(0);
  });
});

describe.skipIf(haproxy === undefined)('haproxy -c', () => {
  function test(texts: readonly string[]) {
    const file = join(folder, 'haproxy.cfg');
    const parts = texts.map(
      (text, index) => `frontend f${index}\n  bind 127.0.0.1:${10_000 + index}\n${text.replaceAll(/^/gm, '  ')}`,
    );
    writeFileSync(
      file,
      `defaults\n  mode http\n  timeout client 1s\n  timeout server 1s\n  timeout connect 1s\n${parts.join('\n')}\n`,
    );
    return check(haproxy as string, ['-c', '-f', file]);
  }

  it('accepts every text', () => {
    const { status, said } = test(textsOf('haproxy-rate', 100));
    expect({ status, said }).toEqual({ status: 0, said: expect.not.stringContaining('ALERT') as string });
  });

  it('refuses what is wrong: the check does look', () => {
    expect(test(['stick-table type ip size 1m store http_req_rate(10q)\n']).status).not.toBe(0);
  });
});
