/** How high the drawer is, and that the lane which it is about stays in sight above it. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useActions, useAppState } from '../store/playgroundContext.tsx';
import type { State } from '../store/state.ts';
import { observeSize } from './charts/observers.ts';
import { laneRowElement } from './lanes/laneRowElement.ts';

/** The tabs, and a few lines below them. */
export const MIN_DRAWER_HEIGHT = 120;

/** All in CSS pixels. */
export interface DrawerHeight {
  readonly height: number;
  /** What its content asks for: higher, it would be empty. */
  readonly max: number;
  /** The user's own limit; null for the one of the stylesheet. */
  readonly limit: number | null;
  readonly setLimit: (limit: number | null) => void;
}

export function useDrawer(aside: RefObject<HTMLElement | null>): DrawerHeight {
  const tab = useAppState((state) => state.drawer);
  const lane = useAppState(laneOfDrawer);
  const limit = useAppState((state) => state.drawerLimit);
  const { setDrawerLimit } = useActions();
  const [size, setSize] = useState({ height: MIN_DRAWER_HEIGHT, max: MIN_DRAWER_HEIGHT });
  const keep = useKeptHeight(aside, tab !== null);
  useEffect(() => {
    const element = aside.current;
    if (element === null) return undefined;
    return observeSize(element, () => {
      keep();
      const [height, max] = [element.offsetHeight, contentHeight(element)];
      setSize((before) => (before.height === height && before.max === max ? before : { height, max }));
      if (lane !== null) laneRowElement(lane)?.scrollIntoView({ block: 'nearest' });
    });
  }, [aside, tab, lane, keep]);
  const setLimit = (to: number | null): void => {
    // The content may have changed since the size was measured.
    const most = aside.current === null ? size.max : contentHeight(aside.current);
    setDrawerLimit(to === null ? null : Math.min(to, most));
  };
  return { ...size, limit, setLimit };
}

/** What the drawer's content asks for. */
function contentHeight(aside: HTMLElement): number {
  const panel = aside.querySelector('[role=tabpanel]:not([hidden])');
  return aside.offsetHeight + (panel === null ? 0 : panel.scrollHeight - panel.clientHeight);
}

/**
 * While it is open it grows but does not shrink, so that neither its tabs nor the charts jump; a resized window begins anew.
 * @returns what keeps the height that it has now, if it is the greatest
 */
function useKeptHeight(aside: RefObject<HTMLElement | null>, open: boolean): () => void {
  const kept = useRef(0);
  useEffect(() => {
    const forget = (): void => {
      kept.current = 0;
      aside.current?.style.removeProperty('--kept');
    };
    addEventListener('resize', forget);
    return () => {
      removeEventListener('resize', forget);
      kept.current = 0;
    };
  }, [aside, open]);
  return useCallback(() => {
    const element = aside.current;
    if (element === null) return;
    kept.current = Math.max(kept.current, element.clientHeight);
    element.style.setProperty('--kept', `${kept.current}px`);
  }, [aside]);
}

/** The lane that the drawer edits or explains; null where it is about all of them. */
function laneOfDrawer({ drawer, focusedLane, selection }: State): number | null {
  if (drawer === 'lane' || drawer === 'config' || drawer === 'test') return focusedLane;
  return drawer === 'why' ? (selection?.lane ?? null) : null;
}
