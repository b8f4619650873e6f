import { chromium } from '@playwright/test';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const url = 'http://localhost:4300/';
for (const [name, w, h, scheme, touch] of [
  ['d', 1440, 900, 'light', false],
  ['dk', 1440, 900, 'dark', false],
  ['p', 390, 844, 'light', true],
] as const) {
  const ctx = await b.newContext({
    viewport: { width: w, height: h },
    colorScheme: scheme,
    hasTouch: touch,
    isMobile: touch,
  });
  const p = await ctx.newPage();
  p.on('console', (m) => console.log(name, m.type(), m.text()));
  p.on('pageerror', (e) => console.log(name, 'ERR', e.message));
  await p.goto(url);
  await p.waitForTimeout(5000);
  await p.screenshot({ path: `/tmp/me26/s/${name}-first.png` });
  for (const t of ['Tune', 'Learn', 'Play', 'Run', 'Present'])
    console.log(
      name,
      t,
      await p.getByRole('tab', { name: t }).count(),
      await p.getByRole('button', { name: t, exact: true }).count(),
      await p.getByRole('radio', { name: t }).count(),
    );
  await ctx.close();
}
await b.close();
