import { expect, it } from 'vitest';
import type { ChartTheme } from './chartTheme.ts';
import { gridOpacity } from './gridOpacity.ts';

it.each([
  ['light', '#14181f', '#e8ebef', '#ffffff', 0.086],
  ['dark', 'rgb(241, 244, 248)', 'rgb(36, 41, 48)', 'rgb(21, 24, 29)', 0.077],
  // With forced colours the grid is the system's grey, here that of Chromium and that of Windows.
  ['black on white', 'rgb(0, 0, 0)', 'rgb(96, 0, 0)', 'rgb(255, 255, 255)', 0.25],
  ['white on black', 'rgb(255, 255, 255)', 'rgb(166, 166, 166)', 'rgb(32, 32, 32)', 0.25],
  ['unknown notations', 'color(srgb 0 0 0)', '#e8ebef', '#ffffff', 0.08],
])('the grid is fainter than what is drawn on it: %s', (_, ink, grid, surface, opacity) => {
  expect(gridOpacity({ ink, grid, surface } as ChartTheme)).toBeCloseTo(opacity, 3);
});
