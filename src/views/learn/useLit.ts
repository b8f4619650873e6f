/** Outlines what a step, or a word under the pointer, names. The parts of the page are found by what they say they are. */
import { useEffect } from 'react';
import { targetNumber, type Target } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { useRestShown } from '../hooks/firstChart.ts';

const DETAILS = 'aside[aria-label="Details"]';

const SELECTORS: Readonly<Record<string, string>> = {
  policy: 'section[aria-label="Policy"]',
  n: '[data-part="n"]',
  T: '[data-part="T"]',
  capacity: '[data-part="capacity"]',
  traffic: 'section[aria-label="Traffic"]',
  dock: 'section[aria-label="Transport"]',
  compare: DETAILS,
  fairness: DETAILS,
  why: DETAILS,
  cluster: DETAILS,
};

/** Within a lane. */
const LANE_SELECTORS: Readonly<Record<string, string>> = {
  level: '[data-chart="level"]',
  count: '[data-chart="count"]',
  decisions: '[data-chart="decisions"]',
  state: '[data-part="state"]',
  figures: '[data-part="figures"]',
};

/** The elements that show a target: a part that the window has no room for has none. */
export function elementsOf(target: Target): readonly Element[] {
  const number = targetNumber(target);
  const [kind = ''] = target.split(':');
  if (number === null) return [...document.querySelectorAll(SELECTORS[kind] ?? '')];
  if (kind === 'time') return [];
  if (kind === 'phase') return [...document.querySelectorAll(`[data-phase="${number}"]`)];
  const row = document.querySelectorAll('#lanes section[aria-label]')[number];
  if (row === undefined || kind === 'lane') return row === undefined ? [] : [row];
  return [...row.querySelectorAll(LANE_SELECTORS[kind] ?? '')];
}

/** @param pointed what a word under the pointer names, or null */
export function useLit(lit: readonly Target[], pointed: Target | null): void {
  const { hoverPhase } = useActions();
  useChartOf(lit.find((target) => /^(level|count):/.test(target)) ?? null);
  useChartOf(pointed);
  const targets = [...lit, ...(pointed === null ? [] : [pointed])].join(' ');
  // Elements come and go with lanes, phases, the drawer and the layout.
  const shape = useAppState(({ scenario, drawer, result, chartLayout, windowCountShown, phoneChart }) =>
    [
      scenario.lanes.length,
      scenario.traffic.length,
      drawer,
      result !== null,
      chartLayout,
      windowCountShown,
      phoneChart,
    ].join(' '),
  );
  const restShown = useRestShown();
  useEffect(() => {
    const elements = targets === '' ? [] : targets.split(' ').flatMap((target) => elementsOf(target as Target));
    for (const element of elements) element.setAttribute('data-lit', '');
    return () => {
      for (const element of elements) element.removeAttribute('data-lit');
    };
  }, [targets, shape, restShown]);
  useEffect(() => {
    if (pointed?.startsWith('phase:') !== true) return undefined;
    hoverPhase(targetNumber(pointed));
    return () => hoverPhase(null);
  }, [pointed, hoverPhase]);
}

/** On a phone a lane shows one of two charts: the one that was named last, until another is chosen. */
function useChartOf(target: Target | null): void {
  const { showPhoneChart } = useActions();
  const [kind] = target?.split(':') ?? [];
  useEffect(() => {
    if (kind === 'level' || kind === 'count') showPhoneChart(kind);
  }, [kind, target, showPhoneChart]);
}
