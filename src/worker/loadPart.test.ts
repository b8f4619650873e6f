import { afterEach, expect, it, vi } from 'vitest';
import { isNotLoaded, loadPart, loadSystemsPart } from './loadPart.ts';

afterEach(() => vi.useRealTimers());

it('says once a second that it works until the part is there', async () => {
  vi.useFakeTimers();
  let arrive = (_part: string): void => undefined;
  const onWork = vi.fn();
  const loading = loadPart(
    'A part',
    () => new Promise<string>((resolve) => (arrive = resolve)),
    (part) => `${part}, ready`,
    onWork,
  );
  await vi.advanceTimersByTimeAsync(6_500);
  expect(onWork).toHaveBeenCalledTimes(6);
  arrive('it');
  await expect(loading).resolves.toBe('it, ready');
  await vi.advanceTimersByTimeAsync(6_500);
  expect(onWork).toHaveBeenCalledTimes(6);
});

it('names a part that does not load, and no other failure so', async () => {
  const fail = (message: string) => () => Promise.reject(new Error(message));
  const message = (loading: Promise<unknown>): Promise<string> =>
    loading.then(
      () => '',
      (error: Error) => error.message,
    );
  const missing = await message(loadPart('A part', fail('404'), String, () => undefined));
  expect(missing).toMatch(/^A part could not be loaded: there is no network/);
  expect(isNotLoaded(missing)).toBe(true);
  const broken = await message(
    loadPart(
      'A part',
      () => Promise.resolve(''),
      fail('out of memory'),
      () => undefined,
    ),
  );
  expect([broken, isNotLoaded(broken)]).toEqual(['out of memory', false]);
});

it('loads the real systems', () => expect(loadSystemsPart(() => undefined)).resolves.toBeUndefined());
