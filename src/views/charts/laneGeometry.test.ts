import { describe, expect, it } from 'vitest';
import { guttersOf, plotWidths } from './laneGeometry.ts';

describe('the plots', () => {
  it('share the width in columns, and have the track’s own width when stacked', () => {
    expect(plotWidths(1440, 'columns', 'wide', true)).toEqual({ lane: 320, track: 1088 });
    expect(plotWidths(1440, 'columns', 'wide', false)).toEqual({ lane: 512, track: 1088 });
    expect(plotWidths(1440, 'stacked', 'wide', true)).toEqual({ lane: 968, track: 968 });
    expect(plotWidths(1024, 'columns', 'medium', true)).toEqual({ lane: 209, track: 732 });
    expect(plotWidths(1024, 'stacked', 'medium', false)).toEqual({ lane: 636, track: 636 });
  });

  it('of a phone are as wide as a row, or half of one', () => {
    expect(plotWidths(390, 'stacked', 'phone', true).lane).toBe(294);
    expect(plotWidths(390, 'columns', 'phone', true).lane).toBe(131);
    expect(plotWidths(390, 'columns', 'phone', false).lane).toBe(131);
  });

  it('stand under the track with the same gutters at either side', () => {
    expect(guttersOf('stacked', 'wide')).toMatchObject({ left: 40, right: 128 });
    expect(plotWidths(60, 'stacked', 'wide', true)).toEqual({ lane: 50, track: 50 });
  });
});
