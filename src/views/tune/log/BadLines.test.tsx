import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BadLines } from './BadLines.tsx';

const textOf = (count: number, files = ['a.log'], open = false) =>
  renderToStaticMarkup(
    <BadLines
      open={open}
      summary={{
        files,
        lines: 2_006,
        badLines: {
          count,
          first: [{ file: 'a.log', line: 1_041, reason: 'its time “error” is not a time' }].slice(0, count),
        },
      }}
    />,
  ).replaceAll(/<!-- -->|class="[^"]*"/g, '');

describe('lines that are left out', () => {
  it.each([
    [1, ['a.log'], '<li>Line 1,041: its time “error” is not a time.</li></ul></details>'],
    [1, ['a.log', 'b.log'], '<li>a.log, line 1,041: its time “error” is not a time.</li></ul></details>'],
    [2, ['a.log'], '</ul><p>Only the first is listed.</p></details>'],
  ])('%i of them in %j', (count, files, end) => expect(textOf(count, files)).toContain(end));

  it('are seen at once where they are new', () => {
    expect(textOf(1, ['a.log'], true)).toMatch(/^<details[^>]* open/);
    expect(textOf(1)).not.toMatch(/^<details[^>]* open/);
  });

  it('are not spoken of where there are none', () => expect(textOf(0)).toBe(''));
});
