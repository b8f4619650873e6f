import { describe, expect, it } from 'vitest';
import { SvgContext, SvgDefinitions } from './svgContext.ts';
import { elementsOf, parseXml } from './xml.testing.ts';

function drawn(draw: (ctx: SvgContext) => void) {
  const definitions = new SvgDefinitions('p-');
  const ctx = new SvgContext(definitions, 100, 50);
  draw(ctx);
  const root = parseXml(`<svg><defs>${definitions.toString()}</defs><g>${ctx.toString()}</g></svg>`).children[0]!;
  const [defs, group] = root.children as [(typeof root.children)[0], (typeof root.children)[0]];
  return { defs, group, paths: elementsOf(group, 'path').map(({ attributes }) => attributes) };
}

describe('a context that writes SVG', () => {
  it('writes texts without what would turn those around them', () => {
    const { group } = drawn((ctx) => ctx.fillText('a\u202Eb\u2066c שלום <', 1, 2));
    expect(elementsOf(group, 'text').map(({ text }) => text)).toEqual(['abc שלום <']);
  });

  it('writes paths in the order in which they are drawn, with their look', () => {
    const { paths } = drawn((ctx) => {
      ctx.beginPath();
      ctx.moveTo(1, 2);
      ctx.lineTo(3.2468, 4);
      ctx.closePath();
      ctx.strokeStyle = '#123456';
      ctx.lineWidth = 1.5;
      ctx.setLineDash([4, 3]);
      ctx.stroke();
      ctx.fillStyle = '#abcdef';
      ctx.globalAlpha = 0.07;
      ctx.fill();
    });
    expect(paths).toEqual([
      {
        d: 'M1 2L3.25 4Z',
        fill: 'none',
        stroke: '#123456',
        'stroke-width': '1.5',
        'stroke-miterlimit': '10',
        'stroke-dasharray': '4 3',
      },
      { d: 'M1 2L3.25 4Z', fill: '#abcdef', opacity: '0.07' },
    ]);
  });

  it('joins rectangles of one look, and no others', () => {
    const { paths } = drawn((ctx) => {
      ctx.fillRect(0, 0, 1, 2);
      ctx.fillRect(1, 0, 1, 3);
      ctx.fillRect(2, 0, 0, 3);
      ctx.fillStyle = '#ffffff';
      ctx.fillRect(4, 0, 1, 4);
    });
    expect(paths).toEqual([
      { d: 'M0 0h1v2h-1ZM1 0h1v3h-1Z', fill: '#000000' },
      { d: 'M4 0h1v4h-1Z', fill: '#ffffff' },
    ]);
  });

  it('puts what is drawn behind the rest first, the last one at the very back', () => {
    const { paths } = drawn((ctx) => {
      ctx.fillRect(0, 0, 1, 1);
      ctx.save();
      ctx.globalCompositeOperation = 'destination-over';
      ctx.fillRect(1, 0, 1, 1);
      ctx.fillStyle = '#ffffff';
      ctx.fillRect(2, 0, 1, 1);
      ctx.restore();
      ctx.fillRect(3, 0, 1, 1);
    });
    expect(paths.map(({ d }) => d?.slice(0, 2))).toEqual(['M2', 'M1', 'M0', 'M3']);
  });

  it('erases what was drawn before, and nothing that comes later or lies behind', () => {
    const { defs, group } = drawn((ctx) => {
      ctx.fillRect(0, 0, 10, 10);
      ctx.clearRect(2, 2, 3, 3);
      ctx.clearRect(5, 2, 3, 3);
      ctx.save();
      ctx.globalCompositeOperation = 'destination-out';
      ctx.beginPath();
      ctx.moveTo(0, 0);
      ctx.lineTo(10, 10);
      ctx.stroke();
      ctx.restore();
      ctx.fillRect(20, 0, 1, 1);
      ctx.globalCompositeOperation = 'destination-over';
      ctx.fillRect(30, 0, 1, 1);
    });
    const [behind, masked, later] = group.children;
    expect([behind, later].map((one) => one?.attributes['d']?.slice(0, 3))).toEqual(['M30', 'M20']);
    expect(masked?.attributes['mask']).toBe('url(#p-m0)');
    expect(elementsOf(masked!, 'path').map(({ attributes }) => attributes['d'])).toEqual(['M0 0h10v10h-10Z']);
    const [mask] = elementsOf(defs, 'mask');
    expect(mask?.attributes['id']).toBe('p-m0');
    expect(mask?.children.map(({ name, attributes }) => [name, attributes['d'], attributes['stroke']])).toEqual([
      ['rect', undefined, undefined],
      ['path', 'M2 2h3v3h-3ZM5 2h3v3h-3Z', undefined],
      ['path', 'M0 0L10 10', '#000000'],
    ]);
  });

  it('needs no mask where there is nothing to erase', () => {
    const { defs, group } = drawn((ctx) => {
      ctx.clearRect(0, 0, 10, 10);
      ctx.fillRect(0, 0, 1, 1);
    });
    expect(elementsOf(defs, 'mask')).toHaveLength(0);
    expect(group.children).toHaveLength(1);
  });

  it('clips within the clip that there is, until it is restored; the same clip is written once', () => {
    const { defs, paths } = drawn((ctx) => {
      for (let time = 0; time < 2; time++) {
        ctx.save();
        ctx.beginPath();
        ctx.rect(0, 0, 10, 10);
        ctx.clip();
        ctx.beginPath();
        ctx.rect(5, 5, 10, 10);
        ctx.clip();
        ctx.fillRect(time, 0, 1, 1);
        ctx.restore();
      }
      ctx.fillStyle = '#ffffff';
      ctx.fillRect(9, 0, 1, 1);
    });
    expect(elementsOf(defs, 'clipPath').map(({ attributes }) => attributes)).toEqual([
      { id: 'p-c0' },
      { id: 'p-c1', 'clip-path': 'url(#p-c0)' },
    ]);
    expect(paths.map((path) => path['clip-path'])).toEqual(['url(#p-c1)', undefined]);
  });

  it('draws a circle as two arcs, and half of one from where the pen is', () => {
    const { paths } = drawn((ctx) => {
      ctx.beginPath();
      ctx.moveTo(15, 10);
      ctx.arc(10, 10, 5, 0, 2 * Math.PI);
      ctx.fill();
      ctx.beginPath();
      ctx.arc(10, 10, 5, Math.PI / 2, (3 * Math.PI) / 2);
      ctx.fill();
    });
    expect(paths.map(({ d }) => d)).toEqual([
      'M15 10A5 5 0 0 1 5 10A5 5 0 0 1 15 10',
      'M10 15A5 5 0 0 1 5 10A5 5 0 0 1 10 5',
    ]);
  });

  it('writes text as text, whatever is in it', () => {
    const { group } = drawn((ctx) => {
      ctx.font = `600 14px Arial, 'Liberation Sans'`;
      ctx.textAlign = 'right';
      ctx.textBaseline = 'middle';
      ctx.fillText('a < b & "c" \u0000\u0007\ud800 שלום 🎉', 10, 20);
    });
    expect(group.children).toEqual([
      {
        name: 'text',
        attributes: {
          x: '10',
          y: '24.9',
          'font-size': '14',
          'font-family': "Arial, 'Liberation Sans'",
          'font-weight': '600',
          'text-anchor': 'end',
          fill: '#000000',
        },
        children: [],
        text: 'a < b & "c"  שלום 🎉',
      },
    ]);
  });
});
