import type { PointerEvent } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDrag, type Drag } from './useDrag.ts';

let frames: Map<number, () => void>;
let keyListeners: Set<(event: KeyboardEvent) => void>;

beforeEach(() => {
  frames = new Map();
  keyListeners = new Set();
  let count = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    frames.set(++count, frame);
    return count;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => keyListeners.add(listener));
  vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => keyListeners.delete(listener));
});
afterEach(() => vi.unstubAllGlobals());

function nextFrame(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const frame of due) frame();
}

/** @returns whether the key was kept from the page */
function pressKey(key: string): boolean {
  const event = { key, preventDefault: vi.fn(), stopPropagation: vi.fn() };
  for (const listener of keyListeners) listener(event as unknown as KeyboardEvent);
  return event.preventDefault.mock.calls.length > 0 && event.stopPropagation.mock.calls.length > 0;
}

/** A pointer on an element, and a log of the drag's events. */
function setUp(options: Partial<Drag> & { readonly ignored?: true; readonly fixed?: true } = {}) {
  const { ignored, fixed, ...drag } = options;
  const log: string[] = [];
  const capture = vi.fn();
  const control = createDrag(() => {
    log.push('press');
    if (ignored) return null;
    return {
      onStart: () => log.push('start'),
      onMove: ({ x, y, shiftKey }) => log.push(`move ${x} ${y}${shiftKey ? ' shift' : ''}`),
      onEnd: () => log.push('end'),
      onClick: ({ x }) => log.push(`click ${x}`),
      ...(!fixed && { onCancel: () => log.push('cancel') }),
      ...drag,
    };
  });
  const on =
    (name: keyof typeof control.handlers) =>
    (x = 0, y = 0, more: object = {}): void =>
      control.handlers[name]({
        pointerId: 1,
        pointerType: 'mouse',
        button: 0,
        clientX: x,
        clientY: y,
        shiftKey: false,
        currentTarget: { setPointerCapture: capture },
        ...more,
      } as unknown as PointerEvent);
  return {
    log,
    capture,
    control,
    down: on('onPointerDown'),
    move: on('onPointerMove'),
    up: on('onPointerUp'),
    interrupt: on('onPointerCancel'),
  };
}

describe('a press', () => {
  it('that moves less than the threshold is a click, and leaves the pointer to what is under it', () => {
    const { log, capture, control, down, move, up } = setUp();
    down(10);
    expect(control.isPressed()).toBe(true);
    move(13);
    up(13);
    expect(log).toEqual(['press', 'click 13']);
    expect(capture).not.toHaveBeenCalled();
    expect(control.isPressed()).toBe(false);
    expect(keyListeners.size).toBe(0);
  });

  it.each([
    ['a mouse', 'mouse', 4],
    ['a pen', 'pen', 4],
    ['a finger', 'touch', 8],
  ])('of %s is a drag from %s px on', (_, pointerType, threshold) => {
    const { log, capture, down, move } = setUp();
    down(0, 0, { pointerType });
    move(0, threshold - 0.5, { pointerType });
    expect(log).toEqual(['press']);
    move(0, threshold, { pointerType });
    expect(log).toEqual(['press', 'start']);
    expect(capture).toHaveBeenCalledWith(1);
  });

  it('is measured horizontally where only that counts', () => {
    const { log, down, move, up } = setUp({ horizontal: true });
    down();
    move(3, 100);
    up(3, 100);
    expect(log).toEqual(['press', 'click 3']);
  });

  it('is a drag at once without a threshold', () => {
    const { log, capture, down, up } = setUp({ threshold: 0 });
    down();
    expect(capture).toHaveBeenCalledWith(1);
    up();
    expect(log).toEqual(['press', 'start', 'end']);
  });

  it('of another button, or that has no action, is ignored', () => {
    const { log, control, down, move, up } = setUp({ ignored: true });
    down(0, 0, { button: 2 });
    expect(log).toEqual([]);
    down();
    move(100);
    up(100);
    expect(log).toEqual(['press']);
    expect(control.isPressed()).toBe(false);
  });

  it('that was released elsewhere is over when its pointer is pressed again', () => {
    const { log, down, up } = setUp();
    down();
    down(5);
    up(5);
    expect(log).toEqual(['press', 'press', 'click 5']);
  });

  it('has one pointer: others are ignored', () => {
    const { log, down, move, up, interrupt } = setUp({ threshold: 0 });
    const other = { pointerId: 2 };
    down();
    down(0, 0, other);
    move(50, 0, other);
    up(50, 0, other);
    interrupt(50, 0, other);
    nextFrame();
    expect(log).toEqual(['press', 'start']);
  });
});

describe('a drag', () => {
  it('receives the last move of each frame', () => {
    const { log, down, move, up } = setUp();
    down();
    move(10);
    move(20);
    move(30, 5);
    expect(log).toEqual(['press', 'start']);
    nextFrame();
    nextFrame();
    expect(log.slice(2)).toEqual(['move 30 5']);
    up(30, 5);
    expect(log.slice(2)).toEqual(['move 30 5', 'end']);
  });

  it('receives the last move before its end, and nothing after it', () => {
    const { log, down, move, up } = setUp();
    down();
    move(10);
    up(10);
    nextFrame();
    move(20);
    nextFrame();
    expect(log).toEqual(['press', 'start', 'move 10 0', 'end']);
  });

  it('receives moves with Shift separately from those without', () => {
    const { log, down, move, up } = setUp();
    down();
    move(10);
    move(20, 0, { shiftKey: true });
    move(30, 0, { shiftKey: true });
    up(30);
    expect(log.slice(2)).toEqual(['move 10 0', 'move 30 0 shift', 'end']);
  });

  it.each([
    ['Esc', ({ control: _ }: ReturnType<typeof setUp>) => pressKey('Escape')],
    ['the browser', ({ interrupt }: ReturnType<typeof setUp>) => interrupt()],
    ['its owner', ({ control }: ReturnType<typeof setUp>) => control.cancel()],
  ])('is cancelled by %s, once, without pending moves', (_, takeBack) => {
    const pointer = setUp();
    const { log, down, move, up } = pointer;
    down();
    move(10);
    takeBack(pointer);
    takeBack(pointer);
    nextFrame();
    move(20);
    up(20);
    expect(log).toEqual(['press', 'start', 'cancel']);
    expect(keyListeners.size).toBe(0);
  });

  it('keeps Esc, and no other key, from the page', () => {
    const { down, move } = setUp();
    expect(pressKey('Escape')).toBe(false);
    down();
    expect(pressKey('Escape')).toBe(false); // it may still be a click
    move(10);
    expect(pressKey('a')).toBe(false);
    expect(pressKey('Escape')).toBe(true);
  });

  it('that cannot be cancelled leaves Esc to the page, and ends where it is interrupted', () => {
    const { log, down, move, interrupt } = setUp({ fixed: true });
    down();
    move(10);
    expect(pressKey('Escape')).toBe(false);
    interrupt();
    expect(log).toEqual(['press', 'start', 'end']);
  });

  it('that has not begun is dropped silently', () => {
    const { log, control, down, up } = setUp();
    down();
    control.cancel();
    up();
    expect(log).toEqual(['press']);
  });
});
