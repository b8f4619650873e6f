/** Draws the picture that stands for a pasted link: `npm run social`, when what a run's picture looks like has changed. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { firstPreset } from '../../sim/index.ts';
import { findHeadlessChromium } from '../chromium.mjs';
import { root } from '../run.mjs';

const SIZE = { width: 1200, height: 630 };
/** Of the run's picture: its lanes, without its head and its foot. */
const LANES = { top: 108, height: 382, scale: 1.25 };

/** The first visit's run in the two limiters that differ most, drawn as the command line draws it. */
function runPicture(): string {
  const lanes = [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'src/tools/simulate.mjs'), '-', '--format', 'svg', '--chart', 'decisions'],
    { cwd: root, input: JSON.stringify({ ...firstPreset.document, lanes }), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout.slice(stdout.indexOf('<svg'));
}

const page = `<!doctype html>
<style>
  body { margin: 0; width: ${SIZE.width}px; height: ${SIZE.height}px; display: flex; background: #fff; color: #14181f;
    font-family: Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif; }
  header { box-sizing: border-box; width: 300px; padding: 92px 0 64px 36px; background: #f3f5f7; border-right: 2px solid #d7dce2; }
  h1 { margin: 0 0 24px; font-size: 46px; letter-spacing: -1px; }
  p { margin: 0 24px 24px 0; font-size: 28px; line-height: 1.3; }
  small { display: block; margin-right: 24px; font-size: 20px; line-height: 1.4; color: #4a5361; }
  main { width: 900px; height: ${LANES.height * LANES.scale}px; margin: auto 0; overflow: hidden; }
  svg { transform-origin: 0 0; transform: scale(${LANES.scale}) translateY(-${LANES.top}px); }
</style>
<header><h1>Spillway</h1><p>Rate limiters side by side, on the same traffic</p>
<small>See what each lets in, and why.</small></header>
<main>${runPicture()}</main>`;

const browser = await chromium.launch({
  executablePath: findHeadlessChromium() ?? '',
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  const tab = await browser.newPage({ viewport: SIZE });
  await tab.setContent(page);
  await tab.screenshot({ path: join(root, 'public', 'social.png') });
} finally {
  await browser.close();
}
