import type { Locator, Page } from '@playwright/test';
import { detail, expect, test, type Playground } from './fixtures.ts';

/** 10 of the 20 requests are admitted while they come within one window. */
const STEADY = {
  policy: { n: 10, T: 10 },
  duration: 40,
  traffic: [{ kind: 'steady', from: 10, to: 20, rate: 2 }],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
};
const EMPTY = { ...STEADY, traffic: [] };

/** The track with its 40 s in sight: where things are on it, and what a hand does there. */
class TrackDriver {
  readonly #page: Page;
  readonly #box: { x: number; y: number; width: number; height: number };

  private constructor(page: Page, box: TrackDriver['box']) {
    this.#page = page;
    this.#box = box;
  }

  static async of(page: Page): Promise<TrackDriver> {
    return new TrackDriver(page, (await phasesOf(page).boundingBox())!);
  }

  get box() {
    return this.#box;
  }

  /** The point at an instant, so many pixels above the foot. */
  pointAt(second: number, up: number): readonly [number, number] {
    const { x, y, width, height } = this.#box;
    return [x + (second / 40) * width, y + height - up];
  }

  /** Takes hold there, and goes there in steps; the mouse stays down. */
  async dragWithoutRelease(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    await this.#page.mouse.move(...from);
    await this.#page.mouse.down();
    await this.#page.mouse.move(...to, { steps: 5 });
  }

  async drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    await this.dragWithoutRelease(from, to);
    await this.#page.mouse.up();
  }
}

function phasesOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Traffic', exact: true }).getByRole('list', { name: 'Phases' });
}

function phase(page: Page, name: string): Locator {
  return phasesOf(page).getByRole('button', { name, exact: true });
}

function numberField(page: Page, name: string): Locator {
  return page.getByRole('complementary', { name: 'Details' }).getByRole('spinbutton', { name, exact: true });
}

/** The whole run is one undo step back. */
async function expectUndoneInOneStep(playground: Playground, page: Page, name: string): Promise<void> {
  await expect(playground.button('Undo')).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('Control+z');
  await expect(phase(page, name)).toBeVisible();
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
}

test('a phase is dragged in time: lanes and form follow while the mouse is down, and one undo brings it back', async ({
  playground,
  page,
}) => {
  await playground.openScenario(STEADY);
  const track = await TrackDriver.of(page);
  const before = 'Phase 1: steady, 2 a second, 10 s to 20 s';
  await phase(page, before).click();
  await expect(numberField(page, 'From')).toHaveValue('10');
  expect((await playground.figures(2)).map(({ admitted }) => admitted)).toEqual(['10', '19']);

  await track.dragWithoutRelease(track.pointAt(15, 10), track.pointAt(20, 10));
  await expect(phase(page, 'Phase 1: steady, 2 a second, 15 s to 25 s')).toBeVisible();
  await expect(numberField(page, 'From')).toHaveValue('15');
  await expect(numberField(page, 'To')).toHaveValue('25');
  await expect(playground.figure(1, 'Admitted')).toHaveText('20');
  await expect(playground.status).toHaveText('');
  await page.mouse.move(...track.pointAt(25, 10), { steps: 5 });
  await expect(playground.figure(1, 'Admitted')).toHaveText('10');
  await page.mouse.up();
  await expect(playground.status).toHaveText('Phase 1: steady, 2 a second, 20 s to 30 s. Ctrl+Z undoes this.');
  await expectUndoneInOneStep(playground, page, before);
  await expect(numberField(page, 'From')).toHaveValue('10');
  await page.keyboard.press('Control+Shift+z');
  await expect(numberField(page, 'From')).toHaveValue('20');
});

detail('a drag chooses the phase and leaves the drawer shut; a click opens its form', async ({ playground, page }) => {
  await playground.openScenario({
    ...STEADY,
    traffic: [...STEADY.traffic, { kind: 'burst', at: 30, count: 8, spread: 2 }],
  });
  const track = await TrackDriver.of(page);
  await track.drag(track.pointAt(31, 10), track.pointAt(33, 10));
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toBeHidden();
  const moved = phase(page, 'Phase 2: burst, 8 at 32 s, over 2 s');
  await expect(moved).toHaveAttribute('aria-pressed', 'false');
  await playground.button('Edit traffic').click();
  await expect(moved).toHaveAttribute('aria-pressed', 'true');
  await expect(numberField(page, 'At')).toHaveValue('32');
  await playground.button('Close details').click();
  await page.mouse.click(...track.pointAt(15, 10));
  await expect(numberField(page, 'From')).toHaveValue('10');
});

test('a phase under a later, longer one is seen, and taken hold of', async ({ playground, page }) => {
  await playground.openScenario({
    ...STEADY,
    traffic: [...STEADY.traffic, { kind: 'burst', at: 30, count: 8 }, { kind: 'steady', rate: 5 }],
  });
  const track = await TrackDriver.of(page);
  const background = phase(page, 'Phase 3: steady, 5 a second, 0 s to the end');
  await expect(background).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(phase(page, 'Phase 1: steady, 2 a second, 10 s to 20 s')).toContainText('steady 2/s');
  await page.mouse.click(...track.pointAt(15, 10));
  await expect(numberField(page, 'From')).toHaveValue('10');
  await page.mouse.click(...track.pointAt(5, 10));
  await expect(background).toHaveAttribute('aria-pressed', 'true');
  // A burst at one instant is a line; a click beside it is a click on it.
  const [x, y] = track.pointAt(30, 20);
  await page.mouse.click(x + 3, y);
  await expect(numberField(page, 'At')).toHaveValue('30');
  await track.drag(track.pointAt(15, 10), track.pointAt(20, 10));
  await expect(phase(page, 'Phase 1: steady, 2 a second, 15 s to 25 s')).toBeVisible();
});

detail('edges are stretched, never past each other, nor out of the run', async ({ playground, page }) => {
  await playground.openScenario(STEADY);
  const track = await TrackDriver.of(page);
  await track.drag(track.pointAt(20, 8), track.pointAt(24, 8));
  await track.drag(track.pointAt(10, 8), track.pointAt(5, 8));
  await expect(phase(page, 'Phase 1: steady, 2 a second, 5 s to 24 s')).toBeVisible();
  await track.drag(track.pointAt(24, 8), track.pointAt(60, 8));
  await track.drag(track.pointAt(5, 8), track.pointAt(-9, 8));
  await expect(phase(page, 'Phase 1: steady, 2 a second, 0 s to 40 s')).toBeVisible();
  // A step is left.
  await track.drag(track.pointAt(0, 8), track.pointAt(60, 8));
  await expect(phase(page, 'Phase 1: steady, 2 a second, 39.95 s to 40 s')).toBeVisible();
  await playground.waitUntilSettled();
  await expect(playground.alert).toHaveText('');
});

detail('the height is the rate, in both directions', async ({ playground, page }) => {
  await playground.openScenario(STEADY);
  const track = await TrackDriver.of(page);
  const block = phasesOf(page).getByRole('button');
  await block.click();
  const height = async () => (await block.boundingBox())!.height;
  const before = await height();

  // A power of ten is a third of 32 pixels.
  await track.dragWithoutRelease(track.pointAt(15, before), track.pointAt(15, before + 10.667));
  await expect(phase(page, 'Phase 1: steady, 20 a second, 10 s to 20 s')).toBeVisible();
  await expect(numberField(page, 'Rate')).toHaveValue('20');
  await expect(playground.figure(1, 'Denied')).toHaveText('190');
  expect(await height()).toBeCloseTo(before + 10.667, 1);
  await page.mouse.up();

  await numberField(page, 'Rate').fill('3');
  expect(await height()).toBeGreaterThan(before);
  // Undo goes back through both.
  for (const rate of ['20', '2']) {
    await playground.button('Undo').click();
    await expect(numberField(page, 'Rate')).toHaveValue(rate);
  }
  expect(await height()).toBeCloseTo(before, 1);
  // With Shift the hand goes a tenth of the way.
  await track.dragWithoutRelease(track.pointAt(15, before), track.pointAt(15, before));
  await page.mouse.move(...track.pointAt(15, before + 6), { steps: 2 });
  // A drag is written once a frame.
  await expect(numberField(page, 'Rate')).not.toHaveValue('2');
  await page.keyboard.down('Shift');
  const coarse = Number(await numberField(page, 'Rate').inputValue());
  await page.mouse.move(...track.pointAt(15, before + 16), { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const fine = Number(await numberField(page, 'Rate').inputValue());
  expect(coarse).toBeGreaterThan(4);
  expect(fine / coarse).toBeGreaterThan(1.1);
  expect(fine / coarse).toBeLessThan(1.5);
});

detail('the corners of a ramp are its two rates, and a burst is spread and counted', async ({ playground, page }) => {
  await playground.openScenario({
    ...STEADY,
    traffic: [
      { kind: 'ramp', from: 5, to: 15, rate: [1, 10] },
      { kind: 'burst', at: 30, count: 10 },
    ],
  });
  const track = await TrackDriver.of(page);
  const [low, high] = [12 + 32 / 3, 12 + 64 / 3];
  await track.drag(track.pointAt(14.8, high), track.pointAt(14.8, low));
  await expect(phase(page, 'Phase 1: ramp, 1 to 1 a second, 5 s to 15 s')).toBeVisible();
  await track.drag(track.pointAt(5.2, low), track.pointAt(5.2, -9));
  await expect(phase(page, 'Phase 1: ramp, 0 to 1 a second, 5 s to 15 s')).toBeVisible();

  await track.drag(track.pointAt(30, 10), track.pointAt(28, 10));
  await expect(phase(page, 'Phase 2: burst, 10 at 28 s')).toBeVisible();
  await track.drag(track.pointAt(28.25, 10), track.pointAt(30.25, 10));
  await expect(phase(page, 'Phase 2: burst, 10 at 28 s, over 2 s')).toBeVisible();
  await track.drag(track.pointAt(29, low + 7), track.pointAt(29, low + 17.667));
  await expect(phase(page, 'Phase 2: burst, 100 at 28 s, over 2 s')).toBeVisible();
});

detail('Esc takes a drag back, as if it had never been', async ({ playground, page }) => {
  await playground.openScenario(STEADY);
  const track = await TrackDriver.of(page);
  const before = 'Phase 1: steady, 2 a second, 10 s to 20 s';
  for (const to of [track.pointAt(30, 10), track.pointAt(15, 40)]) {
    await track.dragWithoutRelease(
      to[1] === track.pointAt(30, 10)[1] ? track.pointAt(15, 10) : track.pointAt(15, 25),
      to,
    );
    await expect(phase(page, before)).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(phase(page, before)).toBeVisible();
    await page.mouse.move(...track.pointAt(5, 10));
    await page.mouse.up();
    await expect(phase(page, before)).toBeVisible();
  }
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
  await expect(playground.status).toHaveText('');
  expect((await playground.figures(1))[0]!.admitted).toBe('10');
});

test('with Paint a click places one request there; the playhead and the run stay', async ({ playground, page }) => {
  await playground.openScenario(EMPTY, { at: 5, from: 0, to: 40 });
  const track = await TrackDriver.of(page);
  await expect(page.getByText('Press Send or Space, or add a phase.', { exact: true })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Tool of the track' }).getByRole('radio', { name: 'Paint' }).check();
  await expect(page.getByText('Click to place a request, or drag to place many.')).toBeVisible();
  await expect(page.getByText('Press Send or Space, or add a phase.', { exact: true })).toBeHidden();
  await page.mouse.click(...track.pointAt(20, 20));
  await expect(playground.figure(1, 'Admitted')).toHaveText('1');
  await expect(playground.status).toHaveText('Sent at 20.000 s: admitted by 2 lanes.');
  await page.mouse.click(...track.pointAt(39.99, 20));
  await expect(playground.figure(1, 'Admitted')).toHaveText('2');
  await expect(playground.slider('Playhead')).toHaveAttribute('aria-valuetext', '5.000 s of 40 s');
  await expect(
    phasesOf(page).getByRole('button', { name: /^Phase 1: sent manually, 2 requests, 20 s to/ }),
  ).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(playground.figure(1, 'Admitted')).toHaveText('1');

  // Between its requests, under their bracket, too.
  await page.mouse.click(...track.pointAt(10, 20));
  await page.mouse.click(...track.pointAt(15, 8));
  await expect(playground.figure(1, 'Admitted')).toHaveText('3');
});

detail('Paint, or Alt, puts a request each 6 pixels, whichever way, as one undo step', async ({ playground, page }) => {
  await playground.openScenario(EMPTY);
  const track = await TrackDriver.of(page);
  await page.getByRole('radiogroup', { name: 'Tool of the track' }).getByRole('radio', { name: 'Paint' }).check();
  const [x, y] = track.pointAt(20, 20);
  await track.dragWithoutRelease([x, y], [x + 62, y]);
  await expect(playground.figure(1, 'Admitted')).toHaveText('10');
  await expect(playground.figure(1, 'Denied')).toHaveText('1');
  await page.mouse.move(x - 31, y, { steps: 3 });
  await page.mouse.up();
  await expect(playground.status).toHaveText('Painted 16 requests. Ctrl+Z undoes this.');
  await page.keyboard.press('Control+z');
  await expect(phasesOf(page).getByRole('button')).toHaveCount(0);
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');

  await page.getByRole('radio', { name: 'Move' }).check();
  await page.keyboard.down('Alt');
  await track.drag([x, y], [x + 20, y]);
  await page.keyboard.up('Alt');
  await expect(phasesOf(page).getByRole('button', { name: /^Phase 1: sent manually, 4 requests/ })).toBeVisible();
});

detail('what lies in a box is moved and removed together', async ({ playground, page }) => {
  await playground.openScenario({
    ...STEADY,
    traffic: [
      { kind: 'times', at: [2, 4, 6, 30] },
      { kind: 'burst', at: 8, count: 5 },
      { kind: 'steady', from: 7, to: 20, rate: 1 },
    ],
  });
  const track = await TrackDriver.of(page);
  await page.keyboard.down('Shift');
  await track.drag(track.pointAt(3, 42), track.pointAt(10, 42));
  await page.keyboard.up('Shift');
  await expect(playground.status).toHaveText(
    '2 requests and 1 phase selected. Arrow keys move, Delete removes, Esc deselects.',
  );
  // By one of them, all.
  await track.drag(track.pointAt(4, 5), track.pointAt(9, 5));
  await expect(playground.status).toHaveText('Moved 2 requests and 1 phase. Ctrl+Z undoes this.');
  await expect(phase(page, 'Phase 2: burst, 5 at 13 s')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(phase(page, 'Phase 2: burst, 5 at 13.2 s')).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(playground.status).toHaveText('Removed 2 requests and 1 phase. Ctrl+Z undoes this.');
  await expect(phasesOf(page).getByRole('button')).toHaveCount(2);
  await expect(phase(page, 'Phase 1: times, 2 requests, 2 s to 30 s')).toBeVisible();

  for (const name of ['13.2', '13', '8']) {
    await page.keyboard.press('Control+z');
    await expect(phase(page, `Phase 2: burst, 5 at ${name} s`)).toBeVisible();
  }
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');

  // With the tool, without a modifier; a click takes one out, and Esc lets go of the rest before anything else.
  await page.getByRole('radio', { name: 'Select' }).check();
  await track.drag(track.pointAt(1, 42), track.pointAt(6.5, 42));
  await expect(playground.status).toHaveText(/^3 requests selected/);
  await page.mouse.click(...track.pointAt(4, 5));
  await expect(playground.status).toHaveText(/^2 requests selected/);
  await page.keyboard.press('Escape');
  await expect(playground.status).toHaveText('Deselected 2 requests.');
  await page.keyboard.press('Delete');
  await expect(phase(page, 'Phase 1: times, 4 requests, 2 s to 30 s')).toBeVisible();
});

detail('Paint and Select keep a click on a phase for themselves', async ({ playground, page }) => {
  await playground.openScenario(STEADY);
  const track = await TrackDriver.of(page);
  const details = page.getByRole('complementary', { name: 'Details' });
  await page.getByRole('radio', { name: 'Paint' }).check();
  await page.mouse.click(...track.pointAt(15.5, 10));
  await expect(playground.status).toHaveText(/^Sent at 15\.500 s/);
  await expect(details).toBeHidden();
  await page.getByRole('radio', { name: 'Select' }).check();
  await page.mouse.click(...track.pointAt(13, 12));
  await expect(playground.status).toHaveText(/^1 phase selected/);
  await expect(details).toBeHidden();
  await page.keyboard.press('Delete');
  await expect(phasesOf(page).getByRole('button')).toHaveCount(1);
  await expect(phase(page, 'Phase 1: sent manually, 1 request, at 15.5 s')).toBeVisible();
});

test('the keyboard alone: move, stretch, set the rate, open the form, remove', async ({ playground, page }) => {
  await playground.openScenario(STEADY);
  const before = 'Phase 1: steady, 2 a second, 10 s to 20 s';
  await phase(page, before).focus();
  await expect(phase(page, before)).toHaveAccessibleDescription(/^Arrow keys move it/);
  await page.keyboard.press('ArrowRight');
  await expect(phase(page, 'Phase 1: steady, 2 a second, 10.2 s to 20.2 s')).toBeFocused();
  await expect(playground.status).toHaveText('Phase 1: steady, 2 a second, 10.2 s to 20.2 s. Ctrl+Z undoes this.');
  await expectUndoneInOneStep(playground, page, before);

  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await expect(phase(page, 'Phase 1: steady, 2.5 a second, 10 s to 19.8 s')).toBeFocused();
  await playground.waitUntilSettled();
  await expect(playground.figure(1, 'Denied')).toHaveText('15');

  // A key that is held is one step.
  await page.keyboard.down('ArrowLeft');
  await page.keyboard.down('ArrowLeft');
  await page.keyboard.down('ArrowLeft');
  await page.keyboard.up('ArrowLeft');
  await expect(phase(page, 'Phase 1: steady, 2.5 a second, 9.4 s to 19.2 s')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(phase(page, 'Phase 1: steady, 2.5 a second, 10 s to 19.8 s')).toBeVisible();

  await page.keyboard.press('Enter');
  await expect(numberField(page, 'Rate')).toHaveValue('2.5');
  await phasesOf(page).getByRole('button').focus();
  await page.keyboard.press('Delete');
  await expect(phasesOf(page).getByRole('button')).toHaveCount(0);
  await expect(playground.status).toHaveText('Removed phase 1. Ctrl+Z undoes this.');
});

detail('a drag beside the phases selects a span to zoom to, and no phase', async ({ playground, page }) => {
  await playground.openScenario(STEADY, { at: 0, from: 10, to: 30 });
  const track = await TrackDriver.of(page);
  const start = () => playground.slider('Range start').getAttribute('aria-valuetext');
  await track.drag(track.pointAt(30, 42), track.pointAt(20, 42));
  await expect.poll(start).toMatch(/^(19\.9|20\.0)/);
  await expect(playground.button('Undo')).toHaveAttribute('aria-disabled', 'true');
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  detail('phases are dragged and requests painted', async ({ playground, page }) => {
    await playground.openScenario(STEADY);
    const track = await TrackDriver.of(page);
    const session = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: (readonly [number, number])[]) => {
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    };
    const swipe = async (from: number, to: number, up: number): Promise<void> => {
      await touch('touchStart', track.pointAt(from, up));
      for (let step = 1; step <= 4; step++)
        await touch('touchMove', track.pointAt(from + ((to - from) * step) / 4, up));
    };
    await swipe(15, 20, 10);
    await expect(phase(page, 'Phase 1: steady, 2 a second, 15 s to 25 s')).toBeVisible();
    await touch('touchEnd');
    await expect(playground.figure(1, 'Admitted')).toHaveText('20');

    // A second finger zooms, and what the first one did is undone.
    await swipe(20, 30, 10);
    await expect(phase(page, 'Phase 1: steady, 2 a second, 25 s to 35 s')).toBeVisible();
    await touch('touchStart', track.pointAt(30, 10), track.pointAt(35, 10));
    await expect(phase(page, 'Phase 1: steady, 2 a second, 15 s to 25 s')).toBeVisible();
    await touch('touchEnd');

    await page.getByRole('radio', { name: 'Paint' }).check();
    await swipe(2, 4, 40);
    await touch('touchEnd');
    await expect(playground.status).toHaveText(/^Painted 10 requests/);
  });
});
