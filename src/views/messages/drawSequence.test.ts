import { expect, it } from 'vitest';
import { SvgContext, SvgDefinitions } from '../charts/svgContext.ts';
import { PICTURE_THEME } from '../picture/pictureTheme.ts';
import { diagramLayout } from './diagramLayout.ts';
import { drawSequence } from './drawSequence.ts';
import { messageId } from './messageDrag.ts';
import { explainSequence } from './testing.ts';

/** Both nodes read before either writes. */
const sequence = explainSequence(
  {
    policy: { n: 1, T: 10 },
    duration: 20,
    traffic: [{ kind: 'times', at: [1, 1.0001] }],
    cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 } },
    lanes: [{ limiter: 'redis-incr' }],
  },
  1,
);
const layout = diagramLayout(sequence, 600);

/** The elements that are drawn. */
function drawn(highlightedId: string | null): readonly string[] {
  const ctx = new SvgContext(new SvgDefinitions('t'), layout.width, layout.height);
  drawSequence(ctx, PICTURE_THEME, sequence, layout, 'deny', highlightedId);
  return ctx.toString().split(/(?=<)/);
}

it('draws the highlighted message thicker, in ink, and nothing else otherwise', () => {
  const other = layout.messages.find(({ own }) => !own)!;
  const { from, to } = other.outbound;
  const [plain, highlighted] = [drawn(null), drawn(messageId(other.message))];
  const changed = highlighted.filter((element, index) => element !== plain[index]);
  expect(highlighted).toHaveLength(plain.length);
  // The line, its head, and the texts: the command's name and the value that it left.
  expect(changed).toHaveLength(2 + [other.name, other.value, other.failureLabel].filter((one) => one !== null).length);
  const [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map((at) => Math.round(at * 100) / 100);
  expect(changed[0]).toContain(`M${x1} ${y1}L${x2} ${y2}`);
  expect(changed[0]).toContain('stroke-width="3"');
  for (const element of changed) expect(element).toContain(PICTURE_THEME.ink);
});

it('says where the line of a node that dies ends', () => {
  const died = explainSequence(
    {
      policy: { n: 4, T: 10 },
      duration: 20,
      traffic: [{ kind: 'times', at: [1] }],
      cluster: {
        nodes: 2,
        latency: { kind: 'fixed', mean: 0.001 },
        faults: [{ kind: 'crash-after', node: 0, command: 'INCR', at: 0 }],
      },
      lanes: [{ limiter: 'redis-incr', options: { variant: 'incr-expire' } }],
    },
    0,
  );
  const place = diagramLayout(died, 600);
  const ctx = new SvgContext(new SvgDefinitions('t'), place.width, place.height);
  drawSequence(ctx, PICTURE_THEME, died, place, 'deny', null);
  expect(ctx.toString()).toContain('>N1 dies<');
});
